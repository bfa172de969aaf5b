import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { call, connect } from './call-slack.ts';
import { type Manifest, onlyEvents, openWorkspace } from './open-workspace.ts';

const plain = (text: string) => ({ type: 'plain_text', text });
const button = (actionId: string, more: object = {}) => ({
  ...{ type: 'button', action_id: actionId, text: plain(actionId) },
  ...more,
});
const feedback = {
  type: 'feedback_buttons',
  action_id: 'rate',
  positive_button: { text: plain('Good'), value: 'up' },
  negative_button: { text: plain('Bad'), value: 'down' },
};
const choice = { text: plain('Sick leave'), value: 'sick' };
const blocks = [
  {
    type: 'section',
    block_id: 'top',
    text: plain('Answer'),
    accessory: button('open', { url: 'https://example.com' }),
  },
  {
    type: 'actions',
    block_id: 'more',
    elements: [button('ask', { value: '1' }), { type: 'static_select', action_id: 'topic', options: [choice] }],
  },
  { type: 'actions', block_id: 'again', elements: [button('ask', { value: '2', style: 'primary' })] },
  { type: 'context_actions', block_id: 'rating', elements: [feedback] },
];

const interactive = (manifest: Manifest) => {
  onlyEvents()(manifest);
  manifest.settings.interactivity = { is_enabled: true };
  manifest.features.shortcuts = [
    { name: 'Answer', type: 'message', callback_id: 'policy_from_message', description: 'Answers this' },
  ];
};

async function openInteractive(t: TestContext) {
  const workspace = await openWorkspace(t, { change: interactive });
  const client = await connect(t, workspace);
  const taken = client.takeAll();
  const respond = async (payload: object, body: object) => {
    const address = String(Object(payload).response_url);
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(address, init);
    return [response.status, Object(await response.json()).error];
  };
  return { ...workspace, workspace, client, taken, respond };
}

test('what can be pressed is seen with its text, value and address', async (t) => {
  const { server, workspace } = await openInteractive(t);
  await call(workspace, 'chat.postMessage', { channel: 'CHR', text: 'x', blocks });
  assert.deepEqual(server.view('UALICE', 'CHR').messages[0]?.buttons, [
    { actionId: 'open', blockId: 'top', text: 'open', value: '', url: 'https://example.com' },
    { actionId: 'ask', blockId: 'more', text: 'ask', value: '1' },
    { actionId: 'ask', blockId: 'again', text: 'ask', value: '2', style: 'primary' },
    { actionId: 'rate', blockId: 'rating', text: 'Good', value: 'up' },
    { actionId: 'rate', blockId: 'rating', text: 'Bad', value: 'down' },
  ]);
});

for (const [what, press, action] of [
  ['a button', { actionId: 'ask', value: '2' }, { type: 'button', action_id: 'ask', block_id: 'again', value: '2' }],
  ['the first of several', { actionId: 'ask' }, { type: 'button', action_id: 'ask', block_id: 'more', value: '1' }],
  ['a button of a block', { actionId: 'ask', blockId: 'again' }, { action_id: 'ask', block_id: 'again', value: '2' }],
  ['a link button', { actionId: 'open' }, { type: 'button', action_id: 'open', block_id: 'top', value: undefined }],
  ['thumbs down', { actionId: 'rate', value: 'down' }, { type: 'feedback_buttons', action_id: 'rate', value: 'down' }],
  ['a menu', { actionId: 'topic', value: 'sick' }, { type: 'static_select', selected_option: choice }],
] as const) {
  test(`pressing ${what} tells the app which`, async (t) => {
    const { server, workspace, taken } = await openInteractive(t);
    const { ts } = await call(workspace, 'chat.postMessage', { channel: 'CHR', text: 'x', blocks });
    await server.press('UBEN', { channel: 'CHR', ts: String(ts), ...press });
    const [{ type, payload = {} } = {}] = taken;
    assert.equal(type, 'interactive');
    assert.equal(payload.type, 'block_actions');
    assert.deepEqual([Object(payload.user).id, Object(payload.team).id], ['UBEN', 'T0HOME']);
    assert.deepEqual([Object(payload.channel).id, Object(payload.message).ts], ['CHR', ts]);
    const [pressed] = Object(payload).actions;
    for (const [key, value] of Object.entries(action)) assert.deepEqual(pressed[key], value, key);
  });
}

