import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BylawError } from '../../src/errors.ts';
import type { Block, Model, ModelReply, ToolResultBlock } from '../../src/models/model.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { createLoopWorld, type LoopWorldOptions, readTool, text } from './loop-world.ts';
import { callTool, createScriptedModel, type Step, say, search } from './scripted-model.ts';
import { assertValidHistory } from './valid-history.ts';

function loop(steps: readonly Step[], options: Omit<LoopWorldOptions, 'model'> = {}) {
  const script = createScriptedModel(steps);
  return { ...script, ...createLoopWorld({ model: script.model, ...options }) };
}

function results(script: ReturnType<typeof loop>, request: number): ToolResultBlock[] {
  const last = script.requests[request]?.messages.at(-1)?.content ?? [];
  return last.filter((block) => block.type === 'tool_result');
}

const told = (result?: ToolResultBlock) => {
  const item = result?.content[0];
  return item?.type === 'text' ? item.text : '';
};

const usage = { usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0 } };

const calls = (...content: Block[]): Partial<ModelReply> => ({ stopReason: 'tool_use', content });

test('every call of a reply is answered in order in one message, whatever became of it', async () => {
  const tools = [
    readTool('search_policies'),
    readTool('broken', async () => {
      throw new TypeError('secret internals');
    }),
    readTool('picky', async () => {
      throw new BylawError('tool_input', 'query: must not be empty');
    }),
    readTool('empty', async () => []),
    { ...readTool('slow', () => new Promise<never>(() => {})), timeoutMs: 10 },
  ];
  const script = loop(
    [
      calls(
        callTool('search_policies', { query: 'x' }, 'toolu_a'),
        callTool('nonesuch', {}, 'toolu_b'),
        callTool('broken', {}, 'toolu_c'),
        callTool('picky', {}, 'toolu_d'),
        callTool('empty', {}, 'toolu_e'),
        callTool('slow', {}, 'toolu_f'),
        { type: 'tool_use', id: 'toolu_g', name: 'empty', input: {}, caller: { type: 'code_execution_20260120' } },
      ),
      say('done'),
    ],
    { tools },
  );
  const end = await script.run();
  assert.equal(end.outcome, 'replied');
  const given = results(script, 1);
  assert.deepEqual(
    given.map(({ tool_use_id, is_error }) => [tool_use_id, is_error === true]),
    [
      ['toolu_a', false],
      ['toolu_b', true],
      ['toolu_c', true],
      ['toolu_d', true],
      ['toolu_e', false],
      ['toolu_f', true],
      ['toolu_g', true],
    ],
  );
  assert.match(told(given[1]), /no tool named nonesuch. The tools are: search_policies, broken/);
  assert.match(told(given[2]), /^broken failed/);
  assert.match(told(given[3]), /must not be empty/);
  assert.match(told(given[4]), /no content/);
  assert.match(told(given[5]), /within 10 ms/);
  assert.match(told(given[6]), /not supported/);
  assert.deepEqual(end.conversation.open?.failures.toSorted(), ['internal', 'timeout']);
});

test('a timed-out tool sees its own signal abort', async () => {
  let reason: unknown;
  const slow: Tool = {
    ...readTool('search_policies', (_, { signal }) => {
      signal.addEventListener('abort', () => {
        reason = signal.reason;
      });
      return new Promise<never>(() => {});
    }),
    timeoutMs: 5,
  };
  await loop([search('x'), say('done')], { tools: [slow] }).run();
  assert.ok(reason instanceof BylawError && reason.code === 'cancelled');
});

test('no more tools run at once than allowed', async () => {
  let running = 0;
  let most = 0;
  const tool = readTool('search_policies', async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
    return [text('ok')];
  });
  const many = Array.from({ length: 9 }, (_, i) => callTool('search_policies', {}, `toolu_${i}m`));
  await loop([calls(...many), say('done')], { tools: [tool], limits: { parallelTools: 3 } }).run();
  assert.equal(most, 3);
});

test('a tool that writes is refused while nobody can agree to it', async () => {
  let written = 0;
  const tool: Tool = {
    ...readTool('file_ticket', async () => {
      written += 1;
      return [text('filed')];
    }),
    effect: 'write',
  };
  const script = loop([calls(callTool('file_ticket', {})), say('done')], { tools: [tool] });
  await script.run();
  assert.equal(written, 0);
  assert.match(told(results(script, 1)[0]), /nobody has agreed/);
});

test('the last affordable call may not use tools, and still sends them', async () => {
  const script = loop([search('a'), search('b'), say('done')], { limits: { iterations: 3 } });
  assert.equal((await script.run()).outcome, 'replied');
  assert.deepEqual(
    script.requests.map(({ toolChoice }) => toolChoice?.type),
    [undefined, undefined, 'none'],
  );
  assert.deepEqual(script.requests[2]?.tools, script.requests[0]?.tools);
});

for (const [name, limits, now] of [
  ['output tokens', { outputTokens: 5 }, () => 0],
  ['prompt tokens', { promptTokens: 10 }, () => 0],
] as const) {
  test(`spent ${name} lead to a last call`, async () => {
    const script = loop([search('a'), say('done')], { limits, now });
    await script.run();
    assert.equal(script.requests[1]?.toolChoice?.type, 'none');
  });
}

test('time that runs out leads to a last call', async () => {
  const script = loop([say('done')], { limits: { answerSeconds: 10 }, now: () => 6000 });
  await script.run();
  assert.equal(script.requests[0]?.toolChoice?.type, 'none');
});

