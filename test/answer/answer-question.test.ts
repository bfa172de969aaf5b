import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BylawError } from '../../src/errors.ts';
import { createExtractiveModel } from '../../src/models/extractive.ts';
import { noAnswer } from '../../src/models/model.ts';
import { createWorld } from './answering-world.ts';
import { answer, cite, createScriptedModel, type Step, say, search } from './scripted-model.ts';
import { createHandbook } from './small-handbook.ts';

const notFound = "I don't have this information in the policies I can read.";

function worldOf(steps: readonly Step[], more: Partial<Parameters<typeof createWorld>[0]> = {}) {
  const script = createScriptedModel(steps);
  return { ...createWorld({ model: script.model, ...more }), script };
}

test('a supported reply is answered with numbered, verbatim citations', async () => {
  const { ask, answers } = worldOf([
    search('carry over leave'),
    ({ messages }) =>
      say(
        cite(messages, 'You may carry over up to five days', 'Up to 5 unused'),
        '.\n\n',
        cite(messages, 'They expire on 31 March.', 'They expire'),
        ' ',
        cite(messages, 'At most 5 days may be carried over.', 'Up to 5 unused'),
      ),
  ]);
  const given = await ask('Can I carry over leave?');
  assert.equal(given.status, 'answered');
  assert.equal(
    given.text,
    'You may carry over up to five days [1].\n\nThey expire on 31 March. [2] At most 5 days may be carried over. [1]',
  );
  assert.deepEqual(given.citations, [
    {
      n: 1,
      passage: 'handbook/leave-de.md@1#2',
      document: 'handbook/leave-de.md',
      title: 'Leave in Germany',
      section: 'Carry-over',
      quote: 'Up to 5 unused days may be carried over into the next year.',
      version: 1,
      effective: '2026-01-01',
      url: 'https://handbook.example/leave-de',
    },
    {
      n: 2,
      passage: 'handbook/leave-de.md@1#2',
      document: 'handbook/leave-de.md',
      title: 'Leave in Germany',
      section: 'Carry-over',
      quote: 'They expire on 31 March.',
      version: 1,
      effective: '2026-01-01',
      url: 'https://handbook.example/leave-de',
    },
  ]);
  assert.equal(given.model, 'scripted');
  const record = answers.get(given.id);
  assert.ok(record?.retrieved.includes('handbook/leave-de.md@1#2'));
  assert.deepEqual(record?.usage, { inputTokens: 20, outputTokens: 10 });
  assert.deepEqual(
    given.passages.map(({ id }) => id),
    record?.retrieved,
  );
});

test('a question answered without a search is searched first, and the early reply is thrown away', async () => {
  const { ask, script } = worldOf([
    say('You get 30 days.'),
    search('leave days'),
    answer('You get 20 days of paid leave a year.', '20 days'),
  ]);
  const given = await ask('How many days of leave do I get?');
  assert.equal(given.status, 'answered');
  assert.deepEqual(script.requests[1]?.toolChoice, { type: 'tool', name: 'search_policies' });
  assert.equal(script.requests[1]?.messages.length, 1);
});

test('an unsupported reply is repaired once, naming the sentence', async () => {
  const { ask, script } = worldOf([
    search('leave days'),
    answer('You get 30 days of paid leave a year.', '20 days'),
    answer('You get 20 days of paid leave a year.', '20 days'),
  ]);
  const given = await ask('How many days of leave do I get?');
  assert.equal(given.status, 'answered');
  assert.match(JSON.stringify(script.requests[2]?.messages.at(-1)), /30.*You get 30 days of paid leave a year/);
});

test('a reply that stays unsupported becomes an abstention with the closest passages', async () => {
  const wrong = answer('You get 30 days of paid leave a year.', '20 days');
  const { ask, snapshots } = worldOf([search('leave days'), wrong, wrong]);
  const given = await ask('How many days of leave do I get?');
  assert.equal(given.status, 'not_found');
  assert.equal(given.text, notFound);
  assert.deepEqual(given.citations, []);
  assert.ok(given.passages.length > 0);
  assert.doesNotMatch(snapshots.get('C1') ?? '', /30 days/, 'what was never posted is not remembered');
});

test('a model that finds nothing abstains', async () => {
  const given = await worldOf([search('dogs'), say(noAnswer)]).ask('May I bring my dog?');
  assert.equal(given.status, 'not_found');
  assert.equal(given.text, notFound);
});

test('a question without words, a greeting and an overlong question never reach the model', async () => {
  const { ask } = worldOf([]);
  for (const text of ['', '  \n', '???']) assert.equal((await ask(text)).status, 'needs_input');
  const greeted = await ask('Hi there!');
  assert.equal(greeted.status, 'needs_input');
  assert.match(greeted.text, /I answer questions about the company policies/);
  const long = await ask('word '.repeat(10_000));
  assert.equal(long.status, 'needs_input');
  assert.match(long.text, /8,000 characters/);
});

