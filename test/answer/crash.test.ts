import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { closeTurn, replay, versionsIn } from '../../src/answer/history.ts';
import { parseConversation } from '../../src/answer/parse-conversation.ts';
import type { Block, Model } from '../../src/models/model.ts';
import type { ApprovalRecord, LedgerEntry } from '../../src/records/records.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { createLoopWorld, readTool, text } from './loop-world.ts';
import { assertValidHistory } from './valid-history.ts';

/** Says what the history calls for, so that it goes on wherever a crash left it. */
function createSteadyModel(plan: readonly (readonly string[])[]): Model {
  return {
    name: 'steady',
    generate: async ({ messages }) => {
      assertValidHistory(messages);
      const round = messages.filter(({ role }) => role === 'assistant').length;
      const names = plan[round];
      const content: Block[] =
        names === undefined
          ? [{ type: 'text', text: 'done' }]
          : names.map((name, i) => ({ type: 'tool_use', id: `toolu_${round}_${i}`, name, input: { round, i } }));
      return {
        content,
        stopReason: names === undefined ? 'end_turn' : 'tool_use',
        usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0 },
      };
    },
  };
}

class Crash extends Error {}

/** A person who agrees to whatever waits. */
function agreeToAll(approvals: Map<string, ApprovalRecord>): void {
  for (const [id, row] of approvals) if (row.state === 'open') approvals.set(id, { ...row, state: 'approved' });
}

/** Runs a plan, dying at the given moments and starting again from what was stored. */
async function runWithCrashes(plan: readonly (readonly string[])[], crashes: readonly number[]) {
  const written: string[] = [];
  const ledger = new Map<string, LedgerEntry>();
  const approvals = new Map<string, ApprovalRecord>();
  let moment = 0;
  const step = () => {
    moment += 1;
    if (crashes.includes(moment)) throw new Crash();
  };
  const write: Tool = {
    ...readTool('file_ticket', async (_, { idempotencyKey }) => {
      written.push(idempotencyKey);
      return [text('filed')];
    }),
    effect: 'write',
  };
  let stored: string | undefined;
  const world = createLoopWorld({
    model: createSteadyModel(plan),
    tools: [readTool('search_policies'), write],
    approvals,
    ledger,
    limits: { iterations: 20 },
    onSave: (snapshot) => {
      step();
      stored = snapshot;
      step();
    },
  });
  for (;;) {
    try {
      const end = await world.run(stored);
      if (end.outcome === 'awaiting_approval') agreeToAll(approvals);
      else return { end, written, stored, moments: moment };
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    }
  }
}

const plan = [['search_policies'], ['file_ticket', 'search_policies'], ['search_policies', 'file_ticket']];

test('killed before and after every save, each side effect happens at most once and the turn ends', async () => {
  const { moments } = await runWithCrashes(plan, []);
  for (let at = 1; at <= moments; at += 1) {
    const { end, written } = await runWithCrashes(plan, [at]);
    assert.equal(end.outcome, 'replied');
    assert.equal(new Set(written).size, written.length, `no write twice when killed at ${at}`);
    assert.equal(written.length, 2, `both writes happen when killed at ${at}`);
  }
});

test('a write whose outcome was never noted is not repeated, and the model is told so', async () => {
  const ledger = new Map<string, LedgerEntry>();
  let stored = '';
  let written = 0;
  const write: Tool = {
    ...readTool('file_ticket', async () => {
      written += 1;
      throw new Crash();
    }),
    effect: 'write',
  };
  const approvals = new Map<string, ApprovalRecord>();
  const options = {
    model: createSteadyModel([['file_ticket']]),
    tools: [write],
    approvals,
    ledger,
    onSave: (snapshot: string) => {
      if (stored === '' && snapshot.includes('"pending"')) stored = snapshot;
    },
  };
  assert.equal((await createLoopWorld(options).run()).outcome, 'awaiting_approval');
  agreeToAll(approvals);
  await createLoopWorld(options).run(stored);
  for (const key of ledger.keys()) ledger.set(key, { state: 'started' });
  const end = await createLoopWorld(options).run(stored);
  assert.equal(written, 1);
  assert.match(JSON.stringify(end.conversation), /outcome is unknown. It was not repeated/);
});

test('a write that times out is not noted as done', async () => {
  const ledger = new Map<string, LedgerEntry>();
  const write: Tool = { ...readTool('file_ticket', () => new Promise<never>(() => {})), effect: 'write', timeoutMs: 5 };
  const approvals = new Map<string, ApprovalRecord>();
  const world = createLoopWorld({ model: createSteadyModel([['file_ticket']]), tools: [write], approvals, ledger });
  await world.run();
  agreeToAll(approvals);
  const end = await world.run(world.snapshots.at(-1));
  assert.deepEqual([...ledger.values()], [{ state: 'started' }]);
  assert.match(JSON.stringify(end.conversation), /outcome is unknown/);
});

test('arguments that changed after they were agreed to are not run', async () => {
  let written = 0;
  const write: Tool = {
    ...readTool('file_ticket', async () => {
      written += 1;
      return [];
    }),
    effect: 'write',
  };
  let stored = '';
  const approvals = new Map<string, ApprovalRecord>();
  const options = {
    model: createSteadyModel([['file_ticket']]),
    tools: [write],
    approvals,
    onSave: (snapshot: string) => {
      stored = snapshot;
    },
  };
  await createLoopWorld(options).run();
  agreeToAll(approvals);
  const changed = stored.replaceAll('"input":{"round":0,"i":0}', '"input":{"round":0,"i":7}');
  assert.notEqual(changed, stored);
  const end = await createLoopWorld(options).run(changed);
  assert.equal(written, 0);
  assert.match(JSON.stringify(end.conversation), /not the one that was agreed to/);
});

test('random tool turns and crash points always leave a valid, readable history', async () => {
  const name = fc.constantFrom('search_policies', 'file_ticket', 'nonesuch');
  const plans = fc.array(fc.array(name, { minLength: 1, maxLength: 4 }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(
      plans,
      fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 6 }),
      async (random, crashes) => {
        const { end, written, stored } = await runWithCrashes(random, crashes);
        assert.equal(new Set(written).size, written.length);
        const { conversation } = end;
        assert.ok(stored !== undefined && parseConversation('C1', stored), 'the last snapshot can be read');
        const turn = conversation.open;
        assert.ok(turn);
        closeTurn(conversation, turn, 'verbatim', 100_000);
        const next = replay(conversation, turn.scope, 100_000, new Set(conversation.turns.flatMap(versionsIn)));
        assertValidHistory([...next, { role: 'user', content: [{ type: 'text', text: 'And then?' }] }]);
      },
    ),
    { numRuns: 100 },
  );
});
