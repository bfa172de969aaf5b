import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import type { Records } from '../../src/records/records.ts';
import { answerRecord } from './answer-contract.ts';
import { sqliteRecords, temporaryFolder } from './open-sqlite.ts';
import { storeTime } from './records-contract.ts';
import { publish } from './version-draft.ts';

it('what a forgotten person wrote is in no file of the SQLite records, wherever SQLite had moved it', async (t) => {
  const folder = await temporaryFolder(t);
  const [bot, command] = [1, 2].map(() => sqliteRecords(t, join(folder, 'records.sqlite')));
  await bot?.start();
  await command?.start();
  assert.ok(bot && command);
  await fill(bot);
  assert.ok(marksIn(folder, 'Quokka') > 1000);
  const others = await bot.answers.count({ person: 'Wombat' });
  const { answers, feedback } = await command.privacy.forgetPerson('Quokka', 'ada', 1);
  assert.ok(answers > 50 && feedback === answers);
  assert.equal(marksIn(folder, 'Quokka'), 0);
  assert.deepEqual(await bot.answers.count({ person: 'Wombat' }), others);
  assert.equal((await bot.feedback.list({ limit: 1000 })).length, others.answered);
  assert.equal((await bot.memories.list('Wombat')).length, 40);
});

it('what has become too old is in no file of the SQLite records', async (t) => {
  const folder = await temporaryFolder(t);
  const records = sqliteRecords(t, join(folder, 'records.sqlite'));
  await records.start();
  await fill(records);
  await records.memories.clear('Quokka');
  await records.memories.clear('Wombat');
  for (const { key } of await records.questions.unfinished(storeTime)) {
    await records.questions.finish(key, { state: 'delivered' });
  }
  await records.privacy.eraseBefore(storeTime + 1);
  assert.equal(marksIn(folder, 'Quokka') + marksIn(folder, 'Wombat'), 0);
});

it('what a forgotten document said is in no file of the SQLite records, wherever SQLite had moved it', async (t) => {
  const folder = await temporaryFolder(t);
  const [bot, command] = [1, 2].map(() => sqliteRecords(t, join(folder, 'records.sqlite')));
  await bot?.start();
  await command?.start();
  assert.ok(bot && command);
  const random = seeded(5);
  for (let n = 0; n < 120; n++) {
    const who = random() < 0.3 ? 'Quokka' : 'Wombat';
    const text = `${who} `.repeat(1 + Math.floor(random() ** 3 * 900));
    const path = who === 'Quokka' ? 'secret.md' : `${n % 20}.md`;
    const id = await publish(bot, path, { text, metadata: { title: `${who} ${n}` }, contentHash: `${n}` });
    await bot.embeddings.use([{ versionId: id, hashes: [`${who}-${n}`] }]);
  }
  assert.ok(marksIn(folder, 'Quokka') > 1000);
  await command.forgetting.forget('handbook/secret.md', 'ada');
  assert.equal(marksIn(folder, 'Quokka'), 0);
  assert.ok(marksIn(folder, 'Wombat') > 1000);
});

it('a removed memory is in no file of the SQLite records', async (t) => {
  const folder = await temporaryFolder(t);
  const records = sqliteRecords(t, join(folder, 'records.sqlite'));
  await records.start();
  await records.memories.write('U1', 'note.md', 'Plan-Quokka', 1);
  await records.memories.write('U1', 'kept.md', 'Plan-Wombat', 1);
  await records.memories.remove('U1', 'note.md');
  assert.equal(marksIn(folder, 'Quokka'), 0);
  assert.ok(marksIn(folder, 'Wombat') > 0);
});

function marksIn(folder: string, mark: string): number {
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1').split(mark).length - 1)
    .reduce((sum, n) => sum + n, 0);
}

/** Rows of many sizes of two people among each other, so that SQLite splits and joins pages. */
async function fill(records: Records): Promise<void> {
  // With this seed copies stay behind if tables are not written anew.
  const random = seeded(5);
  const words = (who: string, most: number) => `${who} `.repeat(1 + Math.floor(random() ** 3 * most));
  for (let n = 0; n < 250; n++) {
    const person = random() < 0.3 ? 'Quokka' : 'Wombat';
    const [key, conversation] = [`${n}`, `${Math.floor(random() * 60)} of ${person}`];
    const text = words(person, 60);
    await records.conversations.put(conversation, words(person, 900), n, person);
    const payload = JSON.stringify({ user: person, text });
    await records.questions.claim({ key, payload, owner: 'o', leaseUntil: n, now: n });
    if (random() < 0.5) await records.questions.finish(key, { state: 'delivered' });
    const answer = { ...answerRecord.answer, id: key, text: words(person, 100) };
    await records.answers.put({ ...answerRecord, answer, question: text, conversation, person, at: n });
    await records.feedback.put({ answerId: key, person, verdict: 'helpful', reason: words(person, 20), at: n });
    await records.memories.write(person, `${n % 40}.md`, words(person, 300), n);
  }
  for (let n = 0; n < 40; n++) await records.memories.write('Wombat', `${n}.md`, words('Wombat', 300), n);
}

/** Mulberry32: https://github.com/bryc/code/blob/master/jshash/PRNGs.md */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
