import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { call, connect } from './call-slack.ts';
import { bot, botToken, onlyEvents, openWorkspace } from './open-workspace.ts';

async function hear(t: TestContext, ...events: readonly string[]) {
  const workspace = await openWorkspace(t, {
    change: onlyEvents(...events),
    scopes: ['files:read', 'reactions:write', 'users.profile:read', 'usergroups:read', 'mpim:write', 'im:write'],
  });
  const client = await connect(t, workspace);
  return { ...workspace, workspace, client };
}

test('an edit is seen by everyone and told with what stood there before', async (t) => {
  const { server, client } = await hear(t, 'message.channels');
  const { ts } = server.say('UALICE', 'CHR', 'ten days?');
  server.edit('UALICE', 'CHR', ts, 'twenty days & more?');
  assert.throws(() => server.edit('UBEN', 'CHR', ts, 'x'), /not a message of UBEN/);
  const [seen] = server.view('UBEN', 'CHR').messages;
  assert.deepEqual([seen?.text, seen?.edited], ['twenty days & more?', true]);
  await client.event('message');
  const event = await client.event('message');
  assert.deepEqual([event.subtype, event.hidden, event.channel_type], ['message_changed', true, 'channel']);
  assert.deepEqual([Object(event.message).text, Object(event.message).ts], ['twenty days &amp; more?', ts]);
  assert.equal(Object(event.message).edited.user, 'UALICE');
  assert.equal(Object(event.previous_message).text, 'ten days?');
});

test('a deleted message is gone; one with answers leaves a tombstone', async (t) => {
  const { server, client } = await hear(t, 'message.channels');
  const { ts } = server.say('UALICE', 'CHR', 'one');
  const root = server.say('UALICE', 'CHR', 'two').ts;
  server.say('UBEN', 'CHR', 'answer', { thread: root });
  server.remove('UALICE', 'CHR', ts);
  server.remove('UALICE', 'CHR', root);
  assert.deepEqual(
    server.view('UBEN', 'CHR').messages.map(({ text }) => text),
    ['This message was deleted.'],
  );
  for (let events = 0; events < 3; events += 1) await client.event('message');
  const event = await client.event('message');
  assert.deepEqual([event.subtype, event.deleted_ts], ['message_deleted', ts]);
  assert.equal(Object(event.previous_message).text, 'one');
});

test('the app hears of its own posts, updates and deletions, and deletes nobody else’s', async (t) => {
  const { server, workspace, client } = await hear(t, 'message.channels');
  const { ts } = await call(workspace, 'chat.postMessage', { channel: 'CHR', text: 'one' });
  const target = { channel: 'CHR', ts: String(ts) };
  await call(workspace, 'chat.update', { ...target, text: 'two' });
  await call(workspace, 'chat.delete', target);
  const events = [await client.event('message'), await client.event('message'), await client.event('message')];
  assert.deepEqual(
    events.map(({ subtype, bot_id }) => [subtype, bot_id]),
    [
      [undefined, 'B0BYLAW'],
      ['message_changed', undefined],
      ['message_deleted', undefined],
    ],
  );
  const said = server.say('UALICE', 'CHR', 'mine');
  assert.equal((await call(workspace, 'chat.delete', { channel: 'CHR', ts: said.ts })).error, 'cant_delete_message');
  assert.equal((await call(workspace, 'chat.delete', target)).error, 'message_not_found');
});

test('a link in a post of the app is unfurled unless it says not to', async (t) => {
  const { workspace, client } = await hear(t, 'message.channels');
  const post = { channel: 'CHR', text: 'https://example.com' };
  await call(workspace, 'chat.postMessage', { ...post, unfurl_links: false });
  await call(workspace, 'chat.postMessage', post);
  const events = [await client.event('message'), await client.event('message'), await client.event('message')];
  assert.deepEqual(
    events.map(({ subtype }) => subtype),
    [undefined, undefined, 'message_changed'],
  );
  assert.equal(Object(events[2]?.message).attachments.length, 1);
});

test('a reply that also goes to the channel is seen in both, and comes as thread_broadcast', async (t) => {
  const { server, client } = await hear(t, 'app_mention');
  const { ts } = server.say('UALICE', 'CHR', 'root');
  server.say('UALICE', 'CHR', '@bylaw and now?', { thread: ts, broadcast: true });
  const event = await client.event('app_mention');
  assert.deepEqual([event.subtype, event.thread_ts], ['thread_broadcast', ts]);
  assert.equal(server.view('UBEN', 'CHR').messages.length, 2);
  assert.equal(server.view('UBEN', 'CHR', ts).messages.length, 2);
});