test('what the asker may not read is neither retrieved nor offered', async () => {
  const { ask, handbook } = worldOf([search('manager bonus'), say(noAnswer)]);
  const given = await ask('How high is the bonus of a manager?');
  assert.doesNotMatch(JSON.stringify(given), /12 percent/);
  assert.ok(handbook.searches.every(({ audienceKeys }) => audienceKeys.join() === 'everyone'));
});

test('a filter of the question holds for every search', async () => {
  const { ask, handbook } = worldOf([search('leave'), say(noAnswer)]);
  const filter = [{ field: 'tag', op: '=', value: 'hr' }] as const;
  await ask('How much leave?', { filter });
  assert.ok(handbook.searches.length >= 2);
  for (const query of handbook.searches) assert.deepEqual(query.filter, filter);
});

for (const [code, notice] of [
  ['model_unavailable', /can't be reached right now/],
  ['model_rejected', /can't be used as it is set up/],
] as const) {
  test(`after ${code} the policies are quoted, and the asker is told without the raw error`, async () => {
    const { ask } = worldOf([new BylawError(code, 'status 529 overloaded_error')], {
      fallback: createExtractiveModel(),
    });
    const given = await ask('How many days of paid leave do employees in Germany get a year?');
    assert.equal(given.status, 'answered');
    assert.equal(given.model, 'extractive');
    assert.match(given.notice ?? '', notice);
    assert.doesNotMatch(JSON.stringify(given), /529|overloaded/);
    assert.match(given.text, /20 days of paid leave a year.” \[1\]/);
  });
}

test('a model that is late is given up on and the policies are quoted', async () => {
  const never: Step = ({ signal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
  const { ask } = worldOf([never], { fallback: createExtractiveModel(), limits: { answerSeconds: 0.05 } });
  const given = await ask('How many days of paid leave do employees in Germany get a year?');
  assert.equal(given.status, 'answered');
  assert.match(given.notice ?? '', /took too long/);
});

test('without a fallback an unreachable model is a failed answer in plain words', async () => {
  const { ask } = worldOf([new BylawError('model_unavailable', 'status 529')]);
  const given = await ask('How many days of leave?');
  assert.equal(given.status, 'failed');
  assert.match(given.text, /ask again/);
});

test('without a key the answer says that it is quotes', async () => {
  const given = await createWorld({ model: createExtractiveModel() }).ask('Can I carry over unused days in Germany?');
  assert.equal(given.status, 'answered');
  assert.match(given.notice ?? '', /No language model is set up/);
  assert.equal(given.citations[0]?.quote, 'Up to 5 unused days may be carried over into the next year.');
});

test('a library that is down is not taken for a missing answer', async () => {
  const handbook = createHandbook();
  handbook.library.search = async () => {
    throw new BylawError('library_unavailable', 'the library is closed');
  };
  const given = await createWorld({ model: createExtractiveModel(), handbook }).ask('How many days of leave do I get?');
  assert.equal(given.status, 'failed');
  assert.match(given.text, /can't search the policies right now/);
});

test('a refusal is neutral and not remembered', async () => {
  const { ask, snapshots } = worldOf([
    { stopReason: 'refusal', refusalCategory: 'cyber', content: [{ type: 'text', text: 'partial' }] },
  ]);
  const given = await ask('How do I break in?');
  assert.equal(given.status, 'not_found');
  assert.match(given.text, /can't answer this question/);
  assert.doesNotMatch(snapshots.get('C1') ?? '', /partial/);
});

test('a reply cut at its limit twice keeps its whole sentences, says so and is not remembered', async () => {
  const cut: Step = ({ messages }) => ({
    ...say(cite(messages, 'You get 20 days of paid leave a year. Leave accr', '20 days')),
    stopReason: 'max_tokens',
  });
  const { ask, script, snapshots } = worldOf([search('leave days'), cut, cut]);
  const given = await ask('How many days of leave do I get?');
  assert.equal(given.text, 'You get 20 days of paid leave a year. [1]');
  assert.match(given.notice ?? '', /length limit/);
  assert.deepEqual(
    script.requests.map(({ maxTokens }) => maxTokens),
    [4096, 4096, 8192],
  );
  assert.doesNotMatch(snapshots.get('C1') ?? '', /You get 20 days/);
});

test('an answer that cannot be recorded is given all the same', async () => {
  const failing = async () => {
    throw new BylawError('records_unavailable', 'disk full');
  };
  const { ask, log } = worldOf([search('leave days'), answer('You get 20 days of paid leave a year.', '20 days')], {
    answers: { put: failing, get: failing, list: failing, count: failing, citations: failing },
    conversations: { put: failing, get: failing },
  });
  assert.equal((await ask('How many days of leave do I get?')).status, 'answered');
  assert.match(log(), /answer.not_recorded/);
});

test('neither question nor documents are logged', async () => {
  const { ask, log } = worldOf([
    search('zebra leave'),
    answer('You get 30 days of paid leave a year.', '20 days'),
    say(noAnswer),
  ]);
  await ask('How many zebra days of leave do I get?');
  assert.match(log(), /grounding.rejected/);
  assert.doesNotMatch(log(), /zebra|paid leave/);
});
