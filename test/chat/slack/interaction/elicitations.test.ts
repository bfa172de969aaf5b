import assert from 'node:assert/strict';
import type { ElicitationAnswer } from '../../../../src/answer/answer-question.ts';
import type { Answer } from '../../../../src/domain.ts';
import type { Elicitation, ElicitationRequest } from '../../../../src/elicitation.ts';
import { overBoth, type Slack } from '../open-slack.ts';

const done: Answer = {
  ...{ id: 'answer-done', status: 'answered', text: 'Ticket T-1 is closed.', citations: [], passages: [] },
  ...{ model: 'stub', ms: 1 },
};

const form: ElicitationRequest = {
  mode: 'form',
  message: 'Why?',
  schema: { type: 'object', properties: { reason: { type: 'string', format: 'email' } }, required: ['reason'] },
};
const page: ElicitationRequest = { mode: 'url', message: 'Confirm it', url: 'https://desk.example.com/confirm?id=1' };

/** Asks something for which the desk asks back; the thread, and what was answered to the desk. */
async function askToClose(slack: Slack, request = form) {
  const elicitation: Elicitation = {
    ...{ id: 'answer-1:x', recipient: 'the desk', title: 'Close', expiresAt: slack.clock.now() + 3_600_000 },
    request,
  };
  await slack.records.elicitations.ask({
    ...{ ...elicitation, tool: 'close', input: {}, resume: '{}', conversation: 'slack:CHR', person: 'UALICE' },
    askedAt: slack.clock.now(),
  });
  const heard: ElicitationAnswer[] = [];
  slack.answering.respond = async (given) => {
    heard.push(given);
    await slack.records.elicitations.answer({
      ...{ id: given.elicitation, response: given.response, decision: given.decision, now: slack.clock.now() },
    });
    return { outcome: 'accepted', answer: done };
  };
  slack.answering.reply({ status: 'awaiting_approval', text: 'The desk asks first.', elicitations: [elicitation] });
  const { ts: thread } = slack.server.say('UALICE', 'CHR', '@bylaw Close T-1');
  await slack.log.until('slack.finished');
  return { thread, heard };
}

const shown = (slack: Slack, thread: string, user = 'UALICE') => slack.server.view(user, 'CHR', thread).messages;

function buttonOf(slack: Slack, thread: string, text: string) {
  const message = shown(slack, thread).find(({ buttons }) => buttons.some((each) => each.text === text));
  const button = message?.buttons.find((each) => each.text === text);
  assert.ok(message && button, `no button ${text}`);
  return { channel: 'CHR', ts: message.ts, actionId: button.actionId, value: button.value };
}

overBoth(
  'what another system asks is declined in the thread by who asked, and by nobody else',
  async (t, openSlack) => {
    const slack = await openSlack(t);
    await slack.startChat();
    const { thread, heard } = await askToClose(slack);
    assert.ok(shown(slack, thread).some(({ text }) => text.includes('the desk asks, to go on with “Close”')));
    await slack.server.press('UBEN', buttonOf(slack, thread, 'Decline'));
    await slack.server.until(() =>
      shown(slack, thread, 'UBEN').some((each) => each.private && /Only the person who asked/.test(each.text)),
    );
    assert.equal(heard.length, 0);
    await slack.server.press('UALICE', buttonOf(slack, thread, 'Decline'));
    await slack.log.until('slack.finished', 2);
    assert.deepEqual(
      heard.map(({ elicitation, response, viewer }) => [elicitation, response, viewer.person]),
      [['answer-1:x', { action: 'decline' }, 'UALICE']],
    );
    const messages = shown(slack, thread);
    assert.ok(messages.some(({ text }) => text.includes('It was declined')));
    assert.ok(messages.every(({ buttons }) => buttons.every(({ text }) => text !== 'Decline')));
    assert.ok(messages.some(({ text }) => text.includes('Ticket T-1 is closed.')));
  },
);

overBoth('a form is opened, says what is wrong, and what was entered goes back', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const { thread, heard } = await askToClose(slack);
  await slack.server.press('UALICE', buttonOf(slack, thread, 'Answer'));
  await slack.server.until(() => slack.server.modal('UALICE') !== undefined);
  assert.match(JSON.stringify(slack.server.modal('UALICE')?.view), /the desk asks: Why\?/);
  const view = slack.server.modal('UALICE')?.id ?? '';
  const wrong = await slack.server.submit('UALICE', view, { 'field-0': { entry: 'no' } });
  assert.match(JSON.stringify(wrong), /field-0/);
  await slack.server.submit('UALICE', view, { 'field-0': { entry: 'ada@example.com' } });
  await slack.log.until('slack.finished', 2);
  assert.deepEqual(
    heard.map(({ response }) => response),
    [{ action: 'accept', content: { reason: 'ada@example.com' } }],
  );
  assert.ok(shown(slack, thread).some(({ text }) => text.includes('It was answered')));
});

overBoth('a question that is cancelled is neither answered nor declined', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const { thread, heard } = await askToClose(slack);
  await slack.server.press('UALICE', buttonOf(slack, thread, 'Cancel'));
  await slack.log.until('slack.finished', 2);
  assert.deepEqual(
    heard.map(({ response }) => response),
    [{ action: 'cancel' }],
  );
  const messages = shown(slack, thread);
  assert.ok(messages.some(({ text }) => text.includes('It was cancelled')));
  assert.ok(messages.every(({ buttons }) => buttons.every(({ text }) => text !== 'Cancel')));
});

overBoth('a page is linked with its host in sight, and what was done there is told with Done', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const { thread, heard } = await askToClose(slack, page);
  const card = shown(slack, thread).find(({ buttons }) => buttons.some(({ text }) => text === 'Done'));
  assert.match(card?.text ?? '', /The page is at \*?desk\.example\.com/);
  assert.deepEqual(
    card?.buttons.map(({ text, url }) => [text, url]),
    [
      ['Open desk.example.com', page.mode === 'url' ? page.url : ''],
      ['Done', undefined],
      ['Decline', undefined],
      ['Cancel', undefined],
    ],
  );
  await slack.server.press('UALICE', buttonOf(slack, thread, 'Done'));
  await slack.log.until('slack.finished', 2);
  assert.deepEqual(
    heard.map(({ response }) => response),
    [{ action: 'accept' }],
  );
  assert.ok(shown(slack, thread).some(({ text }) => text.includes('It was answered')));
});