test('a group of several people hears mentions and messages as one of its own kind', async (t) => {
  const { server, workspace, client } = await hear(t, 'app_mention', 'message.mpim');
  server.say('UBEN', 'GGROUP', '@bylaw leave?');
  assert.equal((await client.event('message')).channel_type, 'mpim');
  const opened = await call(workspace, 'conversations.open', { users: 'UALICE,UBEN' });
  assert.equal(Object(opened.channel).id, 'GGROUP');
  assert.equal(Object((await call(workspace, 'conversations.open', { users: 'UUMA' })).channel).id, 'DUUMA');
  assert.equal((await call(workspace, 'conversations.open', { users: 'UNOBODY' })).error, 'user_not_found');
});

test('a shared file is downloaded with the token, and by nothing else', async (t) => {
  const { server, workspace, client } = await hear(t, 'message.im');
  const file = { name: 'rule.txt', mimetype: 'text/plain', content: 'No gifts.' };
  server.say('UALICE', 'DALICE', 'does this hold?', { files: [file, 'old.zip'] });
  const event = await client.event('message');
  assert.equal(event.subtype, 'file_share');
  const [shared, zip] = Object(event).files;
  assert.deepEqual([shared.name, shared.mimetype, shared.filetype, shared.size], ['rule.txt', 'text/plain', 'txt', 9]);
  assert.deepEqual([zip.name, zip.mimetype, zip.size], ['old.zip', 'application/zip', 0]);
  const download = async (authorization?: string) => {
    const response = await fetch(shared.url_private, { ...(authorization && { headers: { authorization } }) });
    return [response.headers.get('content-type'), await response.text()];
  };
  assert.deepEqual(await download(`Bearer ${botToken}`), ['text/plain', 'No gifts.']);
  for (const wrong of [undefined, 'Bearer xoxb-other']) assert.equal((await download(wrong))[0], 'text/html');
  const described = await call(workspace, 'files.info', { file: shared.id });
  assert.equal(Object(described.file).name, 'rule.txt');
  assert.equal((await call(workspace, 'files.info', { file: 'F0' })).error, 'file_not_found');
  assert.equal(server.view('UALICE', 'DALICE').messages[0]?.files[0]?.name, 'rule.txt');
  assert.equal(server.calls('files'), 3);
});

test('without files:read a download ends at the sign-in page', async (t) => {
  const workspace = await openWorkspace(t, { change: onlyEvents('message.im'), without: ['files:read'] });
  const client = await connect(t, workspace);
  workspace.server.say('UALICE', 'DALICE', 'this?', { files: ['rule.txt'] });
  const [shared] = Object(await client.event('message')).files;
  const response = await fetch(shared.url_private, { headers: { authorization: `Bearer ${botToken}` } });
  assert.match(await response.text(), /Sign in/);
  assert.equal((await call(workspace, 'files.info', { file: shared.id })).needed, 'files:read');
});

test('who joins and leaves is told to an app that is there', async (t) => {
  const { server, workspace, client } = await hear(t, 'member_joined_channel', 'member_left_channel', 'channel_left');
  server.invite('UTESS', 'CHR');
  const joined = await client.event('member_joined_channel');
  assert.deepEqual([joined.user, joined.channel, joined.channel_type, joined.team], ['UTESS', 'CHR', 'C', 'T2PARTNER']);
  server.kick('UTESS', 'CHR');
  assert.equal((await client.event('member_left_channel')).user, 'UTESS');
  assert.equal(server.invite('UGRETA', 'GBOARD').envelopes.length, 0);
  server.invite(bot, 'GBOARD');
  assert.equal((await client.event('member_joined_channel')).user, bot);
  assert.throws(() => server.invite(bot, 'GBOARD'), /already in GBOARD/);
  server.kick(bot, 'CHR');
  assert.equal((await client.event('channel_left')).channel, 'CHR');
  const post = async (channel: string) => (await call(workspace, 'chat.postMessage', { channel, text: 'x' })).error;
  assert.equal(await post('CHR'), 'not_in_channel');
  server.kick(bot, 'GBOARD');
  assert.equal(await post('GBOARD'), 'channel_not_found');
  server.deleteChannel('CPENDING');
  assert.equal(await post('CPENDING'), 'channel_not_found');
  assert.equal(server.say('UALICE', 'CHR', '@bylaw are you there?').envelopes.length, 0);
});

