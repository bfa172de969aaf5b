import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createExtractiveModel } from '../../src/models/extractive.ts';
import { type Message, noAnswer, type TextBlock } from '../../src/models/model.ts';
import { toSearchResult } from '../../src/tools/search-result.ts';
import type { SearchResultBlock, ToolSpec } from '../../src/tools/tool.ts';
import { americanLeave, germanLeave, type SmallDocument, toPassages, toVersion } from '../answer/small-handbook.ts';

const tools: ToolSpec[] = [
  { name: 'search_policies', description: '', inputSchema: { properties: { query: {}, country: {} } } },
];

const office: SmallDocument = {
  id: 'handbook/office.md',
  title: 'Working together',
  sections: [
    {
      heading: 'Remote work',
      text: 'Employees may work remotely up to three days a week with approval of their manager.',
    },
    { heading: 'Lost devices', text: 'Report a lost or stolen laptop to the security team within one hour.' },
    { heading: 'Grades', text: '| Senior | 25 |\n| Junior | 22 |', lead: '| Grade | Training days |' },
  ],
};

function resultsOf(...documents: SmallDocument[]): SearchResultBlock[] {
  return documents.flatMap((document) => {
    const version = toVersion(document);
    return toPassages(document, version).map((passage) => toSearchResult(version, passage));
  });
}

const ask = (text: string): Message => ({
  role: 'user',
  content: [
    { type: 'text', text },
    { type: 'text', text: '(The rules in force on 2026-06-01 apply.)' },
  ],
});

async function turn(messages: readonly Message[], toolChoice?: { type: 'none' }) {
  const signal = new AbortController().signal;
  return createExtractiveModel().generate({ system: '', tools, messages, toolChoice, maxTokens: 100, signal });
}

async function quote(
  question: string,
  results: readonly SearchResultBlock[],
  before: readonly Message[] = [],
): Promise<TextBlock[]> {
  const { content } = await turn([
    ...before,
    ask(question),
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'search_policies', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: results }] },
  ]);
  return content.filter((block) => block.type === 'text');
}

const textOf = (blocks: readonly TextBlock[]) => blocks.map(({ text }) => text).join('');

test('it searches with the words of the question', async () => {
  const { content, stopReason } = await turn([ask('How many leave days do I get in Germany?')]);
  assert.equal(stopReason, 'tool_use');
  const [call] = content;
  assert.ok(call?.type === 'tool_use');
  assert.deepEqual(call.input, { query: 'How many leave days do I get in Germany?' });
  assert.match(call.id, /^[a-zA-Z0-9_-]{1,64}$/);
});

test('it searches once, and not when it may not', async () => {
  assert.equal(textOf(await quote('How many days?', [])), noAnswer);
  const { content } = await turn([ask('How many days?')], { type: 'none' });
  assert.deepEqual(content, [{ type: 'text', text: noAnswer }]);
});

const classic: [string, string][] = [
  ['How many vacation days do I get?', '20 days of paid leave a year'],
  ['How many days of annual leave do I get?', '20 days of paid leave a year'],
  ['When do I have to ask for leave?', 'two weeks ahead'],
  ['How far ahead must I request vacation?', 'two weeks ahead'],
  ['Can I carry over unused days?', 'Up to 5 unused days'],
];
for (const [question, expected] of classic) {
  test(`"${question}" is answered by "${expected}"`, async () => {
    const blocks = await quote(question, resultsOf(germanLeave, office));
    assert.ok(blocks[0]?.text.includes(expected), textOf(blocks));
  });
}

test('what no policy says is not answered', async () => {
  const questions = [
    'Does the company pay for a gym membership?',
    'How many sick days do I get?',
    'What is the dress code?',
    'Can I bring my dog to the office?',
    'How much is the bonus?',
    'Who won the world cup?',
    'How much parental leave do I get?',
    'why?',
  ];
  for (const question of questions) {
    assert.equal(textOf(await quote(question, resultsOf(germanLeave, office))), noAnswer, question);
  }
});

test('where several countries have an answer each is named', async () => {
  const blocks = await quote('How many vacation days do I get?', resultsOf(germanLeave, americanLeave));
  const text = textOf(blocks);
  assert.match(text, /^Germany: “.*20 days.*”\n\nUnited States: “.*15 days/s);
});

test('a country in the question leaves the others out', async () => {
  const text = textOf(await quote('Can I carry over unused days in the US?', resultsOf(germanLeave, americanLeave)));
  assert.match(text, /cannot be carried over/);
  assert.doesNotMatch(text, /Up to 5/);
});

test('a country that no policy is for is not answered from the policies of others', async () => {
  const question = 'How many vacation days do I get in France?';
  assert.equal(textOf(await quote(question, resultsOf(germanLeave, americanLeave))), noAnswer);
});

test('every part of a question is answered, and a part without an answer is said', async () => {
  const results = resultsOf(germanLeave, office);
  const all = 'How many vacation days do I get, when do I have to ask for them, and can I carry over unused days?';
  assert.deepEqual(
    (await quote(all, results))
      .map(({ citations }) => citations?.[0]?.cited_text.trim())
      .filter((text) => text !== undefined),
    [
      'Full-time employees receive 20 days of paid leave a year.',
      'Requests must be submitted at least two weeks ahead.',
      'Up to 5 unused days may be carried over into the next year.',
    ],
  );
  const half = textOf(await quote('How many vacation days do I get, and what is the dress code?', results));
  assert.match(half, /20 days.*\n\nI don't have information about the rest of the question\.$/s);
});

test('what only sets the scene needs no answer', async () => {
  const blocks = await quote('I joined in Bremerhaven. How many days of leave do I get?', resultsOf(germanLeave));
  assert.match(textOf(blocks), /20 days/);
});

test('every quote cites exactly the sentence it quotes, counted over the whole conversation', async () => {
  const before: Message[] = [
    ask('Before?'),
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_0', name: 'search_policies', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_0', content: resultsOf(office) }] },
    { role: 'assistant', content: [{ type: 'text', text: noAnswer }] },
  ];
  const results = resultsOf(germanLeave);
  const [block] = await quote('Can I carry over unused days?', results, before);
  const [citation] = block?.citations ?? [];
  assert.deepEqual(citation, {
    type: 'search_result_location',
    cited_text: 'Up to 5 unused days may be carried over into the next year. ',
    search_result_index: 5,
    source: 'policy://handbook/leave-de.md@1#2',
    title: results[2]?.title,
    start_block_index: 0,
    end_block_index: 1,
  });
});

test('a table row is told with its header', async () => {
  const text = textOf(await quote('How many training days does a senior get?', resultsOf(office)));
  assert.equal(text, 'Grade: Senior; Training days: 25');
});

test('two calls of one conversation never share an id', async () => {
  const first = await turn([ask('One?')]);
  const second = await turn([
    ask('One?'),
    { role: 'assistant', content: [{ type: 'text', text: noAnswer }] },
    ask('One?'),
  ]);
  assert.notDeepEqual(first.content, second.content);
});
