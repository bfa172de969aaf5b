import assert from 'node:assert/strict';
import { BylawError } from '../../../../src/errors.ts';
import { overBoth, type Slack } from '../open-slack.ts';

/** One prompt, for Alice in this channel alone. */
const prompts = {
  list: async ({ person, place }: { readonly person?: string; readonly place?: string }) =>
    person === 'UALICE' && place === 'CHR' ? [greet] : [],
  render: async ({ args }: { readonly args: Readonly<Record<string, string>> }) => {
    if (args.who === 'nobody') throw new BylawError('connector_failed', 'The prompt greet of desk is empty.');
    return `Prompt greet of the connector desk, which the person started:\n> Greet <!channel> ${args.who}`;
  },
};
const greet = {
  ...{ connector: 'desk', name: 'greet', description: 'A greeting' },
  args: [{ name: 'who', description: 'Whom', required: true }],
};

const alone = (slack: Slack, user: string) => slack.server.view(user, 'CHR').messages.filter((each) => each.private);

/** Opens the form of the prompt as Alice; its id. */
async function openForm(slack: Slack): Promise<string> {
  await slack.server.command('UALICE', 'CHR', '/policy prompts');
  const listed = () => alone(slack, 'UALICE').find(({ buttons }) => buttons.some(({ text }) => text === 'Start'));
  await slack.server.until(() => listed() !== undefined);
  const message = listed();
  const button = message?.buttons.find(({ text }) => text === 'Start');
  assert.ok(message && button);
  assert.match(message.text, /greet \(desk\): A greeting/);
  const { actionId, value } = button;
  await slack.server.press('UALICE', { channel: 'CHR', ts: message.ts, actionId, value });
  await slack.server.until(() => slack.server.modal('UALICE') !== undefined);
  return slack.server.modal('UALICE')?.id ?? '';
}

overBoth('a prompt is listed, filled in and asked in the person’s name, who alone reads it', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ prompts });
  const view = await openForm(slack);
  assert.match(JSON.stringify(slack.server.modal('UALICE')?.view), /is asked in your name/);
  await slack.server.submit('UALICE', view, { 'arg-0': { who: 'Bob' } });
  await slack.log.until('slack.finished');
  const [question] = slack.answering.asked;
  assert.equal(question?.viewer.person, 'UALICE');
  assert.match(question?.text ?? '', /> Greet <!channel> Bob$/);
  assert.equal(slack.answering.asked.length, 1);
  assert.ok(alone(slack, 'UALICE').some(({ text }) => text.includes('Answer to: ')));
  assert.deepEqual(alone(slack, 'UBEN'), []);
});

overBoth('what goes wrong with a prompt is told to the person alone, and nothing is asked', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ prompts });
  await slack.server.submit('UALICE', await openForm(slack), { 'arg-0': { who: 'nobody' } });
  await slack.server.until(() => alone(slack, 'UALICE').some(({ text }) => text.includes('greet of desk is empty')));
  assert.equal(slack.answering.asked.length, 0);
});

overBoth('who may start no prompt is told so', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ prompts });
  await slack.server.command('UBEN', 'CHR', '/policy prompts');
  await slack.server.until(() =>
    alone(slack, 'UBEN').some(({ text }) => text === 'No connector has a prompt that you can start here.'),
  );
});