test('an app without its token is told once and then hears and does nothing', async (t) => {
  const { server, workspace, client } = await hear(t, 'app_mention', 'tokens_revoked', 'app_uninstalled');
  server.revokeTokens();
  assert.deepEqual(Object((await client.event('tokens_revoked')).tokens).bot, [bot]);
  assert.equal((await call(workspace, 'auth.test')).error, 'token_revoked');
  assert.equal(server.say('UALICE', 'CHR', '@bylaw hello').envelopes.length, 0);
  server.uninstall();
  await client.event('app_uninstalled');
  assert.equal((await call(workspace, 'auth.test')).error, 'account_inactive');
});

test('reactions come and go once', async (t) => {
  const { server, workspace } = await hear(t);
  const { ts } = server.say('UALICE', 'CHR', 'hello');
  const react = async (what: string, name = 'eyes') =>
    (await call(workspace, `reactions.${what}`, { channel: 'CHR', timestamp: ts, name })).error;
  assert.equal(await react('remove'), 'no_reaction');
  assert.equal(await react('add', ':eyes:'), 'invalid_name');
  assert.equal(await react('add'), undefined);
  assert.equal(await react('add'), 'already_reacted');
  assert.deepEqual(server.view('UBEN', 'CHR').messages[0]?.reactions, [{ name: 'eyes', users: [bot] }]);
  assert.equal(await react('remove'), undefined);
  assert.deepEqual(server.view('UBEN', 'CHR').messages[0]?.reactions, []);
});

test('people have a profile with a country, and groups have people', async (t) => {
  const { workspace } = await hear(t);
  const user = Object((await call(workspace, 'users.info', { user: 'UGRETA' })).user);
  assert.deepEqual([user.real_name, user.tz, user.profile.display_name], ['Greta Sommer', 'Europe/Berlin', 'greta']);
  const profile = async (more: object) =>
    Object((await call(workspace, 'users.profile.get', { user: 'UGRETA', ...more })).profile).fields;
  assert.deepEqual(await profile({}), { Xf0COUNTRY: { value: 'Germany', alt: '' } });
  assert.equal((await profile({ include_labels: true })).Xf0COUNTRY.label, 'Country');
  assert.deepEqual((await call(workspace, 'usergroups.users.list', { usergroup: 'SADMINS' })).users, ['UBEN']);
  assert.equal((await call(workspace, 'usergroups.users.list', { usergroup: 'S0' })).error, 'no_such_subteam');
  const listed = async (more: object) =>
    ((await call(workspace, 'usergroups.list', more)).usergroups as { handle: string; users?: string[] }[]).map(
      ({ handle, users }) => [handle, users],
    );
  assert.deepEqual(await listed({}), [['admins', undefined]]);
  assert.deepEqual(await listed({ include_users: true }), [['admins', ['UBEN']]]);
  workspace.server.state.userGroups[0] = { id: 'SADMINS', handle: 'admins', users: ['UBEN'], disabled: true };
  assert.deepEqual(await listed({}), []);
  assert.deepEqual(await listed({ include_disabled: true }), [['admins', undefined]]);
  assert.equal((await call(workspace, 'usergroups.users.list', { usergroup: 'SADMINS' })).error, 'no_such_subteam');
});

test('a channel’s history starts with the latest and leaves out replies', async (t) => {
  const { server, workspace } = await hear(t);
  const { ts } = server.say('UALICE', 'CHR', 'one');
  server.say('UALICE', 'CHR', 'reply', { thread: ts });
  server.say('UALICE', 'CHR', 'two');
  const read = async (more: object = {}) => {
    const page = await call(workspace, 'conversations.history', { channel: 'CHR', ...more });
    return { page, texts: Object(page).messages?.map(({ text }: { text: string }) => text) };
  };
  assert.deepEqual((await read()).texts, ['two', 'one']);
  const first = await read({ limit: 1 });
  const { next_cursor: cursor } = Object(first.page.response_metadata);
  assert.deepEqual([first.texts, first.page.has_more], [['two'], true]);
  assert.deepEqual((await read({ limit: 1, cursor })).texts, ['one']);
  assert.equal((await read({ limit: 0 })).page.error, 'invalid_limit');
  server.kick(bot, 'CHR');
  assert.equal((await read()).page.error, 'not_in_channel');
});

test('a call to a method that Slack does not have is a problem; people who are meant to be called in are none', async (t) => {
  const { server, workspace } = await hear(t);
  await call(workspace, 'chat.invent');
  await call(workspace, 'chat.postMessage', { channel: 'CHR', text: '<@UBEN> can you help?' });
  assert.deepEqual(server.problems({ mayPing: ['UBEN'] }), ['unknown method: chat.invent']);
  assert.deepEqual(server.problems(), ['pinged: <@UBEN>', 'unknown method: chat.invent']);
});
