import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textLength } from '../../../src/workspace/blocks/check-blocks.ts';
import { mortal } from './mortal.ts';
import { leaseMs, overBoth, rules, type Slack, wordsOf } from './open-slack.ts';
import { answerOf, openPosting } from './posting-world.ts';

// What public reports say that other bots of this kind got wrong, each with its link: what people see of an answer.

const answersIn = (slack: Slack, channel: string, thread?: string) =>
  slack.server.view('UALICE', channel, thread).messages.filter(({ from }) => from === 'U0BYLAW');
const paragraphs = (chars: number) =>
  Array.from({ length: Math.ceil(chars / 500) }, (_, at) =>
    `Paragraph ${at}. ${'All of it counts. '.repeat(27)}`.trim(),
  );

async function ask(slack: Slack, text = '@bylaw hello'): Promise<string> {
  const { ts } = slack.server.say('UALICE', 'CHR', text);
  await slack.log.until('slack.finished');
  return ts;
}

// https://github.com/pymc-labs/daimon/pull/106, https://github.com/seratch/ChatGPT-in-Slack/issues/102
overBoth('10: a long answer that takes the place of another arrives whole', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const ts = await ask(slack);
  const text = paragraphs(5_000).join('\n\n');
  slack.answering.reply({ text });
  slack.server.edit('UALICE', 'CHR', ts, '@bylaw hello again');
  await slack.log.until('slack.finished', 2);
  const shown = answersIn(slack, 'CHR', ts).map(wordsOf);
  assert.equal(shown.join('\n\n'), text);
});

// https://github.com/slackapi/bolt-js/issues/2509
overBoth('11: more text than a message holds becomes two messages of the thread', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const text = paragraphs(14_000).join('\n\n');
  slack.answering.reply({ text });
  const ts = await ask(slack);
  const shown = answersIn(slack, 'CHR', ts);
  assert.equal(shown.length, 2);
  assert.equal(shown.map(wordsOf).join('\n\n'), text);
});

// https://github.com/lightdash/lightdash/issues/24512
overBoth('12: a very long answer keeps its sources and buttons, on the last of its messages', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ after: slack.clock.after });
  const answer = answerOf(paragraphs(15_000).join('\n\n'));
  const steps = Array.from({ length: 60 }, (_, at) => ({ step: 'reading', title: `Policy ${at}` }) as const);
  const { ask: plain } = slack.answering;
  const release = slack.answering.hold();
  slack.answering.reply({ text: answer.text, citations: answer.citations });
  slack.answering.ask = (question, options) => {
    for (const step of steps) options.onProgress?.(step);
    return plain(question, options);
  };
  const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw hello');
  await slack.answering.until(1);
  slack.clock.advance(1_500);
  await slack.server.until(() => answersIn(slack, 'CHR', ts).length === 1);
  release();
  await slack.log.until('slack.finished');
  const shown = answersIn(slack, 'CHR', ts);
  assert.ok(shown.length > 1 && shown.every(({ streaming }) => !streaming));
  assert.deepEqual(
    shown.map(({ buttons, links }) => buttons.length > 0 && links.includes('https://example.com/leave#carry-over')),
    [...shown.slice(1).map(() => false), true],
  );
  const body = shown.map(({ text }) => text).join('\n\n');
  assert.ok(body.startsWith(answer.text) && !/could not answer/.test(body));
  assert.ok((shown[0]?.tasks.length ?? 0) <= 5);
  await slack.server.until(() => slack.server.problems().length === 0);
});

// https://github.com/activepieces/activepieces/pull/11171
overBoth('13: a list of sources that is longer than a section is cut between sources', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const [citation] = answerOf('').citations;
  assert.ok(citation);
  const citations = Array.from({ length: 60 }, (_, at) => ({
    ...{ ...citation, n: at + 1, passage: `p${at}`, section: `Section ${at} ${'x'.repeat(100)}` },
    url: `https://example.com/leave?id=${at}&view=full`,
  }));
  slack.answering.reply({ text: 'All of it [1].', citations });
  const ts = await ask(slack);
  const shown = answersIn(slack, 'CHR', ts);
  const links = new Set(shown.flatMap((message) => message.links.map((link) => link.split('#')[0])));
  for (const { url } of citations) assert.ok(links.has(url));
  for (const { blocks } of shown) assert.ok(textLength(blocks) <= 11_500);
});

