import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitFrontMatter } from '../../../src/ingest/parsers/front-matter.ts';
import { readMetadata } from '../../../src/ingest/parsers/metadata.ts';
import { parseDay } from '../../../src/ingest/parsers/parse-day.ts';

function read(yaml: string) {
  const { body, fields, broken, notes } = splitFrontMatter(`---\n${yaml}\n---\n# Heading\n`);
  const reading = readMetadata({ fields, text: body, path: 'leave.md', broken });
  return { ...reading.metadata, notes: [...notes, ...reading.notes], body };
}

test('all keys are read, whatever their case and separators', () => {
  const { notes, body, ...metadata } = read(`Title: Annual leave
type: policy
Authors: [Ada, Grace]
OWNER: People team
last-updated: 2026-03-01
Effective Date: 1 January 2026
expires: 2026-12-31
Next_Review: 2026/10/01
audience: [Managers, HR]
countries: Germany, us
keywords: leave; vacation
status: in force
replaces: leave-2025.md
replaced-by: leave-2027.md
link: https://intranet.example/leave
weight: 7`);
  assert.deepEqual(notes, []);
  assert.equal(body, '# Heading\n');
  assert.deepEqual(metadata, {
    title: 'Annual leave',
    type: 'policy',
    author: 'Ada, Grace',
    owner: 'People team',
    updated: '2026-03-01',
    effectiveFrom: '2026-01-01',
    effectiveTo: '2027-01-01',
    reviewDate: '2026-10-01',
    audience: ['hr', 'managers'],
    country: ['DE', 'US'],
    tags: ['leave', 'vacation'],
    status: 'active',
    supersedes: 'leave-2025.md',
    supersededBy: 'leave-2027.md',
    url: 'https://intranet.example/leave',
  });
});

test('nothing said means: everyone, everywhere, active', () => {
  const metadata = read('weight: 7');
  assert.deepEqual([metadata.audience, metadata.country, metadata.tags, metadata.status], [[], [], [], 'active']);
  assert.equal(metadata.title, 'Heading');
});

test('words that contradict each other are read the narrow way, and the owner is told', () => {
  for (const [yaml, audience, note] of [
    ['audience: [everyone, HR]', ['hr'], '"audience" names everyone together with hr: only hr may read it'],
    ['audience: nobody', ['nobody'], '"audience" excludes everyone: nobody gets answers from this document'],
    ['audience: [hr, none]', ['nobody'], '"audience" excludes everyone: nobody gets answers from this document'],
    [
      'audience: hr\nreaders: managers',
      ['hr + managers'],
      '"audience" and "readers" name different readers: only who is among all of them may read it',
    ],
  ] as const) {
    const found = read(yaml);
    assert.deepEqual([found.audience, found.notes], [audience, [note]], yaml);
  }
});

test('words for everyone open a document, any other word restricts it', () => {
  for (const word of ['everyone', 'All', 'all employees', 'public', 'company']) {
    assert.deepEqual(read(`audience: ${word}`).audience, []);
  }
  assert.deepEqual(read('audience: Managers').audience, ['managers']);
  assert.deepEqual(read('audience: managers, HR  team').audience, ['hr team', 'managers']);
});

test('an audience that says nothing, is misspelt or is given twice counts as unknown readers', () => {
  for (const yaml of [
    'audience:',
    'audience: []',
    'audience: {a: b}',
    'audiance: managers',
    'audience: hr\nAudience: all',
  ]) {
    const { audience, notes } = read(yaml);
    assert.deepEqual(audience, ['unknown'], yaml);
    assert.ok(notes.length >= 1, yaml);
  }
});

test('broken front matter is named by line, is no text, and restricts the document', () => {
  const { audience, notes, body, title } = read('owner: HR\ntitle: Leave: the policy');
  assert.deepEqual(audience, ['unknown']);
  assert.equal(body, '# Heading\n');
  assert.equal(title, 'Heading');
  assert.equal(notes.length, 1);
  assert.match(notes[0] ?? '', /^front matter is not valid YAML: line 3: /);
});

test('front matter without its closing line is taken off and restricts the document', () => {
  const { body, broken, notes } = splitFrontMatter('---\ntitle: A\ntags:\n  - b\n\n# Leave\n');
  assert.equal(body, '\n# Leave\n');
  assert.equal(broken, true);
  assert.match(notes[0] ?? '', /not closed/);
});

test('TOML front matter is taken off and restricts the document', () => {
  const { body, broken, notes } = splitFrontMatter('+++\ntitle = "A"\n+++\nText');
  assert.deepEqual([body, broken], ['Text', true]);
  assert.match(notes[0] ?? '', /TOML/);
});

test('rules around a paragraph are no front matter, empty front matter is', () => {
  const rules = '---\n\nJust a paragraph.\n\n---\nMore';
  assert.equal(splitFrontMatter(rules).body, rules);
  assert.equal(splitFrontMatter('---\n---\nText').body, 'Text');
  assert.equal(splitFrontMatter('---\n# only a comment\n---\nText').body, 'Text');
});

test('blank lines and comments before front matter do not open a document to everyone', () => {
  for (const before of ['\n', '  \n\n', '<!-- Owner: HR -->\n', '<!--\n---\nold: yes\n---\n-->\n\n']) {
    const { fields, body, broken } = splitFrontMatter(`${before}---\naudience: managers\n---\nText`);
    assert.deepEqual([fields, body, broken], [[['audience', 'managers']], 'Text', false]);
  }
  const { broken, notes } = splitFrontMatter('\n\n---\naudience: managers\n\nText');
  assert.equal(broken, true);
  assert.match(notes[0] ?? '', /line 3 opens it/);
  assert.match(splitFrontMatter('\n---\na: b: c\n---\n').notes[0] ?? '', /line 3: /);
  for (const text of ['\n---\n\nJust a paragraph.\n\n---\nMore', '\n# Heading\n', '<!-- a -->\nText', '\n'])
    assert.equal(splitFrontMatter(text).body, text);
});