test('what a person puts into the fields of a message comes with their next press', async (t) => {
  const { server, workspace, taken } = await openInteractive(t);
  const element = { type: 'plain_text_input', action_id: 'text' };
  const input = { type: 'input', block_id: 'why', label: plain('Why?'), element };
  await call(workspace, 'chat.postMessage', { channel: 'CHR', text: 'x', blocks: [input, ...blocks] });
  assert.deepEqual((await server.press('UBEN', { channel: 'CHR', actionId: 'text', value: 'old' })).envelopes, []);
  await server.press('UBEN', { channel: 'CHR', actionId: 'topic', value: 'sick' });
  await server.press('UALICE', { channel: 'CHR', actionId: 'ask' });
  const values = taken.map(({ payload }) => Object(payload.state).values);
  assert.deepEqual(
    values.map(({ why, more }) => [why.text.value, more.topic.selected_option]),
    [
      ['old', choice],
      [null, null],
    ],
  );
});

test('nobody presses what they do not see', async (t) => {
  const { server, workspace } = await openInteractive(t);
  const { ts } = await call(workspace, 'chat.postMessage', { channel: 'CHR', text: 'x', blocks });
  const at = { channel: 'CHR', ts: String(ts) };
  await call(workspace, 'chat.postEphemeral', { channel: 'CHR', user: 'UALICE', text: 'x', blocks: [blocks[2]] });
  await assert.rejects(server.press('UTESS', { ...at, actionId: 'ask' }), /sees nothing/);
  await assert.rejects(server.press('UALICE', { ...at, actionId: 'other' }), /sees nothing/);
  await assert.rejects(server.press('UALICE', { ...at, actionId: 'ask', value: '3' }), /sees nothing/);
  await assert.rejects(server.press('UALICE', { ...at, actionId: 'rate', value: 'sideways' }), /no button/);
  await assert.rejects(server.press('UALICE', { ...at, actionId: 'topic', value: 'other' }), /no option/);
  const own = server.view('UALICE', 'CHR').messages[1]?.ts ?? '';
  await assert.rejects(server.press('UBEN', { channel: 'CHR', ts: own, actionId: 'ask' }), /sees nothing/);
});

test('interactions need interactivity, and a shortcut its callback', async (t) => {
  const workspace = await openWorkspace(t, {
    change(manifest) {
      interactive(manifest);
      manifest.settings.interactivity = { is_enabled: false };
    },
  });
  const { ts } = workspace.server.say('UALICE', 'CHR', 'x');
  await assert.rejects(workspace.server.press('UALICE', { channel: 'CHR', ts, actionId: 'ask' }), /interactivity/);
  await assert.rejects(workspace.server.shortcut('UALICE', 'other', 'CHR', ts), /interactivity/);
  const { server } = await openInteractive(t);
  await assert.rejects(server.shortcut('UALICE', 'other', 'CHR', ts), /no shortcut other/);
});

test('a private message is replaced, or deleted, through the address of its button', async (t) => {
  const { server, workspace, taken, respond } = await openInteractive(t);
  const { ts } = server.say('UALICE', 'CHR', 'root');
  const post = { channel: 'CHR', user: 'UALICE', thread_ts: ts, text: 'Only you', blocks: [blocks[2]] };
  await call(workspace, 'chat.postEphemeral', post);
  await server.press('UALICE', { channel: 'CHR', actionId: 'ask' });
  const payload = taken[0]?.payload ?? {};
  assert.equal(Object(payload.container).is_ephemeral, true);
  assert.equal(payload.message, undefined);
  const texts = (user: string) => server.view(user, 'CHR', ts).messages.map(({ text }) => text);
  const again = { replace_original: true, text: 'Look', blocks: [blocks[2]] };
  assert.deepEqual(await respond(payload, again), [200, undefined]);
  await server.press('UALICE', { channel: 'CHR', actionId: 'ask' });
  await respond(taken[1]?.payload ?? {}, { replace_original: true, text: 'Newer' });
  assert.deepEqual(await respond(payload, { replace_original: true, text: 'Shared' }), [200, undefined]);
  assert.deepEqual(texts('UALICE'), ['root', 'Shared']);
  assert.deepEqual(texts('UBEN'), ['root']);
  assert.deepEqual(await respond(payload, { delete_original: true }), [200, undefined]);
  assert.deepEqual(texts('UALICE'), ['root']);
});

