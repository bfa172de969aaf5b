import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createDaily, type DailyDeps } from '../src/daily.ts';
import type { Answer } from '../src/domain.ts';
import { BylawError } from '../src/errors.ts';
import { createLog } from '../src/log.ts';
import type { Records } from '../src/records/records.ts';
import { createSqliteRecords } from '../src/records/sqlite.ts';
import { publish } from './records/version-draft.ts';

const dayMs = 86_400_000;
const start = Date.parse('2026-11-30T09:00:00Z');

test('what is older than it may be kept is erased once at the start, and again on each new day', async (t) => {
  const world = await open(t);
  await world.put('not_found', start - 31 * dayMs);
  await world.put('answered', start - 30 * dayMs + 1);
  const daily = world.daily({ retentionDays: 30 });
  await daily.run();
  assert.deepEqual(await world.records.answers.count({}), { answered: 1 });
  assert.deepEqual(world.events('retention.done'), [{ answers: 1, conversations: 1 }]);
  world.wait(dayMs / 4);
  await daily.run();
  assert.deepEqual(await world.records.answers.count({}), { answered: 1 }, 'not again on the same day');
  world.wait(dayMs);
  await daily.run();
  assert.deepEqual(await world.records.answers.count({}), {});
});

test('the history of a removed document is erased by the day on which it was found gone', async (t) => {
  const world = await open(t);
  const { documents } = world.records;
  await publish(world.records, 'a.md', { validFrom: '2020-01-01' });
  await documents.settle((await documents.retire(['handbook/a.md'])).map(({ id }) => id));
  const daily = world.daily({ retentionDays: 30 });
  await daily.run();
  assert.equal((await documents.history('handbook/a.md')).length, 1);
  world.wait(30 * dayMs + 1);
  await daily.run();
  assert.deepEqual(await documents.history('handbook/a.md'), []);
  assert.deepEqual(world.events('retention.done'), [{ removedVersions: 1 }]);
});

test('without a limit nothing is erased', async (t) => {
  const world = await open(t);
  await world.put('answered', 1);
  await world.daily({}).run();
  assert.deepEqual(await world.records.answers.count({}), { answered: 1 });
});

test('erasing that fails is logged, and tried again within the day', async (t) => {
  const world = await open(t);
  await world.put('answered', 1);
  let isLocked = true;
  const privacy: Records['privacy'] = {
    ...world.records.privacy,
    eraseBefore: async (before) => {
      if (isLocked) throw new BylawError('records_unavailable', 'locked');
      return world.records.privacy.eraseBefore(before);
    },
  };
  const daily = world.daily({ retentionDays: 1, records: { ...world.records, privacy } });
  await daily.run();
  assert.equal(world.events('retention.failed').length, 1);
  isLocked = false;
  await daily.run();
  assert.deepEqual(await world.records.answers.count({}), {});
});

test('a jump of what is not answered is a warning once a day, also after a restart', async (t) => {
  const world = await open(t);
  await world.ask({ answered: 18, not_found: 2 }, start - 20 * dayMs);
  await world.ask({ answered: 17, not_found: 2, failed: 1, needs_input: 9 }, start - 2 * dayMs);
  const daily = world.daily({});
  await daily.run();
  await daily.run();
  await world.daily({}).run();
  const jumped = { questions: 20, unansweredPercent: 15, questionsBefore: 20, unansweredPercentBefore: 10 };
  assert.deepEqual(world.events('abstention.jumped'), [jumped]);
  world.wait(dayMs);
  await daily.run();
  assert.equal(world.events('abstention.jumped').length, 2);
});

for (const { name, before, recent } of [
  { name: 'less than half more', before: { answered: 18, not_found: 2 }, recent: { answered: 26, not_found: 4 } },
  { name: 'fewer than 20 questions', before: { answered: 20 }, recent: { not_found: 19 } },
  { name: 'one question in 20 where all were answered', before: { answered: 20 }, recent: { answered: 19, failed: 1 } },
  { name: 'less than half in the first week', before: {}, recent: { answered: 11, not_found: 9 } },
]) {
  test(`no jump: ${name}`, async (t) => {
    const world = await open(t);
    await world.ask(before, start - 20 * dayMs);
    await world.ask(recent, start - 2 * dayMs);
    await world.daily({}).run();
    assert.deepEqual(world.events('abstention.jumped'), []);
  });
}

test('half of the first questions unanswered is a jump, though nothing is known of before', async (t) => {
  const world = await open(t);
  await world.ask({ answered: 10, not_found: 10 }, start - 2 * dayMs);
  await world.daily({}).run();
  assert.equal(world.events('abstention.jumped').length, 1);
});

async function open(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-daily-'));
  let now = start;
  const records = createSqliteRecords({ file: join(folder, 'records.sqlite'), now: () => now });
  await records.start();
  t.after(async () => {
    await records.stop();
    rmSync(folder, { recursive: true });
  });
  const lines: string[] = [];
  const log = createLog({ level: 'info', write: (line) => void lines.push(line), now: () => new Date(now) });
  let ids = 0;
  async function put(status: Answer['status'], at: number): Promise<void> {
    const id = `answer-${++ids}`;
    await records.conversations.put(id, '{}', at);
    await records.answers.put({
      answer: { id, status, text: '', citations: [], passages: [], model: 'stub', ms: 1 },
      ...{ question: '?', conversation: id, retrieved: [], at },
    });
  }
  return {
    records,
    put,
    ask: async (counts: Partial<Record<Answer['status'], number>>, at: number) => {
      for (const status of ['answered', 'not_found', 'failed', 'needs_input'] as const) {
        for (let n = 0; n < (counts[status] ?? 0); n++) await put(status, at);
      }
    },
    daily: (more: Partial<DailyDeps>) =>
      createDaily({ records, now: () => now, today: () => new Date(now).toISOString().slice(0, 10), log, ...more }),
    wait: (ms: number) => {
      now += ms;
    },
    /** The fields of the logged lines of one event, without zeros. */
    events: (name: string) =>
      lines
        .map((line) => JSON.parse(line))
        .filter(({ event }) => event === name)
        .map(({ time: _, level: __, event: ___, ...fields }) =>
          Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== 0)),
        ),
  };
}