test('values stay what was written: NO is Norway, 1.10 is a title', () => {
  assert.deepEqual(read('country: NO').country, ['NO']);
  assert.equal(read('title: 1.10').title, '1.10');
});

test('front matter full of references is refused, not expanded', () => {
  const levels = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
  const bomb = levels
    .map((name, i) => `${name}: &${name} [${i === 0 ? 'x' : `*${levels[i - 1]},`.repeat(9)}]`)
    .join('\n');
  assert.deepEqual(read(bomb).audience, ['unknown']);
});

test('country names become codes, and the world means everywhere', () => {
  assert.deepEqual(read('country: [Deutschland, United States, usa, UK, at]').country, ['AT', 'DE', 'GB', 'US']);
  for (const word of ['global', 'All', 'worldwide']) assert.deepEqual(read(`country: ${word}`).country, []);
});

test('status words are mapped, an unknown one is reported and counts as active', () => {
  const expected = {
    approved: 'active',
    Published: 'active',
    draft: 'draft',
    superseded: 'superseded',
    retired: 'archived',
    withdrawn: 'archived',
    Expired: 'archived',
    'In Prüfung': 'draft',
    Entwurf: 'draft',
    'under review': 'draft',
    gültig: 'active',
    abgelöst: 'superseded',
    zurückgezogen: 'archived',
  };
  for (const [word, status] of Object.entries(expected)) assert.equal(read(`status: ${word}`).status, status);
  const { status, notes } = read('status: sparkling');
  assert.equal(status, 'active');
  assert.match(notes[0] ?? '', /sparkling/);
  assert.equal(read('draft: true').status, 'draft');
  assert.equal(read('published: false').status, 'draft');
  assert.equal(read('draft: Yes').status, 'draft');
  const both = read('status: approved\ndraft: true');
  assert.deepEqual(
    [both.status, both.notes],
    ['draft', ['"status: approved" and a draft contradict each other: it counts as a draft']],
  );
  assert.equal(read('status: archived\npublished: no').status, 'archived');
  assert.equal(read('status: approved\ndraft: false\npublished: true').status, 'active');
});

test('an effective or expiry date that is not understood keeps the document a draft', () => {
  for (const yaml of ['effective: 01/02/2026', 'effective: soon', 'expires: 2026-02-30', 'valid_until: 2026']) {
    const { status, notes } = read(yaml);
    assert.equal(status, 'draft', yaml);
    assert.match(notes[0] ?? '', /counts as a draft/);
  }
  const { status, notes } = read('updated: 01/02/2026');
  assert.equal(status, 'active');
  assert.match(notes[0] ?? '', /two different days/);
});

test('the last day in force becomes the first day after it; effective_to already is that day', () => {
  assert.equal(read('valid_until: 2028-02-28').effectiveTo, '2028-02-29');
  assert.equal(read('expires: 31.12.2026').effectiveTo, '2027-01-01');
  assert.equal(read('effective_to: 2027-01-01').effectiveTo, '2027-01-01');
});

test('only a web address is a link', () => {
  assert.equal(read('url: javascript:alert(1)').url, undefined);
  assert.equal(read('url: /leave').url, undefined);
});

test('days are read in all usual ways and never guessed', () => {
  const first = [
    '2026-02-01',
    '2026-02-01T10:00:00Z',
    '2026-02-01 10:00',
    '2026/2/1',
    '01.02.2026',
    '1. 2. 2026',
    '1 February 2026',
    '1st Feb 2026',
    'February 1, 2026',
    'Sunday, February 1st, 2026',
    '1. Februar 2026',
  ];
  for (const text of first) assert.deepEqual(parseDay(text), { kind: 'day', day: '2026-02-01' }, text);
  assert.deepEqual(parseDay('31/01/2026'), { kind: 'day', day: '2026-01-31' });
  assert.deepEqual(parseDay('01/31/2026'), { kind: 'day', day: '2026-01-31' });
  assert.deepEqual(parseDay('03/03/2026'), { kind: 'day', day: '2026-03-03' });
  assert.deepEqual(parseDay('01/02/2026'), { kind: 'ambiguous' });
  for (const text of ['2026-13-01', '2026-02-29', '30 Foo 2026', 'Ma 1, 2026', '2026', '']) {
    assert.deepEqual(parseDay(text), { kind: 'unknown' }, text);
  }
});

test('other words for who may read it restrict a document too, and never open one', () => {
  for (const [yaml, audience] of [
    ['readers: managers only', ['managers']],
    ['restricted_to: [HR, Legal]', ['hr', 'legal']],
    ['confidentiality: confidential', ['confidential']],
    ['classification: internal', []],
    ['visibility: public', []],
    ['audience: everyone\naccess: finance', ['finance']],
    ['audience: managers\nvisibility: public', ['managers']],
    ['audience: everyone\naudiences: finance', ['finance']],
    ['audience: managers\nreaders: hr', ['hr + managers']],
    ['audience: [hr, legal]\nreaders: [hr, it]', ['hr', 'it + legal']],
    ['readers: hr\naccess: finance', ['finance + hr']],
    ['readers:', ['unknown']],
  ] as const) {
    assert.deepEqual(read(yaml).audience, audience, yaml);
  }
  assert.deepEqual(read('readers: managers').notes, ['"readers" is read as who may read it']);
});
