import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BylawError } from '../../src/errors.ts';
import { createExtractiveModel } from '../../src/models/extractive.ts';
import type { Block, Model, ModelReply } from '../../src/models/model.ts';
import { createSearchPolicies } from '../../src/tools/search-policies.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { createWorld } from './answering-world.ts';
import { createLoopWorld, readTool, text } from './loop-world.ts';
import { answer, callTool, createScriptedModel, type Step, say, search } from './scripted-model.ts';
import { createHandbook } from './small-handbook.ts';
import { createStrictModel } from './strict-model.ts';

const calls = (...content: Block[]): Partial<ModelReply> => ({ stopReason: 'tool_use', content });
const twenty = answer('You get 20 days of paid leave a year.', '20 days');

/** A question with a tool that misbehaves beside the search; the model goes on all the same. */
async function askBeside(tool: Tool) {
  const script = createScriptedModel([
    calls(callTool(tool.name, {}), callTool('search_policies', { query: 'leave days' })),
    twenty,
  ]);
  const handbook = createHandbook();
  const world = createWorld({ model: script.model, handbook, tools: [tool, createSearchPolicies(handbook)] });
  const given = await world.ask('How many days of leave do I get?');
  const [, second] = script.requests;
  const [first] = second?.messages.at(-1)?.content ?? [];
  return { given, result: first?.type === 'tool_result' ? first : undefined, world };
}

const told = (block?: { readonly content: readonly { readonly type: string }[] }) => JSON.stringify(block?.content);

test('a tool that hangs is given up on in time', async () => {
  const { given, result } = await askBeside({ ...readTool('odd', () => new Promise<never>(() => {})), timeoutMs: 10 });
  assert.equal(given.status, 'answered');
  assert.match(told(result) ?? '', /did not answer within 10 ms/);
});

test('a tool that throws, at once or later, is a failed call', async () => {
  for (const run of [
    () => {
      throw new RangeError('inside');
    },
    async () => {
      await Promise.resolve();
      throw 'a string';
    },
  ]) {
    const { given, result } = await askBeside(readTool('odd', run));
    assert.equal(given.status, 'answered');
    assert.match(told(result) ?? '', /odd failed. Try again, or go on without it/);
  }
});

test('a result of 20 MB is cut, and says so', async () => {
  const { given, result, world } = await askBeside(
    readTool('odd', async () => [text(`${'lorem ipsum '.repeat(1_750_000)}end`)]),
  );
  assert.equal(given.status, 'answered');
  const shown = told(result) ?? '';
  assert.ok(shown.length < 60_000, `${shown.length}`);
  assert.match(shown, /Cut: the first 50000 of 21000003 characters/);
  assert.ok((world.snapshots.get('C1') ?? '').length < 100_000);
});

test('many results of 20 MB together are left out from where they are too long', async () => {
  const block = { type: 'search_result', source: 'policy://x@1#0', title: 't', citations: { enabled: true } } as const;
  const many = Array.from({ length: 2000 }, () => ({
    ...block,
    content: [{ type: 'text', text: 'y'.repeat(10_000) } as const],
  }));
  const { given, result } = await askBeside(readTool('odd', async () => many));
  assert.equal(given.status, 'answered');
  assert.equal(result?.content.length, 6);
  assert.match(told(result) ?? '', /1995 more were left out/);
});

test('a binary result is left out, and broken characters are mended', async () => {
  const bytes = Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * 7) % 256)).toString('latin1');
  const binary = await askBeside(readTool('odd', async () => [text(bytes)]));
  assert.match(told(binary.result) ?? '', /A binary result of 3000 characters was left out/);
  const broken = await askBeside(readTool('odd', async () => [text(`fine \ud800 text`), text('   ')]));
  assert.equal(told(broken.result), '[{"type":"text","text":"fine \ufffd text"}]');
});

test('unknown tools and inputs that are no object are refused, and the history stays valid', async () => {
  const asked = [
    calls(
      callTool('nonesuch', {}),
      callTool('search_policies', 'leave'),
      callTool('search_policies', ['leave']),
      callTool('search_policies', null),
    ),
    search('leave days'),
    twenty,
  ];
  let n = 0;
  const requests: string[] = [];
  const model = createStrictModel(async (request) => {
    requests.push(JSON.stringify(request.messages));
    const step: Step | undefined = asked[n++];
    return typeof step === 'function' ? step(request) : (step as Partial<ModelReply>);
  });
  const given = await createWorld({ model }).ask('How many days of leave do I get?');
  assert.equal(given.status, 'answered');
  assert.match(requests[1] ?? '', /There is no tool named nonesuch/);
  assert.equal((requests[1] ?? '').split('must be a JSON object').length - 1, 3);
});

