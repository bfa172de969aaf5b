import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Evidence } from '../../src/answer/clauses.ts';
import { renderAnswer } from '../../src/answer/render-answer.ts';
import type { TextBlock } from '../../src/models/model.ts';
import { toSearchResult } from '../../src/tools/search-result.ts';
import { citationOf } from './scripted-model.ts';
import { germanLeave, toPassages, toVersion } from './small-handbook.ts';

const version = toVersion(germanLeave);
const stored = toPassages(germanLeave, version).map((passage) => ({ passage, version, usable: true }));
const evidence: Evidence = {
  retrieved: stored.map(({ passage }) => toSearchResult(version, passage)),
  stored: new Map(stored.map((entry) => [entry.passage.id, entry])),
  audienceKeys: ['everyone'],
};
const cited = (text: string, ...quoted: string[]): TextBlock => ({
  ...{ type: 'text', text },
  citations: quoted.map((each) => citationOf(evidence.retrieved, each)),
});

test('every sentence carries the number of its clause, also where one citation covers several', () => {
  const { text, citations } = renderAnswer(
    [cited('You get 20 days. You get them every year. ', '20 days'), cited('They accrue monthly.', 'accrues')],
    evidence,
  );
  assert.equal(text, 'You get 20 days. [1] You get them every year. [1] They accrue monthly. [2]');
  assert.equal(citations[1]?.quote, 'Leave accrues monthly from the first day.');
});

test('so does every item of a list and every row of a table, in its last cell; headings and labels do not', () => {
  const { text } = renderAnswer(
    [cited('## Leave\n\nThe rules:\n\n- 20 days a year\n- accrues monthly', '20 days', 'accrues')],
    evidence,
  );
  assert.equal(text, '## Leave\n\nThe rules:\n\n- 20 days a year [1][2]\n- accrues monthly [1][2]');
  const table = renderAnswer(
    [cited('| Leave | Days |\n| --- | --- |\n| Annual | 20 |\n| Carried | 5 |', '20 days')],
    evidence,
  );
  assert.equal(table.text, '| Leave | Days [1] |\n| --- | --- |\n| Annual | 20 [1] |\n| Carried | 5 [1] |');
});

test('numbers that a model writes itself are taken out', () => {
  const { text } = renderAnswer([cited('You get 20 days [7].', '20 days')], evidence);
  assert.equal(text, 'You get 20 days. [1]');
});
