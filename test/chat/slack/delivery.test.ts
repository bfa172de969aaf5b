import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textLength } from '../../../src/workspace/blocks/check-blocks.ts';
import { openSlack, type Slack } from './open-slack.ts';

const posts = (slack: Slack) => slack.server.state.messages.filter(({ botId }) => botId !== undefined);

async function ask(slack: Slack): Promise<string> {
  const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw hello');
  await slack.log.until('slack.finished');
  return ts;
}

test('a rate limit on a post is waited out, and the answer posted once', async (t) => {
  const slack = await openSlack(t);
  await slack.startChat();
  slack.server.fail('chat.postMessage', { status: 429, retryAfterS: 7, code: 'ratelimited' });
  await ask(slack);
  assert.equal(posts(slack).length, 1);
  assert.deepEqual(slack.pauses, [7_000]);
});

test('a rate limit beyond the deadline puts the question off, and a later sweep answers it', async (t) => {
  const slack = await openSlack(t);
  await slack.startChat();
  slack.server.fail('chat.postMessage', { status: 429, retryAfterS: 600, code: 'ratelimited' });
  slack.server.say('UALICE', 'CHR', '@bylaw hello');
  await slack.log.until('slack.put_off');
  assert.equal(posts(slack).length, 0);
  slack.clock.advance(60_000);
  await slack.sweep(1);
  await slack.log.until('slack.finished');
  assert.equal(posts(slack).length, 1);
});

for (const [what, fault] of [
  ['an HTTP error', { status: 503 }],
  ['a broken connection', { drop: true }],
  ['an internal error', { code: 'internal_error' }],
] as const) {
  test(`${what} after the post was applied leaves one message`, async (t) => {
    const slack = await openSlack(t);
    await slack.startChat();
    slack.server.fail('chat.postMessage', { ...fault, applied: true });
    await ask(slack);
    assert.equal(posts(slack).length, 1);
    assert.equal(slack.server.calls('chat.postMessage'), 1);
  });

  test(`${what} before the post was applied is tried again`, async (t) => {
    const slack = await openSlack(t);
    await slack.startChat();
    slack.server.fail('chat.postMessage', fault);
    await ask(slack);
    assert.equal(posts(slack).length, 1);
    assert.equal(slack.server.calls('chat.postMessage'), 2);
  });
}

test('a rate limit while looking for the post is waited out too', async (t) => {
  const slack = await openSlack(t);
  await slack.startChat();
  slack.server.fail('chat.postMessage', { status: 500, applied: true });
  slack.server.fail('conversations.replies', { status: 429, retryAfterS: 60 }, { status: 500 });
  await ask(slack);
  assert.equal(posts(slack).length, 1);
});

test('where the thread cannot be read, an uncertain post is not repeated and the asker is told', async (t) => {
  const slack = await openSlack(t, { without: ['channels:history'] });
  await slack.startChat();
  slack.server.fail('chat.postMessage', { status: 500, applied: true });
  await ask(slack);
  assert.equal(posts(slack).length, 1);
  assert.match(slack.server.state.ephemerals[0]?.text ?? '', /If you see no answer/);
});

test('an answer that Slack refuses as blocks arrives in a plainer form', async (t) => {
  const slack = await openSlack(t);
  await slack.startChat();
  slack.answering.reply({ text: '**Yes** <!here>, see [the plan](https://example.com/?a=1&b=2) [1]' });
  slack.server.fail('chat.postMessage', { code: 'invalid_blocks' });
  await ask(slack);
  assert.equal(posts(slack)[0]?.markdown, '**Yes** &lt;!here>, see [the plan](https://example.com/?a=1&b=2) [1]');

  slack.server.fail('chat.postMessage', { code: 'msg_blocks_too_long' }, { code: 'invalid_blocks' });
  slack.server.say('UALICE', 'CHR', '@bylaw again');
  await slack.log.until('slack.finished', 2);
  assert.equal(posts(slack)[1]?.text, '*Yes* &lt;!here&gt;, see <https://example.com/?a=1&amp;b=2|the plan> [1]');
  assert.equal(posts(slack).length, 2);
  assert.deepEqual(slack.server.problems(), []);
});

test('a command whose blocks are refused is answered as text', async (t) => {
  const slack = await openSlack(t);
  await slack.startChat();
  slack.server.fail('response', { status: 400, code: 'invalid_blocks' });
  await slack.server.command('UALICE', 'CHR', '/policy hello');
  await slack.log.until('slack.finished');
  const [seen] = slack.server.view('UALICE', 'CHR').messages;
  assert.equal(seen?.text, 'Answer to: hello');
});

test('a long answer arrives whole, in parts, with every source on the last', async (t) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const text = Array.from({ length: 60 }, (_, at) => `Paragraph ${at}. ${'All of it counts. '.repeat(25).trim()}`).join(
    '\n\n',
  );
  const citations = Array.from({ length: 40 }, (_, at) => ({
    n: at + 1,
    passage: `p${at}`,
    document: `d${at}`,
    title: `Policy ${at}`,
    section: 'Leave › Carry-over',
    quote: `Clause ${at + 1}.`,
    version: 1,
    url: `https://example.com/policies?id=${at}&view=full`,
  }));
  slack.answering.reply({ text, citations });
  const ts = await ask(slack);
  const sent = posts(slack);
  assert.ok(sent.length >= 3);
  assert.ok(sent.every(({ thread }) => thread === ts));
  for (const { blocks = [], text: fallback } of sent) {
    assert.ok(blocks.filter(({ type }) => type === 'markdown').length <= 3 && textLength(blocks) <= 11_500);
    assert.ok(fallback.length > 0 && fallback.length <= 3_000);
  }
  const seen = slack.server.view('UALICE', 'CHR', ts).messages.slice(1);
  const last = seen.at(-1) ?? assert.fail();
  assert.deepEqual(
    last.links,
    citations.map(({ url, n }) => `${url}#:~:text=Clause%20${n}.`),
  );
  assert.ok(last.buttons.some((button) => button.text === 'Ask a person'));
  const body = seen.map((message) => message.text).join('\n\n');
  assert.ok(body.startsWith(text));
  for (const { n } of citations) assert.ok(body.includes(`Clause ${n}.`));
});

test('an answer that is not found shows the closest passages', async (t) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const passages = Array.from({ length: 5 }, (_, at) => ({
    id: `p${at}`,
    document: 'leave',
    title: 'Leave',
    section: `Section ${at}`,
    text: 'Five days can be carried over. '.repeat(20),
    score: 1,
  }));
  slack.answering.reply({ status: 'not_found', text: 'I don’t have this information.', passages });
  const ts = await ask(slack);
  const text = slack.server.view('UALICE', 'CHR', ts).messages[1]?.text ?? '';
  assert.match(text, /^I don’t have this information\.\n\n\*\*The closest passages\*\*/);
  assert.equal(text.match(/Leave › Section \d: Five days/g)?.length, 3);
  assert.ok(text.length < 1_200);
  const [first] = slack.server.view('UALICE', 'CHR', ts).messages[1]?.buttons ?? [];
  assert.deepEqual([first?.text, first?.style], ['Ask a person', 'primary']);
});

test('a channel that became closed to the bot: the asker is told by direct message', async (t) => {
  const slack = await openSlack(t);
  await slack.startChat();
  slack.server.fail('chat.postMessage', { code: 'not_in_channel' });
  await ask(slack);
  const [direct] = posts(slack);
  assert.equal(direct?.channel, 'DALICE');
  assert.match(direct?.text ?? '', /could not answer in the channel/);
});
