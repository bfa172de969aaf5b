import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentMetadata } from '../../src/domain.ts';
import { compareVersions, type SectionChange, type VersionContent } from '../../src/versions/compare-versions.ts';

const base: DocumentMetadata = { title: 'Travel', audience: [], country: [], tags: [], status: 'active' };

function content(text: string, metadata: Partial<DocumentMetadata> = {}): VersionContent {
  return { text, metadata: { ...base, ...metadata } };
}

/** Such as `changed Meals: -old +new`. */
function described({ kind, before, after, sentences }: SectionChange): string {
  const names = [...new Set([before, after].flatMap((path) => (path === undefined ? [] : [path.join(' › ')])))];
  const marks = sentences.flatMap((change) => {
    if (change.kind === 'same') return [];
    const old = 'before' in change ? [`-${change.before.text}`] : [];
    const now = 'after' in change ? [`+${change.after.text}`] : [];
    return [...old, ...now];
  });
  return `${kind} ${names.join(' → ')}: ${marks.join(' ')}`;
}

const first = `# Travel

Trips need approval.

## Hotels

A hotel may cost up to 150 EUR a night. Breakfast is included.

## Meals

Dinner may cost up to 40 EUR.

## Taxis

Taxis are allowed at night.
`;

test('a changed sentence stands beside its counterpart, below its heading', () => {
  const { sections, words } = compareVersions(content(first), content(first.replace('150 EUR', '180 EUR')));
  assert.deepEqual(sections.map(described), [
    'changed Hotels: -A hotel may cost up to 150 EUR a night. +A hotel may cost up to 180 EUR a night.',
  ]);
  assert.deepEqual(words, { added: 1, removed: 1 });
  const changed = sections[0]?.sentences[0];
  assert.deepEqual(
    changed?.kind === 'changed' && changed.words.filter(({ kind }) => kind !== 'same').map(({ text }) => text),
    ['150', '180'],
  );
});

test('sections that came and went are told from those that changed, each where it stands', () => {
  const second = first
    .replace('## Meals\n\nDinner may cost up to 40 EUR.\n\n', '')
    .replace('## Taxis', '## Trains\n\nSecond class is booked for trips below four hours.\n\n## Taxis');
  const { sections, words } = compareVersions(content(first), content(second));
  assert.deepEqual(sections.map(described), [
    'removed Meals: -Dinner may cost up to 40 EUR.',
    'added Trains: +Second class is booked for trips below four hours.',
  ]);
  assert.deepEqual(words, { added: 9, removed: 7 });
});

test('a section under another heading, or moved below another, is recognised', () => {
  const renamed = compareVersions(content(first), content(first.replace('## Hotels', '## Accommodation')));
  assert.deepEqual(renamed.sections.map(described), ['renamed Hotels → Accommodation: ']);
  const moved = compareVersions(content(first), content(first.replace('## Taxis', '### Taxis')));
  assert.deepEqual(moved.sections.map(described), ['renamed Taxis → Meals › Taxis: ']);
  const both = first.replace('## Hotels', '## Accommodation').replace('150 EUR', '180 EUR');
  assert.deepEqual(compareVersions(content(first), content(both)).sections.map(described), [
    'changed Hotels → Accommodation: -A hotel may cost up to 150 EUR a night. +A hotel may cost up to 180 EUR a night.',
  ]);
});

test('white space and markers of Markdown are cosmetic, a word is not', () => {
  const cosmetic = [
    first.replace('up to 150 EUR a night', '**up to 150 EUR** a\nnight'),
    first.replaceAll('\n\n', '\n\n\n'),
    first.replace('Taxis are', 'Taxis  are').replace('Dinner', '- Dinner'),
    first.replace('# Travel', '# Travel #'),
  ];
  for (const text of cosmetic) {
    const { sections, isCosmetic, words } = compareVersions(content(first), content(text));
    assert.deepEqual(sections, [], text);
    assert.equal(isCosmetic, true);
    assert.deepEqual(words, { added: 0, removed: 0 });
  }
  const real = compareVersions(content(first), content(first.replace('may cost up to 40', 'must cost up to 40')));
  assert.equal(real.isCosmetic, false);
  assert.equal(real.sections.length, 1);
  assert.equal(compareVersions(content(first), content(first)).isCosmetic, false);
});

test('another title changes no section', () => {
  const { metadata, sections } = compareVersions(
    content(first),
    content(first.replace('# Travel', '# Business travel'), { title: 'Business travel' }),
  );
  assert.deepEqual(sections, []);
  assert.deepEqual(metadata, [{ field: 'title', before: 'Travel', after: 'Business travel' }]);
});

test('who may read it comes first among what the document says of itself', () => {
  const after = { owner: 'Finance', effectiveFrom: '2027-01-01', audience: ['managers'], reviewDate: '2027-06-30' };
  const { metadata } = compareVersions(content(first, { owner: 'People team' }), content(first, after));
  assert.deepEqual(metadata, [
    { field: 'may be read by', before: 'everyone', after: 'managers' },
    { field: 'in force from', after: '2027-01-01' },
    { field: 'review on', after: '2027-06-30' },
    { field: 'owner', before: 'People team', after: 'Finance' },
  ]);
});

test('rows of a table are compared whole, also where columns were padded', () => {
  const table = '# Rates\n\n| Country | Rate |\n| --- | --- |\n| DE | 28 EUR |\n| FR | 32 EUR |\n';
  const padded = table.replace('| DE | 28 EUR |', '| DE      | 28 EUR    |');
  assert.equal(compareVersions(content(table), content(padded)).isCosmetic, true);
  const { sections } = compareVersions(content(table), content(table.replace('32 EUR', '34 EUR')));
  assert.deepEqual(sections.map(described), ['changed Rates: -| FR | 32 EUR | +| FR | 34 EUR |']);
});

test('texts that have nothing in common are compared in time', () => {
  const sentences = (word: string) => Array.from({ length: 1500 }, (_, i) => `${word}${i} stands here alone${i}.`);
  const started = performance.now();
  const { sections } = compareVersions(content(sentences('a').join(' ')), content(sentences('b').join(' ')));
  assert.ok(sections.length > 0);
  assert.ok(performance.now() - started < 5000);
});
