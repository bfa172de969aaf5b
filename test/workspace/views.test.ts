import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { call, connect } from './call-slack.ts';
import { type Manifest, onlyEvents, openWorkspace } from './open-workspace.ts';

const plain = (text: string) => ({ type: 'plain_text', text });
const field = (more: object = {}, element: object = {}) => ({
  ...{ type: 'input', block_id: 'why', label: plain('Why?') },
  element: { type: 'plain_text_input', action_id: 'text', max_length: 20, ...element },
  ...more,
});
const topics = {
  type: 'input',
  block_id: 'topic',
  optional: true,
  label: plain('Topic'),
  element: {
    type: 'static_select',
    action_id: 'pick',
    options: ['leave', 'travel'].map((value) => ({ text: plain(value), value })),
  },
};
const button = {
  type: 'actions',
  block_id: 'top',
  elements: [{ type: 'button', action_id: 'tell', text: plain('Tell') }],
};
const modal = (more: object = {}) => ({
  ...{ type: 'modal', callback_id: 'reason', title: plain('Reason'), submit: plain('Send') },
  ...{ private_metadata: 'a1', blocks: [field(), topics] },
  ...more,
});

const withHome = (manifest: Manifest) => {
  onlyEvents('app_home_opened', 'app_context_changed')(manifest);
  manifest.settings.interactivity = { is_enabled: true };
  manifest.features.app_home = { home_tab_enabled: true };
};

async function openViews(t: TestContext, change = withHome) {
  const workspace = await openWorkspace(t, { change });
  const client = await connect(t, workspace);
  let answer: (payload: Record<string, unknown>) => object | undefined = () => undefined;
  const taken = client.takeAll((payload) => answer(payload));
  const post = { channel: 'CHR', text: 'x', blocks: [button] };
  await call(workspace, 'chat.postMessage', post);
  return {
    ...workspace,
    workspace,
    taken,
    /** What interactions are acknowledged with from now on. */
    reply(make: typeof answer) {
      answer = make;
    },
    async trigger(user = 'UALICE') {
      await workspace.server.press(user, { channel: 'CHR', actionId: 'tell' });
      return String(taken.at(-1)?.payload.trigger_id);
    },
    async open(view: object = modal(), user = 'UALICE') {
      return call(workspace, 'views.open', { trigger_id: await this.trigger(user), view });
    },
  };
}

test('a modal is filled in, sent, and closed', async (t) => {
  const world = await openViews(t);
  const { server, taken } = world;
  await world.open();
  const { id, view } = server.modal('UALICE') ?? assert.fail();
  assert.equal(Object(view.title).text, 'Reason');
  assert.equal(server.modal('UBEN'), undefined);
  assert.deepEqual(await server.submit('UALICE', id, { topic: { pick: 'travel' } }), {
    errors: { why: 'Please complete this required field.' },
  });
  assert.deepEqual(await server.submit('UALICE', id, { why: { text: 'wrong section' } }), {});
  assert.equal(server.modal('UALICE'), undefined);
  const { payload = {} } = taken.at(-1) ?? {};
  const sent = Object(payload.view);
  assert.deepEqual([payload.type, sent.callback_id, sent.private_metadata], ['view_submission', 'reason', 'a1']);
  assert.equal(sent.state.values.why.text.value, 'wrong section');
  assert.equal(sent.state.values.topic.pick.selected_option.value, 'travel');
});

test('the app answers a form with errors, another view, one on top, or by closing all', async (t) => {
  const world = await openViews(t);
  const { server, reply } = world;
  await world.open();
  const id = server.modal('UALICE')?.id ?? '';
  const send = (view = id) => server.submit('UALICE', view, {});
  await server.press('UALICE', { actionId: 'text', value: 'because' });
  reply(() => ({ response_action: 'errors', errors: { why: 'Say more' } }));
  assert.deepEqual(await send(), { errors: { why: 'Say more' } });
  reply(() => ({ response_action: 'update', view: modal({ title: plain('More') }) }));
  assert.deepEqual(await send(), {});
  const updated = server.modal('UALICE');
  assert.deepEqual([updated?.id, Object(updated?.view.title).text], [id, 'More']);
  assert.equal(Object(updated?.view.state).values.why.text.value, 'because');
  reply(() => ({ response_action: 'push', view: modal({ title: plain('Top'), blocks: [] }) }));
  await send();
  const top = server.modal('UALICE')?.id ?? '';
  assert.notEqual(top, id);
  await assert.rejects(send(), /does not see the modal/);
  reply(() => ({ response_action: 'update', view: { type: 'modal' } }));
  assert.deepEqual(await send(top), { failed: 'invalid_arguments' });
  reply(() => ({ response_action: 'dance' }));
  assert.deepEqual(await send(top), { failed: 'invalid_response' });
  reply(() => ({ response_action: 'clear' }));
  await send(top);
  assert.equal(server.modal('UALICE'), undefined);
});

