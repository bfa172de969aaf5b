import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { replayText } from '../../../src/commands/replay-text.ts';
import type { Answer } from '../../../src/domain.ts';
import { startDatedApp, travelPolicy } from '../dated-app.ts';

const dinner = 'How much may dinner on a business trip cost?';

type World = Awaited<ReturnType<typeof changedInMarch>>;

/** Dinner: 40 EUR from 2025 on, 45 EUR from 15 March 2026 on; the day is 30 November 2026. */
async function changedInMarch(t: Parameters<typeof startDatedApp>[0], options?: Parameters<typeof startDatedApp>[1]) {
  const world = await startDatedApp(t, options);
  await world.at('2026-01-15', { 'travel.md': travelPolicy('40 EUR') });
  await world.at('2026-03-15', { 'travel.md': travelPolicy('45 EUR') });
  await world.at('2026-11-30');
  return world;
}

function limitIn({ text }: Answer): string | undefined {
  return /up to (\d+ EUR)/.exec(text)?.[1];
}

describe('a policy that changed in March', () => {
  const cleanUps: (() => void | Promise<void>)[] = [];
  let world: World;
  before(async () => {
    world = await changedInMarch({ after: (run) => void cleanUps.push(run) });
  });
  after(async () => {
    for (const run of cleanUps.toReversed()) await run();
  });

  test('the version in force on the day answers: before, on and after a change', async () => {
    const { ask } = world;
    const on = async (day: string) => {
      const { asOf, citations, ...answer } = await ask(`as-of:${day} ${dinner}`);
      return [
        limitIn({ ...answer, citations }),
        asOf,
        citations[0]?.version,
        citations[0]?.effective,
        citations[0]?.until,
      ];
    };
    assert.deepEqual(await on('2025-01-01'), ['40 EUR', '2025-01-01', 1, '2025-01-01', '2026-03-15']);
    assert.deepEqual(await on('2026-03-14'), ['40 EUR', '2026-03-14', 1, '2025-01-01', '2026-03-15']);
    assert.deepEqual(await on('2026-03-15'), ['45 EUR', '2026-03-15', 2, '2026-03-15', undefined]);
    assert.deepEqual(await on('2026-03-16'), ['45 EUR', '2026-03-16', 2, '2026-03-15', undefined]);
    const today = await ask(dinner);
    assert.deepEqual([limitIn(today), today.asOf], ['45 EUR', undefined]);
  });

  test('the answer says its day first, in the language of the question', async () => {
    const { ask } = world;
    const english = await ask('What was the limit for dinner on a business trip in February 2026?');
    assert.match(
      english.text,
      /^As of 28 February 2026:\n\n“Dinner on a business trip may cost up to 40 EUR\.” \[1\]$/,
    );
    const german = await ask('Wie war die Regel für das Abendessen auf einer Dienstreise im Februar 2026?');
    assert.match(german.text, /^Stand 28\. Februar 2026:\n\n/);
  });

  test('a month is answered with what was in force at its end, and with what changed within it', async () => {
    const { ask } = world;
    const answer = await ask('What was the limit for dinner on a business trip in March?');
    assert.match(answer.text, /^As of 31 March 2026:\n\n“Dinner on a business trip may cost up to 45 EUR\.” \[1\]$/);
    assert.deepEqual(answer.remarks, ['Until 14 March 2026: “Dinner on a business trip may cost up to 40 EUR.” [2]']);
    assert.deepEqual(
      answer.citations.map(({ n, version, effective, until }) => [n, version, effective, until]),
      [
        [1, 2, '2026-03-15', undefined],
        [2, 1, '2025-01-01', '2026-03-15'],
      ],
    );
    assert.equal(await world.app.answers.maySee(answer, await world.app.viewer()), true);
    const breakfast = await ask('How much was breakfast allowed to cost in March?');
    assert.deepEqual(breakfast.remarks, ['“Travel policy” changed on 15 March 2026, but not in what is quoted here.']);
    const april = await ask('What was the limit for dinner on a business trip in April?');
    assert.deepEqual([limitIn(april), april.remarks], ['45 EUR', undefined]);
  });

  test('in a thread a question is about today again unless it names a time, and "and today?" goes back', async () => {
    const { ask } = world;
    const conversation = 'thread';
    const says = async (text: string) => {
      const answer = await ask(text, { conversation });
      return [limitIn(answer), answer.asOf];
    };
    assert.deepEqual(await says('What was the limit for dinner on a business trip in February 2026?'), [
      ...['40 EUR', '2026-02-28'],
    ]);
    assert.deepEqual(await says('And in April 2026?'), ['45 EUR', '2026-04-30']);
    assert.deepEqual(await says('and in January?'), ['40 EUR', '2026-01-31']);
    assert.deepEqual(await says('And today?'), ['45 EUR', undefined]);
    assert.deepEqual(await says('And in 2025?'), ['40 EUR', '2025-12-31']);
    assert.deepEqual(await says(dinner), ['45 EUR', undefined]);
  });

  test('a day that does not exist, or could be two, is asked for again', async () => {
    const { ask } = world;
    for (const [question, said] of [
      [`as-of:2026-02-30 ${dinner}`, /There is no such day as “2026-02-30”/],
      [`as-of:March ${dinner}`, /There is no such day as “March”/],
      ['What was the dinner limit on 31 June 2026?', /There is no such day as “31 June 2026”/],
      ['What was the dinner limit on 03/04/2026?', /“03\/04\/2026” can be read as two different days/],
      ['as-of:2026-03-01', /What would you like to know\?/],
    ] as const) {
      const answer = await ask(question);
      assert.equal(answer.status, 'needs_input', question);
      assert.match(answer.text, said);
    }
  });

  test('an answer as of a day is asked again as of that day', async () => {
    const { ask, app } = world;
    const { id } = await ask('What was the limit for dinner on a business trip in February 2026?', {
      conversation: 'R',
    });
    const replay = await app.replay(id, new AbortController().signal);
    assert.equal(replay.now.asOf, '2026-02-28');
    assert.equal(limitIn(replay.now), '40 EUR');
    assert.match(replayText(replay), /Nothing changed\./);
  });
});

