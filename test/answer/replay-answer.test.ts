import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compareAnswers, isSameAnswer } from '../../src/answer/compare-answers.ts';
import { forkConversation } from '../../src/answer/fork-conversation.ts';
import { parseConversation } from '../../src/answer/parse-conversation.ts';
import { replayAnswer } from '../../src/answer/replay-answer.ts';
import { replayText } from '../../src/commands/replay-text.ts';
import type { Answer, Citation } from '../../src/domain.ts';
import { silentLog } from '../../src/log.ts';
import type { Model } from '../../src/models/model.ts';
import { createSearchPolicies } from '../../src/tools/search-policies.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { createWorld } from './answering-world.ts';
import { ada, createTicketTool, fileTicket } from './approval-world.ts';
import { createAnswers, createConversations, createLedger, newStored, type Stored } from './memory-records.ts';
import { answer, createScriptedModel, type Step, search } from './scripted-model.ts';
import { createHandbook, germanLeave, viewer } from './small-handbook.ts';

const twenty = answer('You get 20 days of paid leave a year.', '20 days');
const carried = answer('Up to 5 unused days may be carried over.', 'Up to 5');

async function threeTurns(stored: Stored) {
  const script = createScriptedModel([
    search('leave days'),
    twenty,
    search('carry over'),
    carried,
    search('leave days'),
    twenty,
  ]);
  const world = createWorld({ model: script.model, stored });
  const first = await world.ask('How many days of leave do I get?', { viewer: ada });
  const second = await world.ask('How many unused days can I carry over?', { viewer: ada });
  await world.ask('And how many days again?', { viewer: ada });
  return { first, second, world };
}

function replayOf(id: string, stored: Stored, model: Model, handbook = createHandbook(), extra: readonly Tool[] = []) {
  const { documents, library } = handbook;
  return replayAnswer(
    id,
    {
      ...{ model, library, log: silentLog, now: () => 0, newId: () => 'replayed' },
      tools: [...extra, createSearchPolicies({ library })],
      records: {
        documents,
        conversations: createConversations(stored.conversations),
        answers: createAnswers(stored.answers),
        ledger: createLedger(stored.ledger),
      },
      viewerFor: async (asker) => ({ ...viewer, ...asker }),
      today: () => '2026-07-01',
    },
    new AbortController().signal,
  );
}

const snapshotOf = (stored: Stored) =>
  JSON.stringify(Object.values(stored).map((part) => (part instanceof Map ? [...part] : part)));

test('a fork has the first turns, can go its own way, and leaves its parent byte for byte as it was', async () => {
  const stored = newStored();
  await threeTurns(stored);
  const before = stored.conversations.get('C1') ?? '';
  const parent = parseConversation('C1', before);
  assert.ok(parent);
  const fork = forkConversation(parent, 'C2', 2);
  stored.conversations.set('C2', JSON.stringify(fork));
  assert.deepEqual(fork.turns, parent.turns.slice(0, 2));
  const script = createScriptedModel([search('carry over'), carried]);
  await createWorld({ model: script.model, stored }).ask('And by when?', { viewer: ada, conversation: 'C2' });
  assert.equal(script.requests[0]?.messages.length, 9, 'two turns of four messages, and the question');
  assert.equal(stored.conversations.get('C1'), before);
  assert.equal(JSON.stringify(parent), before);
});

test('a snapshot that another process restores leads to the same next request', async () => {
  const stored = newStored();
  await threeTurns(stored);
  const snapshot = stored.conversations.get('C1') ?? '';
  const script = createScriptedModel([search('x'), twenty]);
  const here = { ...newStored(), conversations: new Map([['C1', snapshot]]) };
  await createWorld({ model: script.model, stored: here }).ask('And when do they expire?', { viewer: ada });
  const [request] = script.requests;
  const program = fileURLToPath(new URL('next-request.ts', import.meta.url));
  const child = spawnSync(process.execPath, [program], { input: snapshot, encoding: 'utf8', timeout: 30_000 });
  assert.equal(child.stderr, '');
  assert.equal(child.stdout, JSON.stringify({ ...request, signal: undefined }));
});

