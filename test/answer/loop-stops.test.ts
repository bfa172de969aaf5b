import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultLimits, historyCharsOf } from '../../src/answer/budgets.ts';
import type { Block, Model } from '../../src/models/model.ts';
import { createLoopWorld, type LoopWorldOptions, readTool, text } from './loop-world.ts';
import { callTool, createScriptedModel, type Step, say, search } from './scripted-model.ts';

function loop(steps: readonly Step[], options: Omit<LoopWorldOptions, 'model'> = {}) {
  const script = createScriptedModel(steps);
  return { ...script, ...createLoopWorld({ model: script.model, ...options }) };
}

const usage = { usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0 } };

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

test('a model that says it can shorten a conversation by itself is let, and what it sums up is sent back word for word', async () => {
  const summary: Block = { type: 'compaction', content: 'So far: leave.', encrypted_content: 'eHg=' };
  const script = createScriptedModel([
    search('a'),
    { content: [summary, { type: 'text', text: 'done' }, callTool('search_policies', {})], stopReason: 'tool_use' },
    say('done'),
  ]);
  const support = { clearing: true, compaction: true, memoryTool: false, serverTools: [] };
  const world = createLoopWorld({ model: { ...script.model, support: () => support } });
  assert.equal((await world.run()).outcome, 'replied');
  assert.deepEqual(script.requests[0]?.contextEditing?.keepTools, ['load_skill', 'read_skill_file']);
  assert.deepEqual(script.requests[2]?.messages[3]?.content[0], summary);
  const plain = loop([search('a'), say('done')]);
  await plain.run();
  assert.equal(plain.requests[0]?.contextEditing, undefined);
  assert.ok(historyCharsOf(defaultLimits, { support: () => support }) > historyCharsOf(defaultLimits, {}));
});