test('closing a modal is told if the app asked for it', async (t) => {
  const world = await openViews(t);
  const { server, taken } = world;
  await world.open();
  await server.closeView('UALICE', server.modal('UALICE')?.id ?? '');
  assert.equal(server.modal('UALICE'), undefined);
  await world.open(modal({ notify_on_close: true }));
  await server.closeView('UALICE', server.modal('UALICE')?.id ?? '');
  assert.deepEqual(
    taken.map(({ payload }) => payload.type),
    ['block_actions', 'block_actions', 'view_closed'],
  );
});

test('a field takes only what fits it', async (t) => {
  const world = await openViews(t);
  await world.open();
  const id = world.server.modal('UALICE')?.id ?? '';
  const send = (values: Record<string, Record<string, string>>) => world.server.submit('UALICE', id, values);
  await assert.rejects(send({ why: { text: 'x'.repeat(21) } }), /21 characters/);
  await assert.rejects(send({ topic: { pick: 'other' } }), /no option other/);
  await assert.rejects(send({ nothing: { here: 'x' } }), /no field here/);
});

for (const [what, view] of [
  ['a long title', modal({ title: plain('x'.repeat(25)) })],
  ['an unknown field', modal({ colour: 'red' })],
  ['fields and no way to send them', modal({ submit: undefined })],
  ['long private metadata', modal({ private_metadata: 'x'.repeat(3_001) })],
  ['a block of a message', modal({ blocks: [{ type: 'markdown', text: 'x' }] })],
  ['the type of a Home tab', { type: 'home', blocks: [] }],
] as const) {
  test(`a modal with ${what} is refused`, async (t) => {
    const world = await openViews(t);
    assert.equal((await world.open(view)).error, 'invalid_arguments');
    assert.equal(world.server.modal('UALICE'), undefined);
  });
}

test('a trigger opens one modal within three seconds', async (t) => {
  const world = await openViews(t);
  const { workspace, clock } = world;
  const open = (trigger_id: string) => call(workspace, 'views.open', { trigger_id, view: modal() });
  const used = await world.trigger();
  assert.equal((await open(used)).ok, true);
  assert.equal((await open(used)).error, 'exchanged_trigger_id');
  const old = await world.trigger();
  clock.advance(3_000);
  assert.equal((await open(old)).error, 'expired_trigger_id');
  assert.equal((await open('other')).error, 'invalid_trigger_id');
  for (const _ of [2, 3]) assert.equal((await world.open()).ok, true);
  assert.equal((await world.open()).error, 'push_limit_reached');
});

test('a modal is updated by id, and only in the state the app knows', async (t) => {
  const world = await openViews(t);
  const opened = Object((await world.open()).view);
  const update = (more: object) => call(world.workspace, 'views.update', { view: modal(), ...more });
  assert.equal((await update({ view_id: 'V0' })).error, 'not_found');
  assert.equal((await update({ view_id: opened.id, hash: opened.hash })).ok, true);
  assert.equal((await update({ view_id: opened.id, hash: opened.hash })).error, 'hash_conflict');
});

test('the Home tab shows what was published for the person, and its buttons work', async (t) => {
  const { server, workspace, taken } = await openViews(t);
  const publish = (user_id: string, view: object) => call(workspace, 'views.publish', { user_id, view });
  server.openHome('UALICE');
  assert.equal(server.home('UALICE'), undefined);
  assert.equal((await publish('UALICE', modal())).error, 'invalid_arguments');
  assert.equal((await publish('UNOBODY', { type: 'home', blocks: [] })).error, 'user_not_found');
  await publish('UALICE', { type: 'home', blocks: [button] });
  assert.deepEqual(server.home('UALICE'), [button]);
  assert.equal(server.home('UBEN'), undefined);
  await server.press('UALICE', { actionId: 'tell' });
  const { payload = {} } = taken.at(-1) ?? {};
  assert.deepEqual([Object(payload.container).type, Object(payload.view).type], ['view', 'home']);
  assert.equal(payload.response_url, undefined);
  await assert.rejects(server.press('UBEN', { actionId: 'tell' }), /sees nothing/);
  server.openMessages('UALICE', 'CHR');
  await server.until(() => server.problems().length === 0);
  const opened = taken.flatMap(({ payload }) => payload.event ?? []).map((event) => Object(event));
  assert.deepEqual(
    opened.map(({ type, tab, channel }) => [type, tab, channel]),
    [
      ['app_home_opened', 'home', 'DALICE'],
      ['app_home_opened', 'messages', 'DALICE'],
      ['app_context_changed', undefined, 'DALICE'],
    ],
  );
});

test('without a Home tab in the manifest there is nothing to open or publish', async (t) => {
  const workspace = await openWorkspace(t, {
    change(manifest) {
      manifest.features.app_home = { home_tab_enabled: false };
    },
  });
  assert.throws(() => workspace.server.openHome('UALICE'), /Home tab switched off/);
  const view = { type: 'home', blocks: [] };
  assert.equal((await call(workspace, 'views.publish', { user_id: 'UALICE', view })).error, 'not_enabled');
});
