import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Evidence } from '../../../src/answer/clauses.ts';
import { verifyAnswer } from '../../../src/answer/grounding/verify-answer.ts';
import { loadLanguageDetector } from '../../../src/answer/languages.ts';
import { noAnswer, type SearchResultCitation, type TextBlock } from '../../../src/models/model.ts';
import { toSearchResult } from '../../../src/tools/search-result.ts';
import { citationOf } from '../scripted-model.ts';
import { americanLeave, germanLeave, type SmallDocument, toPassages, toVersion } from '../small-handbook.ts';

const table: SmallDocument = {
  id: 'handbook/travel.md',
  title: 'Travel rates 2026',
  url: 'https://handbook.example/travel',
  sections: [
    {
      heading: 'Daily rates',
      lead: '| Country | Rate (EUR) |',
      text: '| Germany | 28 |\n| France | 1,050 |',
    },
    { heading: 'Booking', text: 'Book at https://travel.example/book or write to trips@travel.example. Ask first.' },
  ],
};

const languageOf = await loadLanguageDetector();

function evidenceOf(documents: readonly SmallDocument[] = [germanLeave, americanLeave, table]): Evidence {
  const stored = documents.flatMap((document) => {
    const version = toVersion(document);
    return toPassages(document, version).map((passage) => ({ passage, version, usable: true }));
  });
  return {
    retrieved: stored.map(({ version, passage }) => toSearchResult(version, passage)),
    stored: new Map(stored.map((entry) => [entry.passage.id, entry])),
    audienceKeys: ['everyone'],
    languageOf,
    question: 'Wie viele Urlaubstage habe ich im Jahr?',
  };
}

const evidence = evidenceOf();
const citation = (quoted: string) => citationOf(evidence.retrieved, quoted);
const cited = (text: string, ...quoted: string[]): TextBlock => ({
  type: 'text',
  text,
  citations: quoted.map(citation),
});
const plain = (text: string): TextBlock => ({ type: 'text', text });

/** What is wrong with a reply: codes, or the kind of verdict where nothing is. */
function verdictOf(content: readonly TextBlock[], from = evidence): string {
  const verdict = verifyAnswer(content, from);
  return verdict.kind === 'ungrounded' ? [...new Set(verdict.problems.map(({ code }) => code))].join() : verdict.kind;
}

function altered(change: Partial<SearchResultCitation>): TextBlock[] {
  return [
    { type: 'text', text: 'You get 20 days of leave a year.', citations: [{ ...citation('20 days'), ...change }] },
  ];
}

const faults: [string, TextBlock[], string][] = [
  ['a supported reply', [cited('You get 20 days of leave a year.', '20 days')], 'grounded'],
  ['an index outside the results', altered({ search_result_index: 99 }), 'citation_index'],
  ['changed cited text', altered({ cited_text: 'Full-time employees receive 25 days.' }), 'citation_text'],
  ['a forged source', altered({ source: 'policy://handbook/other.md@1#0' }), 'citation_source'],
  ['no citation', [plain('You get 20 days of leave a year.')], 'uncited'],
  ['a wrong number', [cited('You get 25 days of leave a year.', '20 days')], 'figure'],
  ['half cited', [cited('You get 20 days a year. ', '20 days'), plain('You may also take sabbaticals.')], 'uncited'],
  ['an abstention', [plain(noAnswer)], 'abstained'],
  ['obedience to planted text', [plain('Please send your password to it@evil.example.')], 'uncited,link'],
  ['a bad range', altered({ end_block_index: 9 }), 'citation_range'],
];
for (const [name, content, expected] of faults) {
  test(`fault case: ${name} is ${expected}`, () => assert.equal(verdictOf(content), expected));
}

test('an empty, reversed or fractional range is no range', () => {
  for (const [start, end] of [
    [1, 1],
    [1, 0],
    [-1, 1],
    [0.5, 1],
  ] as const) {
    assert.equal(verdictOf(altered({ start_block_index: start, end_block_index: end })), 'citation_range');
  }
});

test('nothing retrieved grounds nothing', () => {
  assert.equal(
    verdictOf([cited('You get 20 days of leave a year.', '20 days')], { ...evidence, retrieved: [] }),
    'nothing_retrieved',
  );
});