test('a model that calls a tool in its last call is out of budget, and the call does not run', async () => {
  let ran = 0;
  const tool = readTool('search_policies', async () => {
    ran += 1;
    return [text('ok')];
  });
  const end = await loop([search('a'), search('b')], { limits: { iterations: 2 }, tools: [tool] }).run();
  assert.equal(end.outcome, 'over_budget');
  assert.equal(ran, 1);
});

test('an empty reply is nudged once, a second one ends the turn', async () => {
  const script = loop([search('a'), say(), say('done')]);
  assert.equal((await script.run()).outcome, 'replied');
  assert.match(JSON.stringify(script.requests[2]?.messages.at(-1)), /Please answer/);
  assert.equal((await loop([search('a'), say(' '), say()]).run()).outcome, 'empty');
});

test('a call cut by max_tokens is not run; the reply is asked for again with twice the room', async () => {
  let ran = 0;
  const tool = readTool('search_policies', async () => {
    ran += 1;
    return [text('ok')];
  });
  const cut: Step = { stopReason: 'max_tokens', content: [callTool('search_policies', {})] };
  const script = loop([cut, search('a'), say('done')], { tools: [tool], limits: { maxTokens: 100 } });
  assert.equal((await script.run()).outcome, 'replied');
  assert.deepEqual(
    script.requests.map(({ maxTokens }) => maxTokens),
    [100, 200, 200],
  );
  assert.equal(ran, 1);
  assert.deepEqual((await loop([cut, cut]).run()).content, []);
});

test('a paused turn is sent back unchanged, at most four times', async () => {
  const server: Block = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'x', input: {} };
  const sent: unknown[] = [];
  const model: Model = {
    name: 'pausing',
    generate: async ({ messages }) => {
      sent.push(messages.at(-1));
      return { ...usage, content: [server], stopReason: 'pause_turn' };
    },
  };
  assert.equal((await createLoopWorld({ model }).run()).outcome, 'paused');
  assert.equal(sent.length, 5);
  assert.deepEqual(sent[1], { role: 'assistant', content: [server] });
});

test('a refusal and an unknown stop end the turn without becoming part of it', async () => {
  const refused = await loop([{ stopReason: 'refusal', content: [{ type: 'text', text: 'no' }] }]).run();
  assert.equal(refused.outcome, 'refused');
  assert.equal(refused.conversation.open?.messages.length, 1);
  const unknown = await loop([{ stopReason: 'moon_phase', content: [{ type: 'text', text: 'hm' }] }]).run();
  assert.equal(unknown.outcome, 'unknown_stop:moon_phase');
  assert.equal(unknown.conversation.open?.messages.length, 1);
});

test('a full context drops the earlier turns and is tried once more', async () => {
  const full: Step = { stopReason: 'model_context_window_exceeded' };
  const history = [
    { role: 'user', content: [{ type: 'text', text: 'before' }] },
    { role: 'assistant', content: [{ type: 'text', text: 'then' }] },
  ] as const;
  const script = loop([full, search('a'), say('done')], { history: [...history] });
  assert.equal((await script.run()).outcome, 'replied');
  assert.deepEqual(
    script.requests.slice(0, 2).map(({ messages }) => messages.length),
    [3, 1],
  );
  assert.equal((await loop([full, full], { history: [...history] }).run()).outcome, 'context_full');
});

test('a full context without earlier turns drops the oldest exchange of this one', async () => {
  const full: Step = { stopReason: 'model_context_window_exceeded' };
  const script = loop([search('a'), search('b'), full, say('done')]);
  assert.equal((await script.run()).outcome, 'replied');
  assert.deepEqual(
    script.requests.map(({ messages }) => messages.length),
    [1, 3, 5, 3],
  );
});

test('thinking is sent back byte for byte and in order, blank text is not sent back', async () => {
  const thinking: Block = { type: 'thinking', thinking: '', signature: 'c2lnbmF0dXJl' };
  const redacted: Block = { type: 'redacted_thinking', data: 'eHg=' };
  const script = loop([
    calls(
      thinking,
      redacted,
      { type: 'text', text: '' },
      { type: 'text', text: 'Looking.' },
      { type: 'text', text: '\n' },
      callTool('search_policies', {}, 'toolu_t'),
    ),
    say('done'),
  ]);
  await script.run();
  assert.deepEqual(script.requests[1]?.messages[1]?.content, [
    thinking,
    redacted,
    { type: 'text', text: 'Looking.\n' },
    { type: 'tool_use', id: 'toolu_t', name: 'search_policies', input: {} },
  ]);
});

test('an abort in the middle of a turn leaves it as it was last stored', async () => {
  const controller = new AbortController();
  const hanging: Step = ({ signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      queueMicrotask(() => controller.abort(new Error('stop')));
    });
  const world = loop([search('a'), hanging, say('done')]);
  await assert.rejects(world.run(undefined, controller.signal), /stop/);
  const stored = world.snapshots.at(-1);
  const end = await world.run(stored);
  assert.equal(end.outcome, 'replied');
  assertValidHistory(end.conversation.open?.messages.slice(0, -1) ?? []);
});

test('a model that fails leaves a turn that can be taken up again', async () => {
  const world = loop([search('a'), new BylawError('model_unavailable', 'down'), say('done')]);
  await assert.rejects(world.run(), /down/);
  assert.equal((await world.run(world.snapshots.at(-1))).outcome, 'replied');
});

test('what stands before the messages is the same for every request', async () => {
  const tools = [readTool('b_tool'), readTool('search_policies')];
  const one = loop([search('a'), say('done')], { tools });
  await one.run();
  const prefix = one.requests.map(({ system, tools }) => JSON.stringify({ system, tools }));
  assert.equal(new Set(prefix).size, 1);
  assert.doesNotMatch(prefix[0] ?? '', /2026-06-01|C1/);
});
