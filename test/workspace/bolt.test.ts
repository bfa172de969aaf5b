import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { App, HTTPReceiver, LogLevel, SocketModeReceiver } from '@slack/bolt';
import { appToken, botToken, type Manifest, onlyEvents, openWorkspace, signingSecret } from './open-workspace.ts';

type Transport = 'socket' | 'http';

const plain = (text: string) => ({ type: 'plain_text' as const, text });
const ask = { type: 'button' as const, action_id: 'ask', text: plain('Ask'), value: '1' };
const form = {
  type: 'modal' as const,
  callback_id: 'reason',
  title: plain('Reason'),
  submit: plain('Send'),
  blocks: [
    {
      ...{ type: 'input' as const, block_id: 'why', label: plain('Why?') },
      element: { type: 'plain_text_input' as const, action_id: 'text' },
    },
  ],
};

function everything(manifest: Manifest): void {
  onlyEvents('app_mention', 'app_home_opened')(manifest);
  manifest.settings.interactivity = { is_enabled: true };
  manifest.features.app_home = { home_tab_enabled: true };
  manifest.features.shortcuts = [{ name: 'Answer', type: 'message', callback_id: 'answer', description: 'Answers' }];
}

/** A small app as Bolt's users write them, which knows of the workspace by its address alone. */
async function openApp(t: TestContext, transport: Transport) {
  const workspace = await openWorkspace(t, { transport, change: everything });
  const { server } = workspace;
  const slackApiUrl = server.apiUrl();
  const logLevel = LogLevel.ERROR;
  const receiver =
    transport === 'http'
      ? new HTTPReceiver({ signingSecret, logLevel })
      : new SocketModeReceiver({
          appToken,
          logLevel,
          autoReconnectEnabled: false,
          installerOptions: { clientOptions: { slackApiUrl } },
        });
  const app = new App({ token: botToken, receiver, logLevel, clientOptions: { slackApiUrl } });
  app.event('app_mention', async ({ sayStream }) => {
    const stream = sayStream({ buffer_size: 1 });
    await stream.append({ chunks: [{ type: 'task_update', id: '1', title: 'Search', status: 'complete' }] });
    await stream.append({ markdown_text: 'You have **30 days**.' });
    await stream.stop({ blocks: [{ type: 'actions', elements: [ask] }] });
  });
  app.event('app_home_opened', async ({ event, client }) => {
    await client.views.publish({ user_id: event.user, view: { type: 'home', blocks: [{ type: 'divider' }] } });
  });
  app.action('ask', async ({ ack, body, client }) => {
    await ack();
    if ('trigger_id' in body) await client.views.open({ trigger_id: body.trigger_id, view: form });
  });
  app.view('reason', async ({ ack, view }) => {
    const text = view.state.values.why?.text?.value ?? '';
    await (text.length < 5 ? ack({ response_action: 'errors', errors: { why: 'Say more' } }) : ack());
  });
  app.command('/policy', async ({ ack, respond, command }) => {
    await ack({ response_type: 'ephemeral', text: 'Looking…' });
    await respond({ replace_original: true, text: `Answer to ${command.text}` });
  });
  app.shortcut('answer', async ({ ack, respond }) => {
    await ack();
    await respond('Answer to the message');
  });
  workspace.closing.push(async () => {
    await app.stop();
    await server.until(() => server.connections() === 0);
  });
  if (receiver instanceof HTTPReceiver) {
    const listening = await receiver.start({ port: 0, host: '127.0.0.1' });
    const address = listening.address();
    await server.setRequestUrl(`http://127.0.0.1:${Object(address).port}/slack/events`);
  } else await app.start();
  return workspace;
}

for (const transport of ['socket', 'http'] as const) {
  test(`a real Bolt app streams, acts and answers over ${transport}`, async (t) => {
    const { server } = await openApp(t, transport);
    const { ts } = server.say('UALICE', 'CHR', '@bylaw how many days?');
    const answer = () => server.view('UBEN', 'CHR', ts).messages[1];
    await server.until(() => answer()?.streaming === false);
    assert.equal(answer()?.text, 'You have **30 days**.\n\nAsk');
    assert.deepEqual(
      answer()?.tasks.map(({ title, status }) => [title, status]),
      [['Search', 'complete']],
    );

    await server.press('UALICE', { channel: 'CHR', actionId: 'ask' });
    await server.until(() => server.modal('UALICE') !== undefined);
    const { id = '' } = server.modal('UALICE') ?? {};
    assert.deepEqual(await server.submit('UALICE', id, { why: { text: 'no' } }), { errors: { why: 'Say more' } });
    assert.deepEqual(await server.submit('UALICE', id, { why: { text: 'wrong days' } }), {});

    await server.command('UALICE', 'GBOARD', '/policy carry over?');
    const texts = (channel: string) => server.view('UALICE', channel).messages.map(({ text }) => text);
    await server.until(() => texts('GBOARD').includes('Answer to carry over?'));
    await server.shortcut('UALICE', 'answer', 'CHR', ts);
    await server.until(() => texts('CHR').includes('Answer to the message'));

    server.openHome('UALICE');
    await server.until(() => server.home('UALICE') !== undefined);
    await server.until(() => server.problems().length === 0);
  });
}

test('a real Bolt app refuses what Slack did not sign, or signed long ago', async (t) => {
  const { server } = await openApp(t, 'http');
  const event = { type: 'app_mention', channel: 'CHR', user: 'UALICE', text: 'x', ts: '1.000001' };
  const envelope = { type: 'events_api', payload: { type: 'event_callback', team_id: 'T0HOME', event } } as const;
  assert.equal(await server.postSigned(envelope, { secret: 'another-secret' }), 401);
  assert.equal(await server.postSigned(envelope, { ageMs: 10 * 60_000 }), 401);
  assert.equal(server.calls('chat.startStream'), 0);
});