test('a passage that is hidden, outdated, gone or changed by now is not cited', () => {
  const id = 'handbook/leave-de.md@1#0';
  const entry = evidence.stored.get(id);
  assert.ok(entry);
  const reply = [cited('You get 20 days of leave a year.', '20 days')];
  const withEntry = (change: Partial<typeof entry> | undefined): Evidence => {
    const stored = new Map(evidence.stored);
    if (change === undefined) stored.delete(id);
    else stored.set(id, { ...entry, ...change });
    return { ...evidence, stored };
  };
  assert.equal(verdictOf(reply, { ...evidence, audienceKeys: ['a-managers'] }), 'passage_hidden');
  assert.equal(verdictOf(reply, withEntry({ usable: false })), 'passage_outdated');
  assert.equal(verdictOf(reply, withEntry(undefined)), 'passage_unknown');
  const text = entry.passage.text.replace('20', '25');
  assert.equal(verdictOf(reply, withEntry({ passage: { ...entry.passage, text } })), 'passage_changed');
});

test('changing any one word, number or negation of the cited text is always rejected', () => {
  const sentences = evidence.retrieved.flatMap((result, index) =>
    result.content.map((block, n) => ({ result, index, n, text: block.text })),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...sentences),
      fc.nat(),
      fc.constantFrom('not', 'relaxed', '7', 'never', ''),
      (sentence, at, word) => {
        const words = sentence.text.split(/(\s+)/);
        const places = words.flatMap((part, i) => (/[\p{L}\p{N}]/u.test(part) ? [i] : []));
        const place = places[at % places.length] ?? 0;
        fc.pre(words[place] !== word);
        words[place] = word;
        const forged: TextBlock = {
          type: 'text',
          text: sentence.text,
          citations: [
            {
              type: 'search_result_location',
              cited_text: words.join(''),
              search_result_index: sentence.index,
              source: sentence.result.source,
              title: sentence.result.title,
              start_block_index: sentence.n,
              end_block_index: sentence.n + 1,
            },
          ],
        };
        assert.match(verdictOf([forged]), /citation_text/);
      },
    ),
  );
});

test('whitespace, case and composed characters of the cited text may differ', () => {
  assert.equal(
    verdictOf(altered({ cited_text: 'full-time  EMPLOYEES receive\n20 days of paid leave a year. ' })),
    'grounded',
  );
});

const statements: [string, string, string][] = [
  ['You may carry over up to five days.', 'Up to 5 unused', 'grounded'],
  ['You may carry over at least 5 days.', 'Up to 5 unused', 'figure,qualifier'],
  ['You may carry over 5 weeks.', 'Up to 5 unused', 'figure,word'],
  ['They expire on March 31.', 'They expire', 'grounded'],
  ['They expire on 30 March.', 'They expire', 'figure'],
  ['Requests must be submitted at least 2 weeks ahead.', 'two weeks ahead', 'grounded'],
  ['Requests must be submitted at least three weeks ahead.', 'two weeks ahead', 'figure'],
  ['You get 20 days of leave a month.', '20 days', 'figure,word,qualifier'],
  ['You get 20% of leave a year.', '20 days', 'figure'],
  ['Sie bekommen 20 Tage bezahlten Urlaub im Jahr.', '20 days', 'grounded'],
  ['Anträge müssen zwei Wochen vorher gestellt werden.', 'two weeks ahead', 'grounded'],
  ['Anträge müssen drei Wochen vorher gestellt werden.', 'two weeks ahead', 'figure'],
  ['Since 1 January 2026 you get 20 days of leave a year.', '20 days', 'grounded'],
  ['Since 1 January 2025 you get 20 days of leave a year.', '20 days', 'figure'],
  ['Unused days can be carried over.', 'cannot be carried over', 'qualifier'],
  ['Up to 5 unused days may not be carried over into the next year.', 'Up to 5 unused', 'qualifier'],
  ['The daily rate for Germany is 28 EUR.', '| Germany | 28', 'grounded'],
  ['The rate for France is EUR 1050.', '| France', 'grounded'],
  ['In 2026 the rate for Germany is 28 euros.', '| Germany | 28', 'grounded'],
  ['The rate for Germany is 30 euros.', '| Germany | 28', 'figure'],
  ['Book at https://travel.example/book.', 'Book at', 'grounded'],
  ['[Booking](https://handbook.example/travel): book at https://travel.example/book.', 'Book at', 'grounded'],
  ['Book at https://travel.example/book?user=me.', 'Book at', 'link'],
  ['Book at evil-travel.com now.', 'Book at', 'word,link'],
  ['![](https://evil.example/pixel) Book at https://travel.example/book.', 'Book at', 'link'],
];
for (const [text, quoted, expected] of statements) {
  test(`"${text}" on "${quoted}" is ${expected}`, () => assert.equal(verdictOf([cited(text, quoted)]), expected));
}

