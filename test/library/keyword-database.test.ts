import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type KeywordDatabase, type KeywordQuery, openKeywordDatabase } from '../../src/library/keyword-database.ts';
import { atEnd, makeFolder } from './library-fixture.ts';

function open(t: TestContext): KeywordDatabase {
  const db = openKeywordDatabase(join(makeFolder(t), 'keywords.sqlite'));
  atEnd(t, async () => db.close());
  return db;
}

const asked = (text: string, query: Partial<KeywordQuery> = {}): KeywordQuery => ({
  text,
  audienceKeys: ['everyone'],
  without: [],
  ...query,
});

const version = (id: string, texts: readonly string[], audienceKey = 'everyone') => ({
  version: id,
  title: id,
  audienceKey,
  texts,
});

test('scores by BM25 with k1 1.2 and b 0.75, every distinct token of the question once', (t) => {
  const db = open(t);
  db.add([version('a@1', ['leave leave days', 'travel', 'leave of five working days abroad'])]);

  const { hits, idfSum } = db.search(asked('leave, leave and zebra'));

  // N 3, lengths 3, 1 and 5 (of is a stop word), df of leave 2.
  const idfLeave = Math.log(1 + (3 - 2 + 0.5) / (2 + 0.5));
  const idfUnknown = Math.log(1 + (3 + 0.5) / 0.5);
  const norm = (length: number) => 1.2 * (0.25 + (0.75 * length) / 3);
  assert.equal(hits.length, 2);
  assert.ok(Math.abs((hits[0]?.score ?? 0) - (idfLeave * 2 * 2.2) / (2 + norm(3))) < 1e-12);
  assert.ok(Math.abs((hits[1]?.score ?? 0) - (idfLeave * 2.2) / (1 + norm(5))) < 1e-12);
  assert.deepEqual([hits[0]?.n, hits[1]?.n], [0, 2]);
  assert.ok(Math.abs(idfSum - idfLeave - idfUnknown) < 1e-12);
});

test('keeps a weight for words that most of a small corpus holds, such as the names of its two plans', (t) => {
  const db = open(t);
  const plan = (name: string, i: number) => `northwind ${name} covers visit ${i} with copay and deductible`;
  db.add([
    version(
      'std@1',
      Array.from({ length: 9 }, (_, i) => `${plan('standard', i)} preventive`),
    ),
  ]);
  db.add([
    version(
      'plus@1',
      Array.from({ length: 12 }, (_, i) => `${plan('plus', i)} preventive`),
    ),
  ]);

  const best = db.search(asked('does northwind plus cover preventive visit?')).hits.slice(0, 12);

  assert.ok(best.every((hit) => hit.version === 'plus@1'));
});

test('puts a passage first where words stand side by side as in the question, and leaves plain BM25 as it is', (t) => {
  const db = open(t);
  db.add([version('a@1', ['parental care leave advice', 'care advice parental leave', 'other words stand here'])]);

  const { hits } = db.search(asked('parental leave'));
  assert.deepEqual(
    hits.map((hit) => hit.n),
    [1, 0],
  );
  assert.equal(hits[0]?.bm25, hits[1]?.bm25);
  assert.equal(hits[1]?.score, hits[1]?.bm25);
});

test('takes a question for words, never for query syntax', (t) => {
  const db = open(t);
  db.add([version('a@1', ['what is leave', 'all days count', 'a NEAR miss'])]);
  const ids = (text: string) => db.search(asked(text)).hits.map((hit) => hit.n);

  assert.deepEqual(ids("what's leave?"), [0]);
  assert.deepEqual(ids('leave AND'), [0]);
  assert.deepEqual(ids('da*'), []);
  assert.deepEqual(ids('days*'), [1]);
  assert.deepEqual(ids('"leave'), [0]);
  assert.deepEqual(ids('NOT leave OR days'), [0, 1].sort());
  assert.deepEqual(ids('tokens:days ^leave -days NEAR(leave)').toSorted(), [0, 1, 2]);
  assert.deepEqual(ids('); DROP TABLE versions; --'), []);
});

test('finds passages that share only some words, and nothing for words that no passage holds', (t) => {
  const db = open(t);
  db.add([version('a@1', ['carry over unused leave'])]);

  assert.equal(db.search(asked('carry over flurbish quoxit')).hits.length, 1);
  const nonsense = db.search(asked('flurbish quoxit'));
  assert.deepEqual([nonsense.hits.length, nonsense.knownTokens], [0, 0]);
});

test('finds text that is written without spaces', (t) => {
  const db = open(t);
  db.add([version('a@1', ['认证系统使用JWT令牌', '休暇は年二十日です', 'วันลาพักร้อนสิบวัน', '연차휴가는 20일'])]);
  for (const [n, question] of ['认证', '休暇', 'ลาพัก', '휴가'].entries()) {
    assert.equal(db.search(asked(question)).hits[0]?.n, n, question);
  }
});

test('never returns a passage of an audience set that was not asked', (t) => {
  const db = open(t);
  db.add([version('open@1', ['salary bands for everyone']), version('board@1', ['salary of the board'], 'board')]);

  assert.deepEqual(
    db.search(asked('salary board')).hits.map((hit) => hit.version),
    ['open@1'],
  );
  assert.equal(db.search(asked('board')).knownTokens, 0);
  assert.equal(db.search(asked('salary', { audienceKeys: ['everyone', 'board'] })).hits.length, 2);
  assert.deepEqual(db.search(asked('salary', { audienceKeys: [] })).hits, []);
});

test('leaves out versions and keeps to versions before it takes the best 200', (t) => {
  const db = open(t);
  db.add([
    version(
      'many@1',
      Array.from({ length: 300 }, () => 'leave leave leave'),
    ),
    version('one@1', ['one leave of many long words here']),
  ]);

  assert.equal(db.search(asked('leave')).hits.length, 200);
  assert.deepEqual(
    db.search(asked('leave', { without: ['many@1'] })).hits.map((hit) => hit.version),
    ['one@1'],
  );
  assert.deepEqual(
    db.search(asked('leave', { only: ['one@1'] })).hits.map((hit) => hit.version),
    ['one@1'],
  );
  assert.deepEqual(db.search(asked('leave', { only: ['one@1'], without: ['one@1'] })).hits, []);
});

test('changes nothing when a version is added twice, and leaves nothing of a removed one', (t) => {
  const db = open(t);
  const one = version('a@1', ['leave days', 'sick days']);
  db.add([one]);
  const before = db.search(asked('sick leave days'));
  db.add([one]);
  assert.deepEqual(db.search(asked('sick leave days')), before);

  db.add([version('b@1', ['other words'])]);
  db.remove(['b@1', 'unknown@1']);
  assert.deepEqual(db.search(asked('sick leave days')), before);
  assert.equal(db.search(asked('other')).knownTokens, 0);
  assert.deepEqual(db.inventory(), [{ version: 'a@1', audienceKey: 'everyone', passages: 2 }]);
});

test('answers a question of 50,000 characters', (t) => {
  const db = open(t);
  db.add([version('a@1', ['carry over unused leave'])]);
  const long = Array.from({ length: 7_000 }, (_, i) => `word${i}`).join(' ');
  assert.equal(db.search(asked(`${long} leave`)).hits.length, 1);
});
