import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Found } from '../../src/answer/tell-applicability.ts';
import { tellApplicability } from '../../src/answer/tell-applicability.ts';
import type { TurnResult } from '../../src/answer/turn-result.ts';

const austria = { country: { values: ['AT'], origin: 'profile' } } as const;
const found = (country: readonly string[], score: number): Found => ({
  ...{ limits: { country, entity: [], employment: [] }, text: 'T.', score },
  ...{ isFound: country.length === 0, version: `handbook/${country.join()}.md@1` },
});

/** An answer that quotes what is for everyone, beside a rule for Germany. */
async function told(model: string, generalScore: number): Promise<TurnResult> {
  const result: TurnResult = {
    ...{ id: 'a', status: 'answered', text: 'Leftovers. [1]', model, passages: [], retrieved: [] },
    citations: [
      { n: 1, passage: 'handbook/.md@1#0', document: 'handbook/.md', title: 'T', section: '', quote: 'T.', version: 1 },
    ],
  };
  const documents = { versions: async () => new Map() };
  const rivals = [[found(['DE'], 1), found([], generalScore)]];
  return tellApplicability(result, austria, rivals, { records: { documents } });
}

test('quotes of what comes clearly behind a rule for others are no answer', async () => {
  const { status, text, citations, named } = await told('extractive', 0.75);
  assert.deepEqual([status, citations, named], ['not_found', [], ['handbook/DE.md@1']]);
  assert.equal(
    text,
    'I have no rule on this that applies in Austria in the policies I can read. What I found applies in Germany.',
  );
});

test('what comes as close as that rule is, and so is what a language model wrote', async () => {
  assert.equal((await told('extractive', 0.9)).status, 'answered');
  assert.equal((await told('claude', 0.75)).status, 'answered');
});
