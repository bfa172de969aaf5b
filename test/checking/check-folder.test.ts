import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFolder } from '../../src/checking/check-folder.ts';
import type { Requirable } from '../../src/checking/check-metadata.ts';
import type { CheckedDocument } from '../../src/checking/finding.ts';
import { chunk } from '../../src/ingest/chunk.ts';
import { createMarkdownParser } from '../../src/ingest/parsers/markdown.ts';

async function read(path: string, source: string): Promise<CheckedDocument> {
  const { text, metadata, notes } = await createMarkdownParser().parse({
    path,
    bytes: new TextEncoder().encode(source),
  });
  return { path, source, text, metadata, notes, passages: chunk({ text, title: metadata.title }, { maxChars: 1000 }) };
}

async function check(
  files: Readonly<Record<string, string>>,
  {
    required = [],
    others = [],
  }: { readonly required?: readonly Requirable[]; readonly others?: readonly string[] } = {},
): Promise<string[]> {
  const documents = await Promise.all(Object.entries(files).map(([path, source]) => read(path, source)));
  const paths = new Set([...Object.keys(files), ...others]);
  const findings = checkFolder({ documents, paths, today: '2026-11-30' }, [], { required, roles: { hr: ['U0HR'] } });
  return findings.map(
    ({ path, line, severity, check, message }) => `${path}:${line ?? '-'} ${severity} ${check} ${message}`,
  );
}

test('a folder without faults has no findings', async () => {
  assert.deepEqual(
    await check({
      'leave.md': '---\nowner: People team\n---\n# Leave\n\nYou get 30 days. See [travel](travel.md#meals).\n',
      'travel.md':
        '# Travel\n\n## Meals\n\n| Meal | Limit |\n|---|---|\n| Lunch | EUR 14 |\n\nSee [the web](https://example.com/nothing).\n',
    }),
    [],
  );
});

test('metadata that is not understood, impossible or past its date is named with its line', async () => {
  const found = await check({
    'a.md': '---\ntitle: A\neffective: 2026-13-45\n---\nA rule.\n',
    'b.md': '---\ntitle: B\nreview: 2026-10-31\nowner: Finance\n---\nAnother rule.\n',
    'c.md': '---\ntitle: C\neffective: 2026-05-01\nexpires: 2026-01-31\n---\nA third rule.\n',
    'd.md': '---\ntitle: [D\n---\nA fourth rule.\n',
    'e.md': '---\ntitle: E\ncountry: Atlantis\n---\nA fifth rule.\n',
    'f.md': '---\ntitle: Narnia\napplies_to:\n  country:\n    - Narnia\n---\nA sixth rule.\n',
    'g.md': '---\naudience: nobody\n---\nA seventh rule.\n',
  });
  const of = (path: string) => found.filter((each) => each.startsWith(path)).join('\n');
  assert.match(of('a.md'), /^a\.md:3 error metadata "effective: 2026-13-45" is not a day/);
  assert.match(of('b.md'), /^b\.md:3 warning metadata is due for review since 2026-10-31 \(Finance\)$/);
  assert.match(of('c.md'), /^c\.md:4 error metadata ends before it takes effect/m);
  assert.match(of('d.md'), /^d\.md:3 error metadata front matter is not valid YAML/);
  assert.match(of('e.md'), /^e\.md:3 warning metadata "Atlantis" is not a country/m);
  assert.match(of('e.md'), /^e\.md:3 error metadata it is not clear to whom it applies/m);
  assert.match(of('f.md'), /^f\.md:5 warning metadata "Narnia" is not a country/m);
  assert.match(of('g.md'), /^g\.md:2 error metadata "audience" excludes everyone[^\n]*$/, 'said once');
});

test('who supersedes whom, and who may read, is checked against what is there', async () => {
  const found = await check({
    'a.md': '---\nsupersedes: b.md\n---\n# A\n\nOne rule.\n',
    'b.md': '---\nsupersedes: a.md\n---\n# B\n\nTwo rules.\n',
    'c.md': '---\nsupersedes: gone.md\naudience: hr\n---\n# C\n\nThree rules.\n',
    'd.md': '---\naudience: managers\n---\n# D\n\nFour rules.\n',
  });
  assert.deepEqual(found, [
    'a.md:2 error metadata it and b.md supersede each other in a circle: say in one of them only which is newer; until then it is not used',
    'b.md:2 error metadata it and a.md supersede each other in a circle: say in one of them only which is newer; until then it is not used',
    'c.md:2 warning metadata supersedes gone.md, which is not there',
    'd.md:2 error metadata "managers" under audience is no role of bylaw.yaml (hr) and no id of a channel, user group or person: nobody is let in for it',
  ]);
});

test('what most documents say is missed where one does not, and what is required everywhere', async () => {
  const files = {
    'a.md': '---\nowner: A\n---\n# One\n\nText.\n',
    'b.md': '---\nowner: B\n---\n# Two\n\nText two.\n',
    'c.md': '# Three\n\nText three.\n',
  };
  assert.deepEqual(await check(files), ['c.md:- warning metadata says no "owner", as most documents here do']);
  assert.deepEqual(await check({ 'c.md': files['c.md'] }, { required: ['owner', 'review'] }), [
    'c.md:- error metadata says no "owner", which is required',
    'c.md:- error metadata says no "review", which is required',
  ]);
});