test('calls that are numbered anew in each reply get ids of their own', async () => {
  const again = (query: string) => calls(callTool('search_policies', { query }, 'call_0'));
  const script = createScriptedModel([again('leave'), again('leave days'), twenty, again('x'), twenty]);
  const world = createWorld({ model: script.model });
  assert.equal((await world.ask('How many days of leave do I get?')).status, 'answered');
  assert.equal((await world.ask('And how many days again?')).status, 'answered');
});

/** Never comes to an end by itself. */
function endless(reply: (n: number) => Partial<ModelReply>): { model: Model; count: () => number } {
  let n = 0;
  return { model: createStrictModel(() => reply(n++)), count: () => n };
}

test('a model that never stops calling, pausing, being cut or saying nothing is replaced by quotes', async () => {
  const cut = { stopReason: 'max_tokens', content: [{ type: 'text', text: 'You get' } as const] };
  for (const [reply, most] of [
    [(n: number) => search(`leave days ${n}`), 8],
    [(n: number) => calls(callTool('nonesuch', { n })), 8],
    [() => say(''), 4],
    [() => ({ stopReason: 'moon_phase', content: [] }), 1],
    [() => cut, 2],
  ] as const) {
    const { model, count } = endless(reply);
    const world = createWorld({ model, fallback: createExtractiveModel() });
    const given = await world.ask('How many days of paid leave do employees receive?');
    assert.equal(given.status, 'answered', given.text);
    assert.equal(given.model, 'extractive');
    assert.match(given.notice ?? '', /gave no usable reply/);
    assert.ok(count() <= most, `${count()} calls`);
  }
});

test('a context that stays too full ends in quotes', async () => {
  const { model } = endless(() => ({ stopReason: 'model_context_window_exceeded', content: [] }));
  const given = await createWorld({ model, fallback: createExtractiveModel() }).ask(
    'How many days of paid leave do employees receive?',
  );
  assert.equal(given.model, 'extractive');
});

test('a corrupt snapshot starts anew, and the person is told', async () => {
  for (const snapshot of [
    '',
    'null',
    '[]',
    '{"version":1',
    '{"version":9,"id":"C1","turns":[]}',
    `{"version":1,"id":"C1","turns":[{"scope":{}}]}`,
    '\0\0\0',
  ]) {
    const script = createScriptedModel([search('leave days'), twenty]);
    const world = createWorld({ model: script.model });
    world.snapshots.set('C1', snapshot);
    const given = await world.ask('How many days of leave do I get?');
    assert.equal(given.status, 'answered');
    assert.match(given.notice ?? '', /could not read what was said before/, snapshot);
    assert.equal(
      (
        await createWorld({
          model: createScriptedModel([search('leave days'), twenty]).model,
          stored: world.stored,
        }).ask('And how many days?')
      ).notice,
      undefined,
    );
  }
});

test('a store that fails loses no answer', async () => {
  const down = async () => {
    throw new BylawError('records_unavailable', 'disk full');
  };
  const script = createScriptedModel([search('leave days'), twenty]);
  const world = createWorld({ model: script.model, conversations: { get: down, put: down } });
  assert.equal((await world.ask('How many days of leave do I get?')).status, 'answered');
});

test('thinking is kept byte for byte in the store and in later turns', async () => {
  const thinking = [
    { type: 'thinking', thinking: 'Let me see.\u00a0\n', signature: 'c2ln' },
    { type: 'redacted_thinking', data: 'ZGF0YQ==' },
  ] as const;
  const script = createScriptedModel([
    { ...search('leave days'), content: [...thinking, callTool('search_policies', { query: 'leave days' })] },
    twenty,
    search('x'),
    twenty,
  ]);
  const world = createWorld({ model: script.model });
  await world.ask('How many days of leave do I get?');
  await createWorld({ model: script.model, stored: world.stored }).ask('And how many days again?');
  for (const request of script.requests.slice(1)) assert.deepEqual(request.messages[1]?.content.slice(0, 2), thinking);
});

test('an empty loop world still refuses what it does not know', async () => {
  const script = createScriptedModel([calls(callTool('search_policies', {}), callTool('gone', {})), say('done')]);
  const end = await createLoopWorld({ model: script.model, tools: [readTool('search_policies')] }).run();
  assert.equal(end.outcome, 'replied');
});
