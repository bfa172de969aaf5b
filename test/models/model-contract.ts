import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Message, RemoteModel } from '../../src/models/model.ts';
import { cite } from '../support/fake-claude/citations.ts';
import { describeFailures } from './model-failures-contract.ts';
import { type ModelUnderTest, rejects } from './model-under-test.ts';
import { ask, searched, searchTool, textBlock, user } from './start-model.ts';

const answer = 'You have 20 days.';
const good = { content: [textBlock(answer)] };
const textOf = ({ content }: { readonly content: Message['content'] }) =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('');

/**
 * What every model behind an API must do, the same for the loop whichever it is. `start` gives the model attempts of its
 * own; `wholeAt` is the number of events after which the reply "You have 20 days." is whole.
 */
export function describeModel(
  name: string,
  { start, wholeAt }: { readonly start: (t: TestContext) => Promise<ModelUnderTest>; readonly wholeAt: number },
): void {
  describeFailures(name, { start, wholeAt });
  const check = (title: string, run: (world: ModelUnderTest) => Promise<void>) =>
    test(`${name}: ${title}`, async (t) => run(await start(t)));

  check('a reply is plain JSON with its text, why it stopped and what it used', async ({ fake, model }) => {
    const usage = { input_tokens: 5, cache_read_input_tokens: 7, cache_creation_input_tokens: 11, output_tokens: 13 };
    fake.reply({ ...good, usage });
    const reply = await model.generate(ask());
    assert.equal(textOf(reply), answer);
    assert.equal(reply.stopReason, 'end_turn');
    const { inputTokens, outputTokens, cacheReadTokens } = reply.usage;
    assert.deepEqual([inputTokens, outputTokens, cacheReadTokens], [23, 13, 7]);
    assert.deepEqual(JSON.parse(JSON.stringify(reply)), reply);
  });

  check('parallel calls come with their input, and their results go back in order', async ({ fake, model }) => {
    const call = (id: string, query: string) => ({ type: 'tool_use', id, name: 'search_policies', input: { query } });
    fake.reply({ content: [textBlock('Let me see.'), call('toolu_a', 'a "b" ü🏖️'), call('toolu_b', 'leave')] }, good);
    const { content, stopReason } = await model.generate(ask());
    assert.equal(stopReason, 'tool_use');
    const calls = content.filter((block) => block.type === 'tool_use');
    assert.deepEqual(
      calls.map((each) => [each.name, each.input, each.caller?.type]),
      [
        ['search_policies', { query: 'a "b" ü🏖️' }, 'direct'],
        ['search_policies', { query: 'leave' }, 'direct'],
      ],
    );
    const results = calls.map(({ id }, i) => ({
      type: 'tool_result' as const,
      tool_use_id: id,
      content: i === 0 ? [] : [textBlock('It took too long.')],
      ...(i === 0 ? {} : { is_error: true }),
    }));
    const messages: Message[] = [
      ...ask().messages,
      { role: 'assistant', content },
      { role: 'user', content: [...results, textBlock('Please answer the question now.')] },
    ];
    assert.equal(textOf(await model.generate(ask({ messages }))), answer);
  });

  check('a call without arguments has an empty object as input', async ({ fake, model }) => {
    fake.reply({ content: [{ type: 'tool_use', id: 'toolu_a', name: 'search_policies', input: {} }] });
    const [block] = (await model.generate(ask())).content;
    assert.deepEqual(block?.type === 'tool_use' && block.input, {});
  });

  check('a cited sentence carries the source, the place and the text, across turns', async ({ fake, model }) => {
    const messages = [user('How much?'), ...searched('toolu_1', 2)];
    const first = { ...textBlock('There are 20 days.'), citations: [cited(messages, 1, 0)] };
    fake.reply({
      content: [first, textBlock(' '), { ...textBlock('Ask early.'), citations: [cited(messages, 0, 1)] }],
    });
    const reply = await model.generate(ask({ messages }));
    assert.equal(textOf(reply), 'There are 20 days. Ask early.');
    const found = reply.content.flatMap((block) => (block.type === 'text' ? (block.citations ?? []) : []));
    assert.deepEqual(found, [cited(messages, 1, 0), cited(messages, 0, 1)]);

    const later = [
      ...messages,
      { role: 'assistant' as const, content: reply.content },
      user('And then?'),
      ...searched('toolu_2'),
    ];
    fake.reply({ content: [{ ...textBlock('Two weeks.'), citations: [cited(later, 2, 1)] }] });
    const next = await model.generate(ask({ messages: later }));
    assert.deepEqual(next.content[0]?.type === 'text' && next.content[0].citations, [cited(later, 2, 1)]);
  });

  check('tools may be forbidden or one of them asked for, and a forced call is to be run', async ({ fake, model }) => {
    fake.respondWith(() => ({ content: [{ type: 'tool_use', id: 'toolu_a', name: 'search_policies', input: {} }] }));
    assert.equal(
      (await model.generate(ask({ toolChoice: { type: 'tool', name: 'search_policies' } }))).stopReason,
      'tool_use',
    );
    await model.generate(ask({ toolChoice: { type: 'none' } }));
    await model.generate(ask({ toolChoice: { type: 'none' }, tools: [] }));
    const choices = fake.requests.map(({ raw }) => /"tool_choice":(\{.*?\}+|"\w+")/.exec(raw)?.[1] ?? '');
    assert.match(choices[0] ?? '', /search_policies/);
    assert.match(choices[1] ?? '', /none/);
    assert.equal(choices[2], '');
  });

  check('what stands before the messages is the same bytes in any order of tools', async ({ fake, model, another }) => {
    fake.respondWith(() => good);
    const other = { ...searchTool, name: 'read_policy' };
    await model.generate(ask({ tools: [searchTool, other] }));
    await another({}).generate(ask({ tools: [other, searchTool], maxTokens: 2000, toolChoice: { type: 'none' } }));
    const prefixes = fake.requests.map(({ raw }) => raw.slice(0, raw.indexOf('"messages":[')));
    assert.equal(new Set(prefixes).size, 1);
    assert.match(prefixes[0] ?? '', /"read_policy".*"search_policies"/);
  });

  check('a cut call, a refusal and an unknown reason to stop are told by the reason', async ({ fake, model }) => {
    const content = [{ type: 'tool_use', id: 'toolu_1', name: 'search_policies', input: {} }];
    const rawInputs = { toolu_1: '{"query": "leave", "country": "G' };
    fake.reply({ content, rawInputs, stopReason: 'max_tokens' });
    fake.reply({ content: [], stopReason: 'refusal' }, { ...good, stopReason: 'tired' });
    assert.equal((await model.generate(ask())).stopReason, 'max_tokens');
    assert.equal((await model.generate(ask())).stopReason, 'refusal');
    assert.equal((await model.generate(ask())).stopReason, 'tired');
  });

  check('blank text is never sent', async ({ fake, model }) => {
    fake.reply(good);
    const [call, result] = searched('toolu_1');
    assert.ok(call && result);
    const blank: Message = {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: [textBlock('')] }, textBlock('\n')],
    };
    await model.generate(ask({ system: '', messages: [user('Hm?', '', ' '), call, blank] }));
    assert.equal(fake.requests[0]?.error, undefined);
  });

  check(
    'a side call may ask for a format, and one that could cite is refused before it is sent',
    async ({ fake, model }) => {
      const format = {
        type: 'object',
        properties: { conflict: { type: 'boolean' } },
        required: ['conflict'],
        additionalProperties: false,
      };
      fake.reply({ content: [textBlock('{"conflict":false}')] });
      assert.deepEqual(JSON.parse(textOf(await model.generate(ask({ format, tools: [] })))), { conflict: false });
      assert.match(fake.requests[0]?.raw ?? '', /"json_schema"/);
      const messages = [user('How much?'), ...searched('toolu_1')];
      await rejects(model.generate(ask({ format, messages })), 'internal', /cannot have a format/);
      assert.equal(fake.requests.length, 1);
    },
  );

  check(
    'the check at start says what is wrong with key, model and address, and an outage is only a warning',
    async ({ model, another, fake }) => {
      const first = async (each: RemoteModel) => (await each.check()).lines[0];
      const usable = await first(model);
      assert.equal(usable?.ok, true);
      assert.match(usable?.detail ?? '', /model .* is reachable/);
      assert.match((await first(another({ apiKey: 'wrong' })))?.fix ?? '', /_API_KEY/);
      const unknown = await first(another({ model: 'none-such' }));
      assert.equal(unknown?.ok, false);
      assert.match(`${unknown?.detail}: ${unknown?.fix}`, /no model named "none-such": set model\.name/);
      const down = await first(another({ baseUrl: 'http://127.0.0.1:1/v1' }));
      assert.deepEqual([down?.ok, /could not be reached at 127/.test(down?.detail ?? '')], [true, true]);
      const gateway = await first(another({ baseUrl: `${new URL(fake.url).origin}/api` }));
      assert.deepEqual([gateway?.ok, /_BASE_URL/.test(gateway?.fix ?? '')], [true, true]);
    },
  );

  check('a variant asks another model, or with another effort, and keeps the rest', async ({ fake, model }) => {
    fake.respondWith(() => good);
    await model.variant({ effort: 'low' }).generate(ask());
    await model.variant({ effort: 'none such' }).generate(ask());
    const other = model.variant({ model: 'none-such' });
    assert.equal(other.name, 'none-such');
    await rejects(other.generate(ask()), 'model_rejected', /none-such/);
    assert.match(fake.requests[0]?.raw ?? '', /effort":"low"/);
    assert.doesNotMatch(fake.requests[1]?.raw ?? '', /"(?:reasoning_)?effort"/);
  });
}

function cited(messages: readonly Message[], index: number, start: number) {
  return cite(JSON.parse(JSON.stringify({ messages })), index, start);
}
