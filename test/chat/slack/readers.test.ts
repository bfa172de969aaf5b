import assert from 'node:assert/strict';
import type { Citation } from '../../../src/domain.ts';
import { overBoth, type Slack, wordsOf } from './open-slack.ts';

const citation: Citation = {
  ...{ n: 1, passage: 'handbook/bands.md@1#0', document: 'handbook/bands.md', title: 'Salary bands', section: '' },
  ...{ quote: 'L3 earns 74,000.', version: 1 },
};
const secret = { text: 'L3 earns 74,000 [1].', citations: [citation], followUps: ['What do the bands say about L4?'] };
const hint = /Some documents are for certain people only: ask me directly\./;

/** Everything that anybody of the company sees. */
function allShown({ server }: Slack): string {
  const { messages, ephemerals, homes } = server.state;
  return JSON.stringify([messages, ephemerals, [...homes.values()]]);
}

overBoth('who lost the right to read while an answer was made does not get it', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  slack.answering.reply(secret);
  const release = slack.answering.hold();
  const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw what does L3 earn?');
  slack.server.say('UALICE', 'DALICE', 'what does L3 earn?');
  await slack.server.command('UALICE', 'CHR', '/policy what does L3 earn?');
  await slack.answering.until(3);
  slack.answering.shut();
  release();
  await slack.log.until('slack.finished', 3);
  const changed = /Who may read what I found has changed while I was answering\. Please ask again\./;
  assert.match(wordsOf(slack.server.view('UALICE', 'CHR', ts).messages[1] ?? assert.fail()), changed);
  assert.match(JSON.stringify(slack.server.state.ephemerals), changed);
  assert.doesNotMatch(allShown(slack), /74,000|Salary bands|L4/);
});

overBoth('who lost it later is told of no title any more, at Home or by “why”', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  slack.answering.reply(secret);
  slack.server.say('UALICE', 'DALICE', 'what does L3 earn?');
  await slack.log.until('slack.finished');
  slack.answering.shut();
  const before = slack.server.state.messages.length;
  slack.server.openHome('UALICE');
  await slack.server.until(() => slack.server.home('UALICE') !== undefined);
  assert.match(JSON.stringify(slack.server.home('UALICE')), /what does L3 earn\?/, 'the question is their own');
  await slack.server.command('UALICE', 'CHR', '/policy why');
  const why = () => slack.server.state.ephemerals.at(-1)?.text ?? '';
  await slack.server.until(() => why().includes('Your last question'));
  assert.match(why(), /What it rests on is no longer for you to read, so I leave it out\./);
  const since = JSON.stringify([
    slack.server.state.messages.slice(before),
    slack.server.state.ephemerals,
    slack.server.home('UALICE'),
  ]);
  assert.doesNotMatch(since, /74,000|Salary bands|L4/);
});

overBoth(
  'an unanswered question in a channel gets one line about such documents, whatever it was',
  async (t, openSlack) => {
    const slack = await openSlack(t);
    let isRestricted = true;
    await slack.startChat({ hasRestricted: async () => isRestricted });
    const ask = async (channel: string, text: string, times: number) => {
      const { ts } = slack.server.say('UALICE', channel, text);
      await slack.log.until('slack.finished', times);
      return slack.server.view('UALICE', channel, ts).messages[1]?.text ?? '';
    };
    slack.answering.reply({ status: 'not_found', text: 'I have no information about that.' });
    const first = await ask('CHR', '@bylaw what does L3 earn?', 1);
    assert.match(first, hint);
    assert.equal(await ask('CHR', '@bylaw may I bring my dog?', 2), first, 'it tells nothing about any question');
    assert.doesNotMatch(await ask('DALICE', 'what does L3 earn?', 3), hint);
    isRestricted = false;
    assert.doesNotMatch(await ask('CHR', '@bylaw what does L3 earn?', 4), hint);
    isRestricted = true;
    slack.answering.reply({});
    assert.doesNotMatch(await ask('CHR', '@bylaw how many days?', 5), hint);
  },
);
