import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BylawError } from '../../src/errors.ts';
import { readPassageTitle } from '../../src/passage-title.ts';
import { createReadPolicy } from '../../src/tools/read-policy.ts';
import { createSearchPolicies } from '../../src/tools/search-policies.ts';
import { toSearchResult } from '../../src/tools/search-result.ts';
import type { Tool, ToolContent } from '../../src/tools/tool.ts';
import {
  americanLeave,
  createHandbook,
  germanLeave,
  managersOnly,
  toPassages,
  toVersion,
  viewer,
} from '../answer/small-handbook.ts';

const context = { viewer, signal: new AbortController().signal, idempotencyKey: 'k' };

function toolsOver(handbook = createHandbook()) {
  return {
    handbook,
    search: createSearchPolicies({ library: handbook.library, contextChars: 300, minPassages: 2 }),
    read: createReadPolicy({ records: handbook, maxChars: 120 }),
  };
}

function sources(content: readonly ToolContent[]): string[] {
  return content.map((item) => (item.type === 'search_result' ? item.source : item.text));
}

async function inputError(tool: Tool, input: unknown): Promise<string> {
  try {
    await tool.run(input, context);
  } catch (error) {
    if (error instanceof BylawError && error.code === 'tool_input') return error.message;
  }
  return 'no tool_input error';
}

test('a search result names passage, headings, version, date and country', async () => {
  const [first] = await toolsOver().search.run({ query: 'carry over unused days expire March' }, context);
  assert.deepEqual(first, {
    type: 'search_result',
    source: 'policy://handbook/leave-de.md@1#2',
    title: 'Leave in Germany › Carry-over (version 1, effective 2026-01-01, applies in DE)',
    content: [
      { type: 'text', text: 'Up to 5 unused days may be carried over into the next year. ' },
      { type: 'text', text: 'They expire on 31 March.' },
    ],
    citations: { enabled: true },
  });
});

test('the blocks of a result are its passage, whatever the sentences are', () => {
  const version = toVersion(germanLeave);
  const [passage] = toPassages(germanLeave, version);
  assert.ok(passage);
  const alphabet = fc.constantFrom('a', 'b', ' ', '\n', '.', '|', '😀');
  fc.assert(
    fc.property(
      fc.array(alphabet, { minLength: 1, maxLength: 30 }),
      fc.array(fc.nat(30), { maxLength: 6 }),
      (letters, cuts) => {
        const text = letters.join('');
        fc.pre(text.trim() !== '');
        const starts = [...new Set(cuts.filter((cut) => cut < text.length))].sort((a, b) => a - b);
        const sentences = starts.map((start, i) => ({ start, end: starts[i + 1] ?? text.length }));
        const { content } = toSearchResult(version, { ...passage, text, sentences });
        assert.equal(content.map((block) => block.text).join(''), text);
        for (const block of content) assert.notEqual(block.text.trim(), '');
      },
    ),
  );
});

test('passages come in rank order up to the size asked for, but never fewer than the least', async () => {
  const { search } = toolsOver();
  const found = await search.run({ query: 'leave employees days requests manager unused' }, context);
  const chars = found.map((item) =>
    item.type === 'search_result' ? item.content.map(({ text }) => text).join('').length : 0,
  );
  assert.equal(found.length, 3);
  assert.ok(chars.reduce((sum, n) => sum + n) <= 300);
  const tight = createSearchPolicies({ library: createHandbook().library, contextChars: 10, minPassages: 2 });
  assert.equal((await tight.run({ query: 'leave days' }, context)).length, 2);
});

test('the viewer, the day and the filter of the question go into every search', async () => {
  const { search, handbook } = toolsOver();
  const filter = [{ field: 'tag', op: '=', value: 'hr' }] as const;
  await search.run(
    { query: 'leave', country: 'de', updated_from: '2026-01-01', review_to: '2027-01-01' },
    { ...context, filter },
  );
  const { audienceKeys, on, filter: sent } = handbook.searches[0] ?? {};
  assert.deepEqual({ audienceKeys, on }, viewer);
  assert.deepEqual(sent, [
    ...filter,
    { field: 'country', op: '=', value: 'DE' },
    { field: 'updated', op: '>=', value: '2026-01-01' },
    { field: 'review', op: '<=', value: '2027-01-01' },
  ]);
});

