import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BylawError } from '../../src/errors.ts';
import type { Block, ModelReply, ToolResultBlock } from '../../src/models/model.ts';
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