test('a day to come is answered from what will be in force then, as far as it is known', async (t) => {
  const { ask, at } = await changedInMarch(t);
  await at('2026-11-30', { 'travel.md': travelPolicy('60 EUR', 'effective: 2027-01-01') });
  const answer = await ask('What will the limit for dinner on a business trip be in January 2027?');
  assert.equal(answer.asOf, '2027-01-31');
  assert.equal(limitIn(answer), '60 EUR');
  assert.deepEqual(answer.remarks, [
    'This is what I know today about the rules of 31 January 2027; they may still change.',
  ]);
  assert.equal(limitIn(await ask(`as-of:2026-12-31 ${dinner}`)), '45 EUR');
  assert.equal(limitIn(await ask(`as-of:2027-01-01 ${dinner}`)), '60 EUR');
});

test('which day it is at midnight depends on the time zone', async (t) => {
  const lastMinutes = '2026-12-31T23:30:00Z';
  for (const [timezone, limit] of [
    ['Europe/Berlin', '60 EUR'],
    ['America/New_York', '45 EUR'],
  ] as const) {
    const { ask, at } = await changedInMarch(t, { timezone });
    await at('2026-11-30', { 'travel.md': travelPolicy('60 EUR', 'effective: 2027-01-01') });
    await at(lastMinutes);
    assert.equal(limitIn(await ask(dinner)), limit, timezone);
    const yesterday = await ask('What was the limit for dinner on a business trip yesterday?');
    assert.deepEqual(
      [limitIn(yesterday), yesterday.asOf],
      ['45 EUR', timezone === 'Europe/Berlin' ? '2026-12-31' : '2026-12-30'],
    );
  }
});

test('what a document said before it was known is not made up from what it says today', async (t) => {
  const { ask, at } = await changedInMarch(t);
  await at('2026-05-01', { 'pets.md': '# Pets\n\nDogs may come to the office on Fridays.\n' });
  await at('2026-11-30');
  const question = 'May dogs come to the office?';
  assert.match((await ask(question)).text, /Fridays/);
  const before = await ask(`as-of:2026-04-30 ${question}`);
  assert.equal(before.status, 'not_found');
  assert.match(before.text, /^As of 30 April 2026:\n\nI don't have this information/);
  assert.doesNotMatch(before.text, /Fridays/);
  assert.deepEqual(before.remarks, [
    "“Pets” answers this today, but I know it only since 1 May 2026, so I can't tell what it said on 30 April 2026.",
  ]);
  const stated = await ask(`as-of:2024-12-31 ${dinner}`);
  assert.deepEqual(stated.remarks, [
    '“Travel policy” answers this today, but it is in force only since 1 January 2025.',
  ]);
});

test('a model is told the day, searches only what was in force, and may cite nothing else', async (t) => {
  const { ask, fake } = await changedInMarch(t, { withModel: true });
  const answer = await ask('What was the limit for dinner on a business trip in February 2026?');
  assert.match(answer.text, /^As of 28 February 2026:\n\nDinner on a business trip may cost up to 40 EUR\. \[1\]/);
  assert.match(answer.model, /^claude-/);
  const sent = JSON.stringify(fake?.requests.map(({ body }) => body));
  assert.match(sent, /The rules in force on 2026-02-28 apply/);
  assert.doesNotMatch(sent, /45 EUR/);
  assert.doesNotMatch(JSON.stringify(fake?.requests.map(({ body }) => body.system)), /2026-02-28/);
});

test('an answer as of a day may be seen by those who may read that version, and by no one once it is restricted', async (t) => {
  const { ask, app, at } = await changedInMarch(t);
  const answer = await ask(`as-of:2026-02-01 ${dinner}`);
  assert.equal(await app.answers.maySee(answer, await app.viewer()), true);
  await at('2026-12-01', { 'travel.md': travelPolicy('50 EUR', 'audience: managers') });
  assert.equal(await app.answers.maySee(answer, await app.viewer()), false);
  const hidden = await ask(`as-of:2026-02-01 ${dinner}`);
  assert.equal(hidden.status, 'not_found');
  assert.doesNotMatch(JSON.stringify(hidden), /EUR/);
});