// https://github.com/vercel/chat/issues/637, https://github.com/slackapi/python-slack-sdk/issues/1859
overBoth('14: where Slack has closed the stream the answer is posted once', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ after: slack.clock.after });
  const release = slack.answering.hold();
  const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw hello');
  await slack.answering.until(1);
  slack.clock.advance(1_500);
  await slack.server.until(() => answersIn(slack, 'CHR', ts)[0]?.streaming === true);
  slack.clock.advance(300_001);
  release();
  await slack.log.until('slack.finished');
  assert.deepEqual(answersIn(slack, 'CHR', ts).map(wordsOf), ['Answer to: hello']);
});

// https://github.com/openclaw/openclaw/issues/21213, https://github.com/kirodotdev/KiroCrew/issues/5318
test('15: who asks from another workspace is streamed to under their own ids', async (t) => {
  const { server, work, becomeSlow } = await openPosting(t);
  const { ts } = server.say('UTESS', 'CSHARED', 'hello');
  const opened = work.openWork({ channel: 'CSHARED', thread: ts, user: 'UTESS', team: 'T2PARTNER', key: 'k' });
  opened.show({ step: 'searching', query: 'q' });
  becomeSlow();
  await server.until(() => server.view('UTESS', 'CSHARED', ts).messages.length === 2);
  await opened.close();
});

// https://github.com/openclaw/openclaw/issues/21535, https://github.com/vercel/chat/pull/330
overBoth('15: a button is known by who pressed it; where streaming is refused it is a post', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ after: slack.clock.after, rules: { ...rules, teams: ['T2PARTNER'] } });
  slack.answering.reply({ followUps: ['And for part-timers?'] });
  const ts = await ask(slack);
  const release = slack.answering.hold();
  slack.server.fail('chat.startStream', { code: 'missing_recipient_team_id' });
  const button = answersIn(slack, 'CHR', ts)[0]?.buttons.find(({ text }) => text === 'And for part-timers?');
  assert.ok(button);
  await slack.server.press('UBEN', { channel: 'CHR', actionId: button.actionId, value: button.value });
  await slack.answering.until(2);
  slack.clock.advance(1_500);
  await slack.server.until(() => slack.server.calls('chat.startStream') === 1);
  release();
  await slack.log.until('slack.finished', 2);
  assert.equal(slack.answering.asked[1]?.viewer.person, 'UBEN');
  assert.match(answersIn(slack, 'CHR', ts).map(wordsOf)[1] ?? '', /Answer to: And for part-timers\?/);
});

// https://github.com/NousResearch/hermes-agent/issues/24117
overBoth('16: of two threads each shows its own status, also when one fails', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  slack.answering.reply(new Error('broken'));
  const release = slack.answering.hold();
  const one = slack.server.say('UALICE', 'CHR', '@bylaw one').ts;
  await slack.answering.until(1);
  slack.answering.reply({});
  const letGo = slack.answering.hold();
  const two = slack.server.say('UBEN', 'CHR', '@bylaw two').ts;
  const status = (thread: string) => slack.server.view('UALICE', 'CHR', thread).status;
  await slack.server.until(() => status(one) !== undefined && status(two) !== undefined);
  release();
  await slack.log.until('slack.finished');
  assert.equal(status(one), undefined);
  assert.ok(status(two) !== undefined);
  letGo();
  await slack.log.until('slack.finished', 2);
  assert.deepEqual(slack.server.problems(), []);
});

// https://github.com/NousResearch/hermes-agent/issues/24117
overBoth('16: what a crash leaves on the screen goes at the next start', async (t, openSlack) => {
  const slack = await openSlack(t);
  const first = mortal(slack);
  await slack.startChat({ records: first.records, after: slack.clock.after });
  slack.answering.hold();
  const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw hello');
  await slack.answering.until(1);
  slack.clock.advance(1_500);
  await slack.server.until(() => answersIn(slack, 'CHR', ts).length === 1);
  await slack.server.until(() => !slack.server.problems().some((problem) => problem.includes('acknowledgement')));
  first.die();
  slack.clock.advance(leaseMs);
  slack.answering.hold()();
  await slack.startChat();
  await slack.log.until('slack.finished');
  assert.deepEqual(answersIn(slack, 'CHR', ts).map(wordsOf), ['Answer to: hello']);
  assert.equal(slack.server.view('UALICE', 'CHR', ts).status, undefined);
  await slack.server.until(() => slack.server.problems().length === 0);
});

