import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitFrontMatter } from '../../../src/ingest/parsers/front-matter.ts';
import { readMetadata } from '../../../src/ingest/parsers/metadata.ts';

function read(yaml: string) {
  const { fields } = splitFrontMatter(`---\n${yaml}\n---\n`);
  const { metadata, notes } = readMetadata({ fields, text: '', path: 'a.md' });
  const { country, entity, employment, status } = metadata;
  return { country, entity, employment, status, notes };
}

const understood: readonly (readonly [string, Partial<ReturnType<typeof read>>])[] = [
  ['country: DE', { country: ['DE'] }],
  ['applies_to:\n  country: Germany', { country: ['DE'] }],
  ['appliesTo: {country: [Germany, usa]}', { country: ['DE', 'US'] }],
  [
    'applies-to:\n  entity: Larkmoor, Inc.\n  employment: Interns',
    { entity: ['larkmoor inc'], employment: ['intern'] },
  ],
  ['applies_to: [DE, interns]', { country: ['DE'], employment: ['intern'] }],
  ['applies_to: Germany', { country: ['DE'] }],
  ['applies_to:\n  - country: DE\n  - entity: Larkmoor GmbH', { country: ['DE'], entity: ['larkmoor gmbh'] }],
  ['entity: [B AG, A AG]', { entity: ['a ag', 'b ag'] }],
  ['employment: Praktikanten', { employment: ['intern'] }],
  ['employment: board members', { employment: ['board members'] }],
  ['applies_to: everyone', { country: [], entity: undefined, employment: undefined }],
  ['applies_to:\n  country: all\n  employment: all employees', { country: [], employment: undefined }],
  ['country: DACH', { country: ['AT', 'CH', 'DE'] }],
  ['country: [Nordics, DE]', { country: ['DE', 'DK', 'FI', 'IS', 'NO', 'SE'] }],
  ['country: DE\napplies_to: {country: [DE]}', { country: ['DE'] }],
];

for (const [yaml, expected] of understood) {
  test(`to whom a document applies is understood: ${yaml.replaceAll('\n', ' ')}`, () => {
    const found = read(yaml);
    assert.deepEqual({ ...found, ...expected }, found);
    assert.deepEqual(found.notes, []);
    assert.equal(found.status, 'active');
  });
}

test('the EU is its 27 members', () => {
  const { country, notes } = read('country: EU');
  assert.equal(country.length, 27);
  assert.ok(country.includes('DE') && country.includes('IE') && !country.includes('GB') && !country.includes('CH'));
  assert.deepEqual(notes, []);
});

test('everyone but some countries is everyone else', () => {
  for (const yaml of [
    'country: all except US',
    'country: ["!US"]',
    'applies_to: {except: US}',
    'applies_to: all except USA',
  ]) {
    const { country, notes, status } = read(yaml);
    assert.ok(country.includes('DE') && country.includes('FR') && !country.includes('US'), yaml);
    assert.deepEqual([notes, status], [[], 'active']);
  }
  const { country } = read('country: EU except France and Spain');
  assert.equal(country.length, 25);
  const two = read('country: all except US, CA').country;
  assert.ok(!two.includes('US') && !two.includes('CA') && two.includes('DE'));
});

test('a place that is not known is nobody’s, and the owner is told', () => {
  for (const value of ['Atlantis', 'ZZ', 'emea']) {
    const { country, status, notes } = read(`country: ${value}`);
    assert.equal(country.length, 1);
    assert.ok(!['', 'ZZ'].includes(country[0] ?? ''));
    assert.equal(status, 'draft');
    assert.match(notes.join('\n'), new RegExp(`"${value}"`));
    assert.match(notes.join('\n'), /counts as a draft/);
  }
  assert.match(read('country: emea').notes[0] ?? '', /list its countries by code/);
});

test('of several countries the known ones count, and the owner is told of the other', () => {
  const { country, status, notes } = read('country: [DE, Atlantis]');
  assert.deepEqual([country, status], [['ATLANTIS', 'DE'], 'active']);
  assert.deepEqual(notes, ['"Atlantis" is not a country that is known: use a code such as DE']);
});

test('an exception that is not known leaves the document to nobody', () => {
  const { status, notes } = read('country: all except Atlantis');
  assert.equal(status, 'draft');
  assert.match(notes[0] ?? '', /"Atlantis" is not a country/);
});

test('what contradicts itself applies to those whom both name, or to nobody', () => {
  const both = read('country: [DE, US]\napplies_to: {country: [DE, AT]}');
  assert.deepEqual([both.country, both.status], [['DE'], 'active']);
  assert.match(both.notes[0] ?? '', /different countries are named/);
  const none = read('country: US\napplies_to: {country: DE}');
  assert.deepEqual([none.country, none.status], [[], 'draft']);
  assert.match(none.notes.join('\n'), /counts as a draft/);
});

test('what is neither a country nor a kind of employment is not guessed', () => {
  const { status, notes } = read('applies_to: Larkmoor Dynamics');
  assert.equal(status, 'draft');
  assert.match(notes[0] ?? '', /"applies_to: Larkmoor Dynamics" is neither/);
});

test('a limit of another kind, or inside another, does not open a document to everyone', () => {
  for (const yaml of [
    'applies_to: {continent: Europe}',
    'applies_to: {country: {include: [DE]}}',
    'country: {only: DE}',
    'applies_to: [{country: DE}, {site: Berlin}]',
    'applies_to: {country: DE, level: {min: 3}}',
  ]) {
    const { status, notes } = read(yaml);
    assert.equal(status, 'draft', yaml);
    assert.match(notes.join(' '), /is not understood: write country, entity or employment/);
  }
  for (const yaml of ['applies_to:', 'applies_to: {country: DE, site: }', 'applies_to: {country: }'])
    assert.equal(read(yaml).status, 'active', yaml);
});
