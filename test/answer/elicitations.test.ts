import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { ElicitationAnswer } from '../../src/answer/answer-question.ts';
import { createAnswerQuestion } from '../../src/answer/answer-question.ts';
import type { Answer, Viewer } from '../../src/domain.ts';
import { type ElicitationRequest, InputRequired } from '../../src/elicitation.ts';
import { BylawError } from '../../src/errors.ts';
import { silentLog } from '../../src/log.ts';
import { noAnswer } from '../../src/models/model.ts';
import type { Tool, ToolContext } from '../../src/tools/tool.ts';
import { sqliteRecords, temporaryFolder } from '../records/open-sqlite.ts';
import { ada, bob } from './approval-world.ts';
import { text } from './loop-world.ts';
import { callTool, createScriptedModel, type Step, say } from './scripted-model.ts';
import { createHandbook } from './small-handbook.ts';

const why: ElicitationRequest = { mode: 'form', message: 'Why?', schema: { type: 'object' } };
const page: ElicitationRequest = { mode: 'url', message: 'Sign in', url: 'https://login.example.com/' };
const close: Step = { stopReason: 'tool_use', content: [callTool('close', { id: 'T-1' }, 'call-1')] };
const enough = say(noAnswer);

/** A tool that asks before it goes on, as connectors do; each run is noted by what it was answered. */
function asking(rounds: readonly Record<string, ElicitationRequest>[], more: Partial<Tool> = {}) {
  const runs: ToolContext['answered'][] = [];
  const tool: Tool = {
    ...{ name: 'close', title: 'Close', description: 'Closes.', effect: 'read', inputSchema: { type: 'object' } },
    run: async (_, { answered }) => {
      const round = rounds[runs.push(answered) - 1];
      if (round === undefined) return [text('closed')];
      throw new InputRequired({ recipient: 'the desk', requests: round, resume: `r${runs.length}`, isHeld: false });
    },
    ...more,
  };
  return { tool, runs };
}

async function openWorld(t: TestContext, steps: readonly Step[], tool: Tool, file?: string) {
  const path = file ?? join(await temporaryFolder(t), 'records.sqlite');
  const records = sqliteRecords(t, path);
  await records.start();
  const handbook = createHandbook();
  const script = createScriptedModel(steps);
  let now = 1_000_000;
  let ids = 0;
  const process = `process-${Math.floor(steps.length)}-${file === undefined ? 'first' : 'second'}`;
  const answering = createAnswerQuestion({
    ...{ model: script.model, tools: [tool], library: handbook.library, log: silentLog, process },
    records: { ...records, documents: handbook.documents },
    newId: () => `${process}-${++ids}`,
    now: () => now,
  });
  const signal = new AbortController().signal;
  return {
    ...{ answering, records, script, path },
    pass: (ms: number) => {
      now += ms;
    },
    ask: (words = 'Please close T-1', viewer: Viewer = ada) =>
      answering.ask({ text: words, viewer, conversation: 'C1' }, { signal }),
    respond: (waiting: Answer, response: ElicitationAnswer['response'], given: Partial<ElicitationAnswer> = {}) =>
      answering.respond(
        {
          ...{ decision: 'press-1', elicitation: waiting.elicitations?.[0]?.id ?? '', response, viewer: ada },
          ...given,
        },
        { signal },
      ),
  };
}

const accept = { action: 'accept', content: { reason: 'solved' } } as const;

test('an answer waits for what another system asks, names it, and goes on with what the person said', async (t) => {
  const { tool, runs } = asking([{ why }]);
  const { ask, respond, records } = await openWorld(t, [close, enough], tool);
  const waiting = await ask();
  assert.equal(waiting.status, 'awaiting_approval');
  assert.match(waiting.text, /“Close” goes on once you have answered what the desk asks/);
  assert.deepEqual(
    waiting.elicitations?.map(({ title, recipient, request }) => ({ title, recipient, request })),
    [{ title: 'Close', recipient: 'the desk', request: why }],
  );
  const kept = await records.elicitations.get(waiting.elicitations?.[0]?.id ?? '');
  assert.deepEqual(
    [kept?.tool, kept?.input, kept?.resume, kept?.person, kept?.conversation, kept?.state],
    ['close', { id: 'T-1' }, 'r1', 'U-ADA', 'C1', 'open'],
  );
  const result = await respond(waiting, accept);
  assert.equal(result.outcome, 'accepted');
  assert.deepEqual(runs, [undefined, { resume: 'r1', responses: { why: accept } }]);
  assert.equal(result.outcome === 'accepted' && result.answer.id, waiting.id);
});

test('it survives a restart, and is used once however often it is pressed', async (t) => {
  const { tool, runs } = asking([{ why }]);
  const before = await openWorld(t, [close], tool);
  const waiting = await before.ask();
  await before.records.stop();
  const after = await openWorld(t, [enough], tool, before.path);
  const results = await Promise.all([
    after.respond(waiting, accept),
    after.respond(waiting, { action: 'decline' }, { decision: 'press-2' }),
    after.respond(waiting, accept),
  ]);
  assert.deepEqual(
    results.map(({ outcome }) => outcome),
    ['accepted', 'decided', 'accepted'],
  );
  assert.deepEqual(runs, [undefined, { resume: 'r1', responses: { why: accept } }]);
});