test('a link to a file or a heading that is not there is an error on its line', async () => {
  const found = await check(
    {
      'docs/a.md':
        '---\ntitle: A\n---\n# A\n\nSee [b](b.md), [c](./C.md), [up](../README.md), [here](#a-b),\n[there](b.md#second-1) and [nowhere](b.md#third).\n\n[ref]: gone.md\n![picture](img/a.png)\n[site](/handbook/docs/b/)\n[site](/handbook/else/)\n{{ [no](skipped.md) }}\n',
      'docs/b.md': '# B\n\n## Second\n\nx\n\n## Second\n\ny\n',
      'docs/c.md': '# C\n\nz\n',
    },
    { others: ['README.md', 'docs', 'docs/img', 'docs/img/a.png'] },
  );
  assert.deepEqual(
    found.filter((each) => !each.includes('skipped')),
    [
      "docs/a.md:6 error link links to ./C.md, which isn't there; there is docs/c.md",
      'docs/a.md:6 error link links to #a-b, but this document has no such heading',
      'docs/a.md:7 error link links to #third, but docs/b.md has no such heading',
      "docs/a.md:9 error link links to gone.md, which isn't there",
      "docs/a.md:12 warning link links to /handbook/else/, which isn't there",
    ],
  );
});

test('links and headings are found as sites serve them', async () => {
  const found = await check(
    {
      'docs/tools.md':
        '# Tools\n\n## cloud.gov\n\n## Other people’s money\n\nSee [a](chat/), [b](#cloud-gov), [c](#cloudgov) and [d](#other-people-s-money).\n',
      'docs/tools/chat.md': '# Chat\n\nSee [calls](calls/) and [nothing](nothing/).\n',
      'docs/tools/chat/calls.md': '# Calls\n\nText.\n',
    },
    { others: ['docs/tools', 'docs/tools/chat'] },
  );
  assert.deepEqual(found, ["docs/tools/chat.md:3 error link links to nothing/, which isn't there"]);
});

test('a table whose cells would move to another column is an error, also without its delimiter row', async () => {
  const found = await check({
    'a.md': '# A\n\n| Meal | Limit |\n|---|---|\n| Lunch | 14 | 17 |\n| Dinner |\n\n```\n| not | a table |\n```\n',
    'b.md': '# B\n\n| Meal | Limit |\n| Lunch | EUR 14 |\n\n| x | y |\n|---|\n| 1 | 2 |\n',
    'c.md': '# C\n\n| a \\| b | c |\n|---|---|\n| 1 | 2 |\n',
    'd.md': '# D\n\nMeal | Limit\n---|---\nLunch | 14 | 17\nDinner | 30\n\nText | text\n\nTitle\n---\n',
    'e.md': '# E\n\n| Meal | Limit |\n|---|---|\n| Lunch | 14\nDinner is paid by the host.\n- a list\n',
  });
  assert.deepEqual(found, [
    'a.md:5 error table has 3 cells in a table of 2 columns: a value may stand under the wrong heading',
    'a.md:6 error table has 1 cell in a table of 2 columns: a value may stand under the wrong heading',
    'b.md:3 error table begins a table without a line like |---|---| below its header: it is read as plain text, without columns',
    'b.md:7 error table has 1 column below a header of 2: the table is read as plain text',
    'b.md:8 error table has 2 cells in a table of 1 column: a value may stand under the wrong heading',
    'd.md:5 error table has 3 cells in a table of 2 columns: a value may stand under the wrong heading',
    'e.md:6 error table has 1 cell in a table of 2 columns: a value may stand under the wrong heading',
  ]);
});

const long =
  'Receipts are kept for ten years in the archive of the finance team, sorted by month and by cost centre. '.repeat(3);

test('a copy, and a section that stands in two documents, is reported once', async () => {
  const found = await check({
    'a.md': `# A\n\nIntro of a.\n\n## Receipts\n\n${long}\n`,
    'b.md': `# B\n\nIntro of b.\n\n## Receipts\n\n${long}\n`,
    'c.md': `# A\n\nIntro of a.\n\n## Receipts\n\n${long}\n`,
  });
  assert.deepEqual(found, [
    'b.md:7 warning copy says the same, word for word, as a.md:7: link to one of them',
    'c.md:- warning copy has the same text as a.md: keep one of them',
  ]);
});

const limits = {
  'expenses.md': '# Expenses\n\n## Meals\n\nMeals are reimbursed up to EUR 40 per day.\n',
  'travel.md': '# Travel\n\n## Meals\n\nMeals are reimbursed up to EUR 45 per day.\n',
};

test('sentences that contradict each other are shown with both places, unless only one is in force', async () => {
  assert.deepEqual(await check(limits), [
    'expenses.md:5 warning conflict gives another number than travel.md:5: “Meals are reimbursed up to EUR 40 per day.” and “Meals are reimbursed up to EUR 45 per day.”',
  ]);
  const front = (matter: string) => `---\n${matter}\n---\n${limits['travel.md']}`;
  for (const matter of [
    'effective: 2027-01-01',
    'expires: 2026-01-31',
    'status: draft',
    'superseded_by: expenses.md',
  ]) {
    const found = await check({ ...limits, 'travel.md': front(matter) });
    assert.deepEqual(
      found.filter((each) => each.includes('conflict')),
      [],
      matter,
    );
  }
});

test('a comment accepts what is found on its line or the next', async () => {
  const accepted = limits['expenses.md'].replace('Meals are', '<!-- bylaw-ok: conflict, link -->\nMeals are');
  assert.deepEqual(await check({ ...limits, 'expenses.md': accepted }), []);
  const other = limits['expenses.md'].replace('Meals are', '<!-- bylaw-ok: link -->\nMeals are');
  assert.equal((await check({ ...limits, 'expenses.md': other })).length, 1);
});
