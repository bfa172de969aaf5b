import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askToChoose, readReply } from '../../src/applicability/choice.ts';
import { findDifference, type Rival } from '../../src/applicability/difference.ts';
import type { Limits } from '../../src/applicability/limits.ts';
import { appliesRemarks } from '../../src/applicability/remarks.ts';
import { readRegion } from '../../src/countries/regions.ts';
import { formatPassageTitle, readPassageTitle } from '../../src/passage-title.ts';
import { toPassages, toVersion } from '../answer/small-handbook.ts';

const none: Limits = { country: [], entity: [], employment: [] };
const rival = (country: readonly string[], text: string, score = 1): Rival => ({
  limits: { ...none, country },
  text,
  score,
});
const unknown = () => false;
const fieldOf = (...rivals: Rival[]) => findDifference(rivals, unknown)?.field;

test('rules differ by figures, by a not, and by what else they say', () => {
  const german = rival(['DE'], 'Employees in Germany receive 28 days of leave.');
  assert.equal(fieldOf(german, rival(['US'], 'Employees in the United States receive 20 days of leave.')), 'country');
  assert.equal(
    fieldOf(rival(['DE'], 'Leave may be carried over.'), rival(['US'], 'Leave may not be carried over.')),
    'country',
  );
});

test('rules that say the same of two countries, in other words as well, are no reason to ask', () => {
  const pairs = [
    ['A sick note is due on the fourth day.', 'A sick note is due on the fourth day.'],
    ['In Germany, requests are made in the Roster app.', 'In the United States, requests are made in the Roster app.'],
    ['Claims in Germany are due within 30 days of the purchase.', 'Claims are due within 30 days after the purchase.'],
  ] as const;
  for (const [a, b] of pairs) assert.equal(fieldOf(rival(['DE'], a), rival(['US'], b)), undefined, a);
});

test('what is for overlapping countries, or known already, is no reason to ask', () => {
  const [eu, german] = [rival(['DE', 'FR'], 'It is 25 days.'), rival(['DE'], 'It is 28 days.')];
  assert.equal(fieldOf(eu, german), undefined);
  assert.equal(
    findDifference([rival(['DE'], 'It is 1 day.'), rival(['US'], 'It is 2 days.')], () => true),
    undefined,
  );
});

test('a rule for one country asks only where the one for everyone clearly says something else', () => {
  const german = rival(['DE'], 'Employees in Germany receive 28 days.');
  const [general, far] = [rival([], 'Employees receive 25 days.', 0.95), rival([], 'Employees receive 25 days.', 0.7)];
  assert.equal(fieldOf(german, general), 'country');
  assert.equal(fieldOf(german, far), undefined);
});

test('at most five are offered, a region as one, and always another', () => {
  const eu = readRegion('EU');
  assert.ok(eu?.kind === 'region');
  const asked = askToChoose({ field: 'country', groups: [eu.countries, ['US']] });
  assert.equal(asked.text, 'This differs by country. Which one applies to you: the EU or the United States?');
  const many = askToChoose({
    field: 'country',
    groups: ['DE', 'US', 'FR', 'ES', 'IT', 'PL', 'PT'].map((code) => [code]),
  });
  assert.deepEqual(
    many.choice.options.map(({ value }) => value),
    ['DE', 'US', 'FR', 'ES', 'IT', 'ZZ'],
  );
  assert.match(many.text, /: Germany, the United States, France, Spain, Italy or another country\?$/);
  const one = askToChoose({ field: 'country', groups: [['DE']] });
  assert.match(one.text, /: Germany or another country\?$/);
});

const { choice } = askToChoose({ field: 'country', groups: [['DE'], ['US'], ['FR']] });
const replies: readonly (readonly [string, string | undefined])[] = [
  ['Germany', 'DE'],
  ['<@U1> germany.', 'DE'],
  ['Deutschland', 'DE'],
  ['“US”', 'US'],
  ['the United States', 'US'],
  ['I work in France', 'FR'],
  ['Austria', 'AT'],
  ['another country', 'ZZ'],
  ['neither', 'ZZ'],
  ['Germany and France', 'DE,FR'],
  ['no', undefined],
  ['it', undefined],
  ['How much leave do I get in Germany?', undefined],
  ['I would like to know something else about the policy in Germany', undefined],
  ['thanks', undefined],
  ['', undefined],
];
for (const [reply, value] of replies)
  test(`to a question back, “${reply}” is ${value ?? 'no answer'}`, () =>
    assert.equal(readReply(reply, choice), value));

test('companies and kinds of employment are chosen by a part of their name', () => {
  const entities = askToChoose({ field: 'entity', groups: [['larkmoor gmbh'], ['norbury ltd']] });
  assert.match(entities.text, /^This differs by company\. Which one applies to you: Larkmoor GmbH or Norbury Ltd\?$/);
  assert.equal(readReply('Norbury', entities.choice), 'norbury ltd');
  assert.equal(readReply('larkmoor gmbh', entities.choice), 'larkmoor gmbh');
  const kinds = askToChoose({ field: 'employment', groups: [['intern'], ['working student']] });
  assert.equal(readReply('I am a working student', kinds.choice), 'working student');
  assert.equal(readReply('Praktikantin', kinds.choice), 'intern');
});

test('to whom an answer applies is said once, or of each source where they differ', () => {
  const source = (n: number, limits: Partial<Limits>) => ({ n, limits: { ...none, ...limits } });
  assert.deepEqual(appliesRemarks([source(1, {})], {}), []);
  assert.deepEqual(appliesRemarks([source(1, { country: ['DE'] }), source(2, {})], {}), ['Applies in Germany.']);
  assert.deepEqual(
    appliesRemarks([source(1, { country: ['DE'], entity: ['larkmoor gmbh'], employment: ['intern'] })], {}),
    ['Applies to interns at Larkmoor GmbH in Germany.'],
  );
  assert.deepEqual(
    appliesRemarks([source(1, { country: ['DE'] })], { country: { values: ['DE'], origin: 'profile' } }),
    ['Applies in Germany, by your profile. For another country, name it in your question.'],
  );
  const us = { country: { values: ['US'], origin: 'question' } } as const;
  assert.deepEqual(appliesRemarks([source(1, { country: ['US'] })], us), [
    'Applies in the United States, as you asked.',
  ]);
  assert.deepEqual(
    appliesRemarks([source(1, { country: ['DE', 'US'] })], us),
    ['Applies in Germany and the United States.'],
    'only one of them was asked for',
  );
  assert.deepEqual(
    appliesRemarks(
      [source(1, { country: ['DE'] }), source(2, { country: ['US'] }), source(3, { country: ['DE'] })],
      {},
    ),
    ['[1] [3] apply in Germany; [2] applies in the United States.'],
  );
});

test('a search result says in its title whom it is for, and a long list of countries stays short', () => {
  const document = {
    id: 'handbook/a.md',
    title: 'Leave',
    country: ['DE', 'US'],
    sections: [{ heading: 'A', text: 'T.' }],
  };
  const version = toVersion(document);
  const [passage] = toPassages(document, version);
  assert.ok(passage);
  const metadata = { ...version.metadata, entity: ['larkmoor gmbh'], employment: ['intern'] };
  const title = formatPassageTitle({ ...version, metadata }, passage);
  assert.equal(title, 'Leave › A (version 1, applies in DE and US, at Larkmoor GmbH, for interns)');
  assert.deepEqual(readPassageTitle(title).countries, ['DE', 'US']);
});