test('a message of the app is replaced for everyone through the address of its button', async (t) => {
  const { server, workspace, taken, respond } = await openInteractive(t);
  await call(workspace, 'chat.postMessage', { channel: 'CHR', text: 'x', blocks });
  await server.press('UALICE', { channel: 'CHR', actionId: 'ask' });
  const payload = taken[0]?.payload ?? {};
  await respond(payload, { replace_original: true, text: 'Done' });
  const [message, ...others] = server.view('UBEN', 'CHR').messages;
  assert.deepEqual([message?.text, message?.buttons.length, others.length], ['Done', 0, 0]);
  assert.deepEqual(await respond(payload, { text: 'x', blocks: [{ type: 'surprise' }] }), [400, 'invalid_blocks']);
  await respond(payload, { response_type: 'in_channel', text: 'For all' });
  assert.equal(server.view('UBEN', 'CHR').messages[1]?.text, 'For all');
  server.deleteChannel('CHR');
  assert.deepEqual(await respond(payload, { text: 'late' }), [400, 'channel_not_found']);
});

test('a shortcut carries the message and can be answered privately', async (t) => {
  const { server, taken, respond } = await openInteractive(t);
  const { ts } = server.say('UBEN', 'CHR', 'may I?');
  await server.shortcut('UALICE', 'policy_from_message', 'CHR', ts);
  const payload = taken[0]?.payload ?? {};
  assert.deepEqual(
    [payload.type, payload.callback_id, Object(payload.message).text, Object(payload.message).user],
    ['message_action', 'policy_from_message', 'may I?', 'UBEN'],
  );
  await respond(payload, { text: 'Yes' });
  assert.equal(server.view('UALICE', 'CHR').messages[1]?.text, 'Yes');
  assert.equal(server.view('UBEN', 'CHR').messages.length, 1);
});

test('a person who waits three seconds sees an error', async (t) => {
  const workspace = await openWorkspace(t, { change: interactive });
  const { server, clock } = workspace;
  const client = await connect(t, workspace);
  await client.next();
  const waiting = server.command('UALICE', 'CHR', '/policy leave?');
  const envelope = await client.next();
  clock.advance(3_000);
  assert.equal((await waiting).failed, 'operation_timeout');
  const [notice] = server.view('UALICE', 'CHR').messages;
  assert.deepEqual([notice?.from, notice?.private], ['USLACKBOT', true]);
  assert.match(notice?.text ?? '', /operation_timeout/);
  assert.deepEqual(server.problems(), ['1 envelopes without acknowledgement']);
  client.ack(envelope);
  await server.until(() => server.problems().length === 0);
});

test('an acknowledgement is shown to one, to all, or as an error', async (t) => {
  const workspace = await openWorkspace(t, { change: interactive });
  const { server } = workspace;
  const client = await connect(t, workspace);
  const answers = [{ text: 'one' }, { response_type: 'in_channel', text: 'all' }, { response_type: 'ephemeral' }];
  client.takeAll(() => answers.shift());
  for (const failed of [undefined, undefined, 'no_text']) {
    assert.equal((await server.command('UALICE', 'CHR', '/policy x')).failed, failed);
  }
  const texts = (user: string) => server.view(user, 'CHR').messages.map(({ text }) => text);
  assert.deepEqual(texts('UALICE'), ['one', 'all', '/policy failed with the error “no_text”']);
  assert.deepEqual(texts('UBEN'), ['all']);
});

test('every change is told, until nobody listens any more', async (t) => {
  const { server } = await openInteractive(t);
  let changes = 0;
  const end = server.onChange(() => {
    changes += 1;
  });
  server.say('UALICE', 'CHR', 'one');
  assert.ok(changes > 0);
  end();
  const before = changes;
  server.say('UALICE', 'CHR', 'two');
  assert.equal(changes, before);
});
