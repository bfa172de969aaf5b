import assert from 'node:assert/strict';
import type { Answer, ApprovalRequest } from '../../../../src/domain.ts';
import { overBoth, type Slack } from '../open-slack.ts';

const request = (slack: Slack, id = 'approval-1'): ApprovalRequest => ({
  ...{ id, tool: 'Open a ticket', argsHash: 'hash-1', expiresAt: slack.clock.now() + 3_600_000 },
  input: { subject: 'Broken chair', urgent: false },
});

const done: Answer = {
  ...{ id: 'answer-done', status: 'answered', text: 'I opened ticket 17.', citations: [], passages: [] },
  ...{ model: 'stub', ms: 1 },
};

async function askForTicket(slack: Slack, id = 'approval-1'): Promise<string> {
  const asked = request(slack, id);
  const about = { conversation: 'slack:CHR', person: 'UALICE', askedAt: slack.clock.now() };
  await slack.records.approvals.ask({ ...asked, ...about });
  slack.answering.reply({ status: 'awaiting_approval', text: 'I can open a ticket for you.', approvals: [asked] });
  const before = slack.log.lines.filter(({ event }) => event === 'slack.finished').length;
  const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw My chair is broken');
  await slack.log.until('slack.finished', before + 1);
  return ts;
}

const shown = (slack: Slack, thread: string, user = 'UALICE') => slack.server.view(user, 'CHR', thread).messages;

function buttonOf(slack: Slack, thread: string, text: string) {
  const message = shown(slack, thread).find(({ buttons }) => buttons.some((each) => each.text === text));
  const button = message?.buttons.find((each) => each.text === text);
  assert.ok(message && button, `no button ${text}`);
  return { channel: 'CHR', ts: message.ts, actionId: button.actionId, value: button.value };
}

overBoth('a yes is carried out once, and the card says who gave it', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const thread = await askForTicket(slack);
  const card = shown(slack, thread).find(({ buttons }) => buttons.some(({ text }) => text === 'Approve'));
  assert.match(card?.text ?? '', /Broken chair/);
  assert.match(card?.text ?? '', /urgent: false/);
  slack.answering.decideWith({ outcome: 'accepted', answer: done });
  await slack.server.press('UALICE', buttonOf(slack, thread, 'Approve'));
  await slack.log.until('slack.finished', 2);
  const [decision] = slack.answering.decisions;
  assert.equal(decision?.verdict, 'approve');
  assert.equal(decision?.approval, 'approval-1');
  assert.equal(decision?.argsHash, 'hash-1');
  assert.equal(decision?.viewer.person, 'UALICE');
  const messages = shown(slack, thread);
  assert.ok(messages.every(({ buttons }) => buttons.every(({ text }) => text !== 'Approve' && text !== 'Deny')));
  assert.ok(messages.some(({ text }) => text.includes('Approved by alice')));
  assert.equal(messages.filter(({ text }) => text.includes('I opened ticket 17.')).length, 1);
});

overBoth('a no leads to the answer without it', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const thread = await askForTicket(slack);
  slack.answering.decideWith({ outcome: 'accepted', answer: { ...done, text: 'I did not open a ticket.' } });
  await slack.server.press('UALICE', buttonOf(slack, thread, 'Deny'));
  await slack.log.until('slack.finished', 2);
  assert.equal(slack.answering.decisions[0]?.verdict, 'deny');
  assert.ok(shown(slack, thread).some(({ text }) => /Denied by alice.*Nothing was done/.test(text)));
  assert.ok(shown(slack, thread).some(({ text }) => text.includes('I did not open a ticket.')));
});

overBoth('who may not decide, or comes too late, is told so alone, and the card stays', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const thread = await askForTicket(slack);
  for (const [outcome, words] of [
    ['not_allowed', /for others to decide/],
    ['decided', /decided before/],
    ['expired', /time to decide is over/],
    ['superseded', /later question/],
    ['unknown', /do not know that request/],
  ] as const) {
    slack.answering.decideWith({ outcome });
    await slack.server.press('UBEN', buttonOf(slack, thread, 'Approve'));
    await slack.server.until(() => shown(slack, thread, 'UBEN').some((each) => each.private && words.test(each.text)));
  }
  assert.ok(shown(slack, thread).every((each) => !each.private));
  assert.ok(buttonOf(slack, thread, 'Approve'));
});

overBoth('a decision survives the death of the process that took it', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const thread = await askForTicket(slack);
  const { channel, ts, value } = buttonOf(slack, thread, 'Approve');
  const { approval, argsHash } = JSON.parse(value);
  const ask = {
    ...{ kind: 'decision', key: 'T0HOME:press:lost', user: 'UALICE', team: 'T0HOME', channel, text: '', ts, thread },
    ...{ approval, argsHash, verdict: 'approve', at: slack.clock.now() },
  };
  const claim = { key: ask.key, payload: JSON.stringify(ask), owner: 'dead', leaseUntil: 0, now: slack.clock.now() };
  await slack.records.questions.claim(claim);
  slack.answering.decideWith({ outcome: 'accepted', answer: done });
  await slack.sweep(1);
  await slack.log.until('slack.finished', 2);
  assert.equal(slack.answering.decisions.length, 1);
  assert.equal(slack.answering.decisions[0]?.decision, ask.key);
  assert.equal(shown(slack, thread).filter(({ text }) => text.includes('I opened ticket 17.')).length, 1);
});

overBoth('the thread hears that nobody decided in time', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const thread = await askForTicket(slack);
  const card = (await slack.records.approvals.get('approval-1'))?.card;
  assert.ok(card);
  slack.answering.expired.push({
    ...{ approval: 'approval-1', card },
    answer: { ...done, text: 'Nobody agreed in time, so I did not open a ticket.' },
  });
  await slack.sweep(1);
  await slack.server.until(() => shown(slack, thread).some(({ text }) => text.includes('Nobody agreed in time')));
  assert.ok(shown(slack, thread).some(({ text }) => text.includes('Not decided in time. Nothing was done.')));
  assert.ok(shown(slack, thread).every(({ buttons }) => buttons.every(({ text }) => text !== 'Approve')));
});

overBoth('a later question takes the buttons off the card that it makes void', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const thread = await askForTicket(slack);
  slack.answering.reply({ text: 'Chairs are in the equipment policy.', superseded: ['approval-1'] });
  slack.server.say('UALICE', 'CHR', '@bylaw What about chairs?', { thread });
  await slack.log.until('slack.finished', 2);
  await slack.server.until(() => shown(slack, thread).some(({ text }) => text.includes('No longer valid')));
  assert.ok(shown(slack, thread).every(({ buttons }) => buttons.every(({ text }) => text !== 'Approve')));
});