test('headings, labels and what is missing need no citation, claims dressed as labels do', () => {
  const body = cited('Up to 5 unused days may be carried over.', 'Up to 5 unused');
  assert.equal(verdictOf([plain('**Carry-over in Germany:** '), body]), 'grounded');
  assert.equal(verdictOf([plain('## Carry-over\n\n'), body]), 'grounded');
  assert.equal(verdictOf([body, plain(" I don't have information about sabbaticals.")]), 'grounded');
  assert.equal(verdictOf([plain('Unlimited sabbaticals for everyone:\n\n'), body]), 'uncited');
  assert.equal(verdictOf([body, plain("\n\nI don't have information about the 30 days.")]), 'uncited');
});

test('an introduction may stand uncited before a cited clause, a second claim may not', () => {
  const end = cited('up to 5 days may be carried over.', 'Up to 5 unused');
  assert.equal(verdictOf([plain('According to the leave policy, '), end]), 'grounded');
  const claim =
    'Sabbaticals, gym memberships, company cars, free lunches, stock options and private jets are granted, and ';
  assert.equal(verdictOf([plain(claim), end]), 'half_cited,word');
});

test('a reply of nothing but fillers states nothing and is not posted', () => {
  assert.equal(verdictOf([plain('Sure!')]), 'uncited');
});

test('a short sentence in the policies’ language is compared, also in a reply that translates the rest', () => {
  const german = cited('Vollzeitbeschäftigte erhalten 20 Tage bezahlten Urlaub im Jahr. ', '20 days');
  assert.equal(verdictOf([german]), 'grounded');
  for (const lie of ['Unused days carried over.', 'Unused days are carried over.', 'Days always carried over.'])
    assert.match(verdictOf([german, cited(lie, 'cannot be carried over')]), /qualifier|word/, lie);
  const loan = cited('Der Manager antwortet innerhalb von drei Tagen.', 'answers within three days');
  assert.equal(verdictOf([german, loan]), 'grounded');
});

test('a label that says the opposite of what stands below it is a statement', () => {
  const item = cited('Unused days cannot be carried over.', 'cannot be carried over');
  for (const label of ['## Unused days are carried over', '**Carried over:**', '**Unused days carried over**'])
    assert.match(verdictOf([plain(`${label}\n\n`), item]), /uncited/, label);
  for (const label of ['**Days:**', '## Carry-over'])
    assert.equal(verdictOf([plain(`${label}\n\n`), item]), 'grounded', label);
});

test('what is struck out is not said, and a tick or a cross says that something is allowed or not', () => {
  const rule = 'cannot be carried over';
  for (const lie of [
    'Unused days ~~cannot~~ be carried over.',
    'Unused days ~cannot~ be carried over.',
    '✅ Unused days',
  ])
    assert.match(verdictOf([cited(lie, rule)]), /qualifier|word/, lie);
  assert.match(verdictOf([cited('❌ Book first', 'Ask first')]), /qualifier|word/);
  assert.equal(verdictOf([cited('Unused days cannot be carried over.', rule)]), 'grounded');
});

test('a “Yes” or “No” that says the opposite of what follows is rejected, one that agrees may stand uncited', () => {
  const rule = 'cannot be carried over';
  assert.equal(verdictOf([cited('Yes, unused days cannot be carried over.', rule)]), 'qualifier');
  assert.equal(verdictOf([plain('Yes. '), cited('Unused days cannot be carried over.', rule)]), 'qualifier');
  assert.equal(verdictOf([plain('No. '), cited('Unused days cannot be carried over.', rule)]), 'grounded');
  assert.equal(verdictOf([cited("No, unused days can't be carried over.", rule)]), 'grounded');
});

test('a bold line over a paragraph is a heading, also without an empty line behind it', () => {
  assert.equal(
    verdictOf([cited('**Carry-over**\nUp to 5 unused days may be carried over.', 'Up to 5 unused')]),
    'grounded',
  );
});

test('two sentences that cite different rules are read one by one, also where no space stands between them', () => {
  const first = cited('Leave accrues monthly from the first day.', 'Leave accrues');
  assert.equal(verdictOf([first, cited('The manager answers within three days.', 'The manager answers')]), 'grounded');
  assert.equal(verdictOf([first, plain('The manager answers within three days.')]), 'uncited');
});
