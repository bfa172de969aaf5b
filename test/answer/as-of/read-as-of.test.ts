import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readAsOf } from '../../../src/answer/as-of/read-as-of.ts';

interface Labelled {
  readonly question: string;
  readonly language: string;
  /** The day whose rules are asked for; absent where that is today. */
  readonly on?: string;
  /** The rules were written with the first part only. */
  readonly part: 'dev' | 'held out';
}

const today = '2026-11-30';
const labelled: Labelled[] = readFileSync(new URL('questions.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

async function score(questions: readonly Labelled[]) {
  const read = await Promise.all(questions.map(({ question }) => readAsOf(question, { today })));
  const days = read.map((asked) => (asked?.kind === 'time' ? asked.on : asked?.kind));
  const right = questions.filter(({ on }, i) => on !== undefined && on === days[i]).length;
  return {
    precision: right / days.filter((day) => day !== undefined).length,
    recall: right / questions.filter(({ on }) => on !== undefined).length,
    missed: questions.filter(({ on }, i) => on !== days[i]).map(({ question }) => question),
  };
}

test('the labelled questions hold both classes in seven languages, more than a third of them held out', () => {
  assert.ok(labelled.length >= 300);
  assert.equal(new Set(labelled.map(({ question }) => question)).size, labelled.length);
  const heldOut = labelled.filter(({ part }) => part === 'held out');
  assert.ok(heldOut.length >= labelled.length / 3);
  for (const part of [labelled, heldOut]) {
    const share = part.filter(({ on }) => on !== undefined).length / part.length;
    assert.ok(share > 0.4 && share < 0.6);
    assert.deepEqual([...new Set(part.map(({ language }) => language))].sort(), [
      ...['de', 'en', 'es', 'fr', 'it', 'nl', 'pt'],
    ]);
  }
});

test('questions about another time are told from those in which a time is part of the case', async () => {
  const dev = await score(labelled.filter(({ part }) => part === 'dev'));
  assert.deepEqual(
    { precision: dev.precision, recall: dev.recall },
    { precision: 1, recall: 1 },
    dev.missed.join('\n'),
  );
  const heldOut = await score(labelled.filter(({ part }) => part === 'held out'));
  assert.ok(heldOut.precision >= 0.98, `precision ${heldOut.precision}: ${heldOut.missed.join('\n')}`);
  assert.ok(heldOut.recall >= 0.9, `recall ${heldOut.recall}: ${heldOut.missed.join('\n')}`);
});

test('a month is the one that came last, and for what will be, the next', async () => {
  const on = async (question: string, day: string) => {
    const asked = await readAsOf(question, { today: day });
    return asked?.kind === 'time' ? { from: asked.from, on: asked.on } : asked;
  };
  const past = 'What was the rule in March?';
  assert.deepEqual(await on(past, '2026-02-28'), { from: '2025-03-01', on: '2025-03-31' });
  assert.deepEqual(await on(past, '2026-04-01'), { from: '2026-03-01', on: '2026-03-31' });
  assert.deepEqual(await on(past, '2026-03-20'), { from: '2026-03-01', on: '2026-03-20' });
  const future = 'What rules will apply in March?';
  assert.deepEqual(await on(future, '2026-02-28'), { from: '2026-03-01', on: '2026-03-31' });
  assert.deepEqual(await on(future, '2026-04-01'), { from: '2027-03-01', on: '2027-03-31' });
  assert.deepEqual(await on('What was the rule in February 2024?', today), { from: '2024-02-01', on: '2024-02-29' });
});

test('what is left of the question is what to look for', async () => {
  const rests = {
    'What was the limit for hotels in March 2025?': 'What was the limit for hotels?',
    'As of 1 March 2026, how long is the notice period?': 'how long is the notice period?',
    "What did last year's policy say about hotels?": 'What did policy say about hotels?',
    'What did the policy of 2025 say about leave?': 'What did the policy say about leave?',
    'Wie viele Urlaubstage bekomme ich, Stand März 2026?': 'Wie viele Urlaubstage bekomme ich?',
    'What did the travel policy say before 1 May?': 'What did the travel policy say?',
  };
  for (const [question, rest] of Object.entries(rests)) {
    const asked = await readAsOf(question, { today });
    assert.equal(asked?.kind === 'time' ? asked.rest : asked?.kind, rest);
  }
});

test('days that do not exist, and those that can be read in two ways, are not guessed', async () => {
  const read = (question: string) => readAsOf(question, { today });
  assert.deepEqual(await read('What was the rule on 31 February 2026?'), {
    ...{ kind: 'unclear', words: '31 February 2026', isAmbiguous: false },
  });
  assert.deepEqual(await read('As of 2026-13-01, what is the rule?'), {
    ...{ kind: 'unclear', words: '2026-13-01', isAmbiguous: false },
  });
  assert.deepEqual(await read('What was the hotel limit on 03/01/2026?'), {
    ...{ kind: 'unclear', words: '03/01/2026', isAmbiguous: true },
  });
  const clear = await read('What was the hotel limit on 23/01/2026?');
  assert.equal(clear?.kind === 'time' && clear.on, '2026-01-23');
});

test('after a question about another time, a bare time is one as well, and "and today?" comes back', async () => {
  const follow = async (question: string, follows = true) => {
    const asked = await readAsOf(question, { today, follows });
    return asked?.kind === 'time' ? [asked.on, asked.rest] : asked?.kind;
  };
  assert.deepEqual(await follow('And in 2024?'), ['2024-12-31', '']);
  assert.deepEqual(await follow('And in 2024?', false), ['2024-12-31', '']);
  assert.deepEqual(await follow('and in march?'), ['2026-03-31', '']);
  assert.equal(await follow('and in march?', false), undefined);
  assert.deepEqual(await follow('Und im März 2025?'), ['2025-03-31', '']);
  for (const back of ['And today?', 'and now?', 'Und heute?', 'Et aujourd’hui ?', '¿Y hoy?', 'En vandaag?']) {
    assert.equal(await follow(back), 'today', back);
    assert.equal(await follow(back, false), undefined, back);
  }
});

test('what is no question, or much too long for one, is about today', async () => {
  for (const text of ['', '   ', '2026', 'İstanbul in 2024', `What was the rule in 2024? ${'x '.repeat(600)}`])
    assert.equal(await readAsOf(text, { today }), undefined);
});