test('where the same text stands as well is said after the passages', async () => {
  const { library } = createHandbook();
  const outcome = await library.search({ text: 'leave days', limit: 2, ...viewer });
  const [first, second] = outcome.hits;
  assert.ok(first && second);
  const search = createSearchPolicies({
    library: {
      ...library,
      search: async () => ({ ...outcome, hits: [{ ...first, copies: [second] }] }),
    },
  });
  const [, note] = sources(await search.run({ query: 'leave' }, context));
  assert.equal(note, `policy://${first.passage.id} says the same as policy://${second.passage.id}.`);
});

test('nothing found is said in words', async () => {
  assert.deepEqual(sources(await toolsOver().search.run({ query: 'zzzz' }, context)), [
    'No passage was found. Try other words.',
  ]);
});

test('a wrong input is answered with what to change, all of it at once', async () => {
  const { search, read } = toolsOver();
  assert.match(
    await inputError(search, { query: ' ', country: 'Germany', updated_from: 'soon' }),
    /query: must not be empty.*country: must be a two-letter.*updated_from: must be a day/,
  );
  assert.match(await inputError(search, { query: 'x', region: 'EU' }), /region/);
  assert.match(await inputError(search, null), /search_policies was called/);
  assert.match(await inputError(read, {}), /document/);
});

test('the schemas are plain objects without alternatives at the root', () => {
  const { search, read } = toolsOver();
  for (const { name, inputSchema } of [search, read]) {
    assert.match(name, /^[a-zA-Z0-9_-]{1,64}$/);
    assert.equal(inputSchema.type, 'object');
    for (const key of ['anyOf', 'oneOf', 'allOf']) assert.ok(!(key in inputSchema));
  }
});

test('a document is read in its order and goes on where it stopped', async () => {
  const { read } = toolsOver();
  const first = sources(await read.run({ document: 'handbook/leave-de.md' }, context));
  assert.deepEqual(first, ['policy://handbook/leave-de.md@1#0', 'The document goes on: read on with from: 1.']);
  const second = sources(await read.run({ document: 'policy://handbook/leave-de.md@1#0', from: 2 }, context));
  assert.deepEqual(second, ['policy://handbook/leave-de.md@1#2']);
});

test('a section is found by a part of its heading, and an unknown one is answered with those there are', async () => {
  const { read } = toolsOver();
  const [found] = sources(await read.run({ document: 'handbook/leave-de.md', section: 'requesting' }, context));
  assert.equal(found, 'policy://handbook/leave-de.md@1#1');
  const [missing] = sources(await read.run({ document: 'handbook/leave-de.md', section: 'dogs' }, context));
  assert.match(missing ?? '', /Annual leave; Requesting leave; Carry-over/);
});

test('a document that is unknown, hidden or not in force is the same to the reader', async () => {
  const { read, handbook } = toolsOver(createHandbook([germanLeave, americanLeave, managersOnly]));
  handbook.retire('handbook/leave-us.md@1');
  for (const document of ['handbook/none.md', 'handbook/bonus.md', 'handbook/leave-us.md']) {
    assert.deepEqual(sources(await read.run({ document }, context)), [`There is no such document: ${document}.`]);
  }
});

test('a title carries the lead of a passage and can be read back', () => {
  const version = toVersion(germanLeave);
  const [passage] = toPassages(germanLeave, version);
  assert.ok(passage);
  const { title } = toSearchResult(version, { ...passage, lead: '| Grade | Days |\n| --- | --- |', page: 4 });
  assert.equal(
    title,
    'Leave in Germany › Annual leave (version 1, effective 2026-01-01, applies in DE, page 4) — | Grade | Days |',
  );
  assert.deepEqual(readPassageTitle(title), {
    path: 'Leave in Germany › Annual leave',
    countries: ['DE'],
    lead: ['| Grade | Days |'],
  });
  assert.deepEqual(readPassageTitle('Anything (else)'), { path: 'Anything (else)', countries: [], lead: [] });
});