test('only the asker may answer; a no and a cancel go back as such', async (t) => {
  for (const action of ['decline', 'cancel'] as const) {
    const { tool, runs } = asking([{ why }]);
    const { ask, respond } = await openWorld(t, [close, enough], tool);
    const waiting = await ask();
    assert.equal((await respond(waiting, accept, { viewer: bob })).outcome, 'not_allowed');
    assert.equal((await respond(waiting, { action })).outcome, 'accepted');
    assert.deepEqual(runs[1]?.responses, { why: { action } });
  }
});

test('several questions are all answered before the call goes on, and one that follows is asked as well', async (t) => {
  const { tool, runs } = asking([{ why, page }, { again: why }]);
  const { ask, respond } = await openWorld(t, [close, enough], tool);
  const waiting = await ask();
  assert.equal(waiting.elicitations?.length, 2);
  const half = await respond(waiting, accept);
  assert.ok(half.outcome === 'accepted' && half.answer.status === 'awaiting_approval');
  assert.equal(half.answer.elicitations?.length, 1);
  const second = await respond(half.answer, { action: 'accept' }, { decision: 'press-2' });
  assert.ok(second.outcome === 'accepted');
  assert.equal(second.answer.elicitations?.length, 1);
  assert.deepEqual(runs[1]?.responses, { why: accept, page: { action: 'accept' } });
  await respond(second.answer, { action: 'decline' }, { decision: 'press-3' });
  assert.deepEqual(runs[2], { resume: 'r2', responses: { again: { action: 'decline' } } });
});

test('what nobody answers in time is cancelled, told once, and answered too late', async (t) => {
  const { tool, runs } = asking([{ why }]);
  const { ask, respond, pass, answering, records } = await openWorld(t, [close, enough], tool);
  const waiting = await ask();
  await records.elicitations.noteCard(waiting.elicitations?.[0]?.id ?? '', 'card');
  assert.deepEqual(await answering.expireElicitations(), []);
  pass(61 * 60_000);
  assert.equal((await respond(waiting, accept)).outcome, 'expired');
  const [expired, ...more] = await answering.expireElicitations();
  assert.deepEqual([expired?.elicitation, expired?.card, more.length], [waiting.elicitations?.[0]?.id, 'card', 0]);
  assert.deepEqual(runs[1]?.responses, { why: { action: 'cancel' } });
  assert.deepEqual(await answering.expireElicitations(), []);
});

test('a question that ended with the process is told to have expired after a restart', async (t) => {
  const runs: unknown[] = [];
  const { tool } = asking([], {
    run: async (_, { answered }) => {
      runs.push(answered);
      if (answered !== undefined) throw new BylawError('connector_failed', 'The question has expired with a restart.');
      throw new InputRequired({ recipient: 'the desk', requests: { why }, resume: 'held', isHeld: true });
    },
  });
  const before = await openWorld(t, [close], tool);
  const waiting = await before.ask();
  assert.deepEqual(await before.answering.expireElicitations(), []);
  await before.records.stop();
  const after = await openWorld(t, [enough], tool, before.path);
  assert.equal((await after.respond(waiting, accept)).outcome, 'expired');
  const [expired] = await after.answering.expireElicitations();
  assert.equal(expired?.elicitation, waiting.elicitations?.[0]?.id);
  assert.match(JSON.stringify(after.script.requests[0]?.messages), /has expired with a restart/);
});

test('a later question makes it void, and nothing goes on', async (t) => {
  const { tool, runs } = asking([{ why }]);
  const { ask, respond } = await openWorld(t, [close, enough], tool);
  const waiting = await ask();
  const next = await ask('Something else');
  assert.deepEqual(next.superseded, [waiting.elicitations?.[0]?.id]);
  assert.equal((await respond(waiting, accept)).outcome, 'superseded');
  assert.equal(runs.length, 1);
});

test('a call that took a yes is not begun again when it goes on, and runs once for each round', async (t) => {
  const { tool, runs } = asking([{ why }], { effect: 'write' });
  const { ask, respond, answering } = await openWorld(t, [close, enough], tool);
  const request = (await ask()).approvals?.[0];
  const decided = await answering.decide(
    {
      decision: 'yes',
      approval: request?.id ?? '',
      argsHash: request?.argsHash ?? '',
      verdict: 'approve',
      viewer: ada,
    },
    { signal: new AbortController().signal },
  );
  assert.ok(decided.outcome === 'accepted' && decided.answer.status === 'awaiting_approval');
  const end = await respond(decided.answer, accept);
  assert.ok(end.outcome === 'accepted');
  assert.match(end.answer.text, /“Close” was done. It answered: `closed`/);
  assert.equal(runs.length, 2);
});