// https://github.com/NousResearch/hermes-agent/issues/90978
overBoth('17: a stop aborts the answer, ends the session and says so', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  slack.answering.hold();
  const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw hello');
  await slack.server.until(() => slack.server.view('UALICE', 'CHR', ts).stoppable);
  await slack.answering.until(1);
  slack.server.stop('UALICE', 'CHR', ts);
  await slack.server.until(() => answersIn(slack, 'CHR', ts).length === 1);
  const { sessionStatus, status, stoppable } = slack.server.view('UALICE', 'CHR', ts);
  assert.deepEqual(answersIn(slack, 'CHR', ts).map(wordsOf), ['Stopped.']);
  assert.deepEqual([sessionStatus, status, stoppable], ['active', undefined, false]);
});

// https://github.com/slackapi/bolt-js/issues/707
overBoth('18: a command that takes longer than Slack waits is acknowledged first', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const release = slack.answering.hold();
  const { failed } = await slack.server.command('UALICE', 'CHR', '/policy hello');
  assert.equal(failed, undefined);
  assert.match(answersIn(slack, 'CHR').map(wordsOf)[0] ?? '', /^Looking/);
  await slack.answering.until(1);
  slack.clock.advance(4_000);
  release();
  await slack.log.until('slack.finished');
  assert.deepEqual(answersIn(slack, 'CHR').map(wordsOf), ['Answer to: hello']);
});

// https://github.com/slackapi/bolt-js/issues/365, https://github.com/slackapi/python-slack-sdk/issues/734
for (const [what, channel] of [
  ['a direct message of two other people', 'DPAIR'],
  ['a private channel without the bot', 'GBOARD'],
] as const) {
  overBoth(`19: a command works in ${what}`, async (t, openSlack) => {
    const slack = await openSlack(t);
    await slack.startChat();
    await slack.server.command('UALICE', channel, '/policy what about travel?');
    await slack.log.until('slack.finished');
    assert.deepEqual(answersIn(slack, channel).map(wordsOf), ['Answer to: what about travel?']);
    assert.deepEqual(slack.server.view('UBEN', channel).messages, []);
  });
}

// https://github.com/seratch/ChatGPT-in-Slack/pull/5, https://github.com/NousResearch/hermes-agent/pull/64748
overBoth('20: the model reads what was typed, and people see what it answers', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const typed = 'is R&D > 5 covered? What about &lt;b&gt;';
  const ts = await ask(slack, `@bylaw ${typed}`);
  assert.equal(slack.answering.asked[0]?.text, typed);
  assert.equal(
    slack.server.state.messages[0]?.text,
    '<@U0BYLAW> is R&amp;D &gt; 5 covered? What about &amp;lt;b&amp;gt;',
  );
  assert.equal(answersIn(slack, 'CHR', ts).length, 1);
});

// https://github.com/NousResearch/hermes-agent/issues/26869, https://github.com/PostHog/posthog/pull/95054
overBoth(
  '21: control sequences in policies are shown as text and ping nobody, links keep working',
  async (t, openSlack) => {
    const slack = await openSlack(t);
    await slack.startChat();
    const hostile = '<!here> <@UALICE> <#CHR> <!subteam^S1> <https://evil.example|click>';
    const place = {
      document: 'd',
      title: `T ${hostile}`,
      section: hostile,
      url: 'https://example.com/<!here>?a=1&b=2',
    };
    slack.answering.reply({
      status: 'not_found',
      text: `Beware ${hostile}\n\n\`${hostile}\`\n\n\`\`\`\n${hostile}\n\`\`\`\n\n[x](<!here>) [y](https://example.com/?a=1&b=2)`,
      notice: hostile,
      citations: [{ n: 1, passage: 'p', quote: hostile, version: 1, ...place }],
      passages: [{ id: 'p', text: hostile, score: 1, ...place }],
    });
    const ts = await ask(slack);
    assert.deepEqual(slack.server.problems(), []);
    const [shown] = answersIn(slack, 'CHR', ts);
    assert.ok(shown?.text.includes(`Beware ${hostile}`));
    assert.ok(shown?.links.includes('https://example.com/?a=1&b=2'));
    await slack.server.command('UALICE', 'CHR', '/policy hello');
    await slack.log.until('slack.finished', 2);
    assert.deepEqual(slack.server.problems(), []);
  },
);