test('a replay asks again what was asked, after the same turns, and writes nothing', async () => {
  const stored = newStored();
  const { second } = await threeTurns(stored);
  const before = snapshotOf(stored);
  const script = createScriptedModel([search('carry over'), carried]);
  const { change, days, earlierTurns, audienceKeys } = await replayOf(second.id, stored, script.model);
  assert.ok(isSameAnswer(change));
  assert.deepEqual(days, { before: '2026-06-01', now: '2026-07-01' });
  assert.deepEqual([earlierTurns, audienceKeys], [1, ['everyone']]);
  assert.equal(script.requests[0]?.messages.length, 5);
  assert.equal(snapshotOf(stored), before);
});

test('what changed in the documents shows: sentences, words and versions', async () => {
  const stored = newStored();
  const { first } = await threeTurns(stored);
  const changed = createHandbook([
    {
      ...germanLeave,
      number: 2,
      sections: [
        {
          heading: 'Annual leave',
          text: 'Full-time employees receive 25 days of paid leave a year. Leave accrues monthly.',
        },
      ],
    },
  ]);
  const script = createScriptedModel([
    search('leave days'),
    answer('You get 25 days of paid leave a year.', '25 days'),
  ]);
  const replay = await replayOf(first.id, stored, script.model, changed);
  const { change } = replay;
  assert.deepEqual(change.sentences, [
    { kind: 'gone', text: 'You get 20 days of paid leave a year.' },
    { kind: 'new', text: 'You get 25 days of paid leave a year.' },
  ]);
  const [citation] = change.citations;
  assert.equal(citation?.kind, 'words');
  assert.deepEqual([citation?.before?.version, citation?.now?.version], [1, 2]);
  assert.match(replayText(replay), /Rules of 2026-06-01, now of 2026-07-01; audiences: everyone; .* first question/);
  assert.match(
    replayText(replay),
    /\n- You get 20 days.*\n\+ You get 25 days.*\n\n~ handbook\/leave-de\.md, Annual leave: “/,
  );
});

test('where the conversation is gone the question is asked by itself, and that is said', async () => {
  const stored = newStored();
  const { second } = await threeTurns(stored);
  stored.conversations.clear();
  const script = createScriptedModel([search('carry over'), carried]);
  const replay = await replayOf(second.id, stored, script.model);
  assert.equal(replay.earlierTurns, undefined);
  assert.deepEqual(replay.days, { now: '2026-06-01' });
  assert.equal(script.requests[0]?.messages.length, 1);
});

test('a replay never runs a tool that writes, nor asks anyone for a yes', async () => {
  const stored = newStored();
  const { first } = await threeTurns(stored);
  const ticket = createTicketTool();
  const steps: Step[] = [fileTicket(), search('leave days'), twenty];
  const script = createScriptedModel(steps);
  const { now } = await replayOf(first.id, stored, script.model, createHandbook(), [ticket.tool]);
  assert.equal(now.status, 'answered');
  assert.deepEqual(ticket.filed, []);
  assert.match(JSON.stringify(script.requests[1]?.messages), /nobody has agreed to that/);
  assert.equal(stored.approvals.size, 0);
});

test('an unknown answer, and one whose question was not kept, are told so', async () => {
  const stored = newStored();
  const { first } = await threeTurns(stored);
  const { model } = createScriptedModel([]);
  await assert.rejects(replayOf('none', stored, model), /there is no answer none/);
  const record = stored.answers.get(first.id);
  assert.ok(record);
  stored.answers.set('a9', { ...record, question: '(not kept: health)' });
  await assert.rejects(replayOf('a9', stored, model), /was not kept/);
});

const citation = (more: Partial<Citation>): Citation => ({
  ...{ n: 1, passage: 'p@1#0', document: 'p', title: 'P', section: 'S', quote: 'Words.', version: 1 },
  ...more,
});
const answerOf = (text: string, citations: Citation[] = []): Answer => ({
  ...{ id: 'a', status: 'answered', text, citations, passages: [], model: 'm', ms: 0 },
});

test('citations are told apart: kept, moved to another version, gained and lost', () => {
  const { citations } = compareAnswers(
    answerOf('A. [1]', [citation({}), citation({ document: 'q' }), citation({ document: 'r' })]),
    answerOf('A. [1]', [citation({ version: 2 }), citation({ document: 'q' }), citation({ document: 's' })]),
  );
  assert.deepEqual(
    citations.map(({ kind, document }) => [document, kind]),
    [
      ['p', 'version'],
      ['q', 'same'],
      ['r', 'lost'],
      ['s', 'gained'],
    ],
  );
});
