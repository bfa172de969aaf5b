import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { call, connect } from './call-slack.ts';
import { appToken, bot, onlyEvents, openWorkspace } from './open-workspace.ts';

const mentionsOnly = { change: onlyEvents('app_mention') };

test('tokens and scopes are checked', async (t) => {
  const workspace = await openWorkspace(t, { without: ['users:read', 'im:read', 'im:write'] });
  assert.equal((await call(workspace, 'auth.test', {}, 'xoxb-other')).error, 'invalid_auth');
  assert.equal((await call(workspace, 'auth.test', {}, appToken)).error, 'invalid_auth');
  assert.equal((await call(workspace, 'apps.connections.open')).error, 'invalid_auth');
  const missing = await call(workspace, 'users.info', { user: 'UALICE' });
  assert.deepEqual([missing.error, missing.needed], ['missing_scope', 'users:read']);
  assert.equal((await call(workspace, 'conversations.info', { channel: 'DALICE' })).needed, 'im:read');
  assert.equal((await call(workspace, 'conversations.open', { users: 'UALICE' })).needed, 'im:write');
  assert.equal((await call(workspace, 'chat.invent')).error, 'unknown_method');
});

for (const [method, needed, args] of [
  ['chat.postMessage', 'chat:write', { text: 'x' }],
  ['chat.postMessage', 'chat:write.customize', { text: 'x', username: 'HR' }],
  ['chat.postEphemeral', 'chat:write', { user: 'UALICE', text: 'x' }],
  ['chat.update', 'chat:write', {}],
  ['chat.delete', 'chat:write', {}],
  ['chat.startStream', 'chat:write', {}],
  ['chat.appendStream', 'chat:write', {}],
  ['chat.stopStream', 'chat:write', {}],
  ['agents.sessions.setStatus', 'assistant:write', { channel_id: 'CHR', status: 'active' }],
  ['conversations.info', 'channels:read', {}],
  ['conversations.info', 'mpim:read', { channel: 'GGROUP' }],
  ['conversations.members', 'channels:read', {}],
  ['conversations.replies', 'channels:history', { ts: '1.000001' }],
  ['conversations.history', 'im:history', { channel: 'DALICE' }],
  ['conversations.open', 'mpim:write', { users: 'UALICE,UBEN' }],
  ['users.profile.get', 'users.profile:read', { user: 'UALICE' }],
  ['usergroups.list', 'usergroups:read', {}],
  ['usergroups.users.list', 'usergroups:read', { usergroup: 'SADMINS' }],
  ['reactions.add', 'reactions:write', { timestamp: '1.000001', name: 'eyes' }],
  ['files.info', 'files:read', { file: 'F1' }],
] as const) {
  test(`${method} needs ${needed}`, async (t) => {
    const workspace = await openWorkspace(t, { without: [needed] });
    const refused = await call(workspace, method, { channel: 'CHR', ...args });
    assert.deepEqual([refused.error, refused.needed], ['missing_scope', needed]);
    assert.ok(!String(refused.provided).split(',').includes(needed));
  });
}

for (const [what, args, error] of [
  ['nothing to say', {}, 'no_text'],
  ['an unknown channel', { channel: 'CNONE', text: 'x' }, 'channel_not_found'],
  ['a direct message of two others', { channel: 'DPAIR', text: 'x' }, 'channel_not_found'],
  ['a private channel it is not in', { channel: 'GBOARD', text: 'x' }, 'channel_not_found'],
  ['an unknown block', { blocks: [{ type: 'surprise' }] }, 'invalid_blocks'],
  ['a block with an unknown field', { blocks: [{ type: 'divider', colour: 'red' }] }, 'invalid_blocks'],
  [
    'a long section',
    { blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'x'.repeat(3_001) } }] },
    'invalid_blocks',
  ],
  ['a long markdown block', { blocks: [{ type: 'markdown', text: 'x'.repeat(12_001) }] }, 'invalid_blocks'],
  ['too many blocks', { blocks: Array.from({ length: 51 }, () => ({ type: 'divider' })) }, 'invalid_blocks'],
  [
    'two markdown blocks of 7,000',
    { blocks: [0, 1].map(() => ({ type: 'markdown', text: 'x'.repeat(7_000) })) },
    'msg_blocks_too_long',
  ],
  ['a long markdown_text', { markdown_text: 'x'.repeat(12_001) }, 'msg_too_long'],
  ['markdown_text beside text', { markdown_text: 'x', text: 'x' }, 'markdown_text_conflict'],
  ['an unknown thread', { text: 'x', thread_ts: '1.000001' }, 'thread_not_found'],
] as const) {
  test(`a post with ${what} is refused: ${error}`, async (t) => {
    const workspace = await openWorkspace(t);
    assert.equal((await call(workspace, 'chat.postMessage', { channel: 'CHR', ...args })).error, error);
    assert.equal(workspace.server.state.messages.length, 0);
  });
}

test('an update takes less text than a post', async (t) => {
  const workspace = await openWorkspace(t);
  const text = 'x'.repeat(5_000);
  const posted = await call(workspace, 'chat.postMessage', { channel: 'CHR', text });
  assert.equal(posted.ok, true);
  const target = { channel: 'CHR', ts: String(posted.ts) };
  assert.equal((await call(workspace, 'chat.update', { ...target, text })).error, 'msg_too_long');
  assert.equal((await call(workspace, 'chat.update', { ...target, text: 'short' })).ok, true);
  assert.equal(workspace.server.view('UALICE', 'CHR').messages[0]?.text, 'short');
  const link = await call(workspace, 'chat.getPermalink', { channel: 'CHR', message_ts: target.ts });
  assert.match(String(link.permalink), /^https:\/\/acme\.slack\.com\/archives\/CHR\/p\d+$/);
});

test('a thread is read in pages, with metadata only when asked for', async (t) => {
  const workspace = await openWorkspace(t);
  const { ts } = workspace.server.say('UALICE', 'CHR', 'root');
  const metadata = { event_type: 'policy_answer', event_payload: { answer_id: 'a1' } };
  await call(workspace, 'chat.postMessage', { channel: 'CHR', thread_ts: ts, text: 'one', metadata });
  const plain = await call(workspace, 'conversations.replies', { channel: 'CHR', ts, limit: 1 });
  assert.deepEqual([(plain.messages as unknown[]).length, plain.has_more], [1, true]);
  const [root] = plain.messages as { thread_ts: string; reply_count: number }[];
  assert.deepEqual([root?.thread_ts, root?.reply_count], [ts, 1]);
  const cursor = (plain.response_metadata as { next_cursor: string }).next_cursor;
  const rest = await call(workspace, 'conversations.replies', {
    channel: 'CHR',
    ts,
    cursor,
    include_all_metadata: true,
  });
  assert.deepEqual((rest.messages as { metadata: unknown }[])[0]?.metadata, metadata);
});

test('too many calls a minute are refused until time has passed', async (t) => {
  const workspace = await openWorkspace(t);
  for (let calls = 0; calls < 50; calls += 1) await call(workspace, 'conversations.info', { channel: 'CHR' });
  const refused = await call(workspace, 'conversations.info', { channel: 'CHR' });
  assert.deepEqual([refused.status, refused.error, refused.retryAfter], [429, 'ratelimited', '60']);
  workspace.clock.advance(60_000);
  assert.equal((await call(workspace, 'conversations.info', { channel: 'CHR' })).ok, true);
});

test('without limits nobody waits', async (t) => {
  const workspace = await openWorkspace(t, { rateLimits: false });
  const calls = Array.from({ length: 60 }, () => call(workspace, 'conversations.info', { channel: 'CHR' }));
  assert.ok((await Promise.all(calls)).every(({ ok }) => ok === true));
});

test('a status disappears after two minutes and with the next message in the thread', async (t) => {
  const workspace = await openWorkspace(t, mentionsOnly);
  const { ts } = workspace.server.say('UALICE', 'CHR', 'root');
  const status = { channel_id: 'CHR', thread_ts: ts, status: 'is thinking' };
  await call(workspace, 'assistant.threads.setStatus', status);
  assert.equal(workspace.server.view('UALICE', 'CHR', ts).status, 'is thinking');
  assert.equal(workspace.server.problems().length, 1);
  workspace.clock.advance(120_000);
  assert.equal(workspace.server.view('UALICE', 'CHR', ts).status, undefined);
  await call(workspace, 'assistant.threads.setStatus', status);
  await call(workspace, 'chat.postMessage', { channel: 'CHR', thread_ts: ts, text: 'done' });
  assert.equal(workspace.server.view('UALICE', 'CHR', ts).status, undefined);
});

test('pinged people and a message posted twice are problems', async (t) => {
  const workspace = await openWorkspace(t, mentionsOnly);
  const message = { channel: 'CHR', text: 'hi <!here>', metadata: { event_type: 'e', event_payload: { id: 1 } } };
  await call(workspace, 'chat.postMessage', message);
  await call(workspace, 'chat.postMessage', message);
  assert.deepEqual(
    workspace.server.problems().map((problem) => problem.split(':')[0]),
    ['pinged', 'pinged', 'posted twice'],
  );
});

test('a ticket opens one connection', async (t) => {
  const workspace = await openWorkspace(t, mentionsOnly);
  const client = await connect(t, workspace);
  assert.equal((await client.next()).type, 'hello');
  const [error] = await once(new WebSocket(client.url), 'error');
  assert.match(String(error), /401/);
});

test('an event without acknowledgement comes again at once, after one minute and after five', async (t) => {
  const workspace = await openWorkspace(t, mentionsOnly);
  const client = await connect(t, workspace);
  await client.next();
  workspace.server.say('UALICE', 'CHR', '@bylaw hello');
  const first = await client.next();
  assert.deepEqual([first.type, first.retry_attempt], ['events_api', 0]);
  const attempts: [number, string, unknown][] = [];
  for (const ms of [3_000, 63_000, 303_000]) {
    workspace.clock.advance(ms);
    const { retry_attempt, retry_reason, payload } = await client.next();
    attempts.push([retry_attempt, retry_reason, payload.event_id]);
  }
  const id = first.payload.event_id;
  assert.deepEqual(attempts, [
    [1, 'timeout', id],
    [2, 'timeout', id],
    [3, 'timeout', id],
  ]);
  assert.equal(workspace.server.problems().length, 1);
  client.ack(first);
  await workspace.server.until(() => workspace.server.problems().length === 0);
});

test('an event waits for a connection, and goes to one of several', async (t) => {
  const workspace = await openWorkspace(t, mentionsOnly);
  const { acknowledged } = workspace.server.say('UALICE', 'CHR', '@bylaw hello');
  const client = await connect(t, workspace);
  assert.equal((await client.next()).type, 'hello');
  client.ack(await client.next());
  await acknowledged;
  const other = await connect(t, workspace);
  await other.next();
  workspace.server.say('UALICE', 'CHR', '@bylaw one');
  workspace.server.say('UALICE', 'CHR', '@bylaw two');
  const texts = [await client.next(), await other.next()].map(({ payload }) => Object(payload.event).text);
  assert.deepEqual(texts.sort(), [`<@${bot}> one`, `<@${bot}> two`]);
});

test('a command is answered five times within half an hour, and never with markdown_text', async (t) => {
  const workspace = await openWorkspace(t, mentionsOnly);
  const client = await connect(t, workspace);
  await client.next();
  const sent = workspace.server.command('UALICE', 'GBOARD', '/policy is R&D <b> covered, @ben?');
  const envelope = await client.next();
  assert.equal(envelope.payload.text, 'is R&amp;D &lt;b&gt; covered, <@UBEN>?');
  client.ack(envelope, { response_type: 'ephemeral', text: 'Looking…' });
  await sent;
  const respond = async (body: object) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(String(envelope.payload.response_url), init);
    return [response.status, Object(await response.json()).error];
  };
  assert.deepEqual(await respond({ markdown_text: 'x' }), [400, 'no_text']);
  assert.deepEqual(await respond({ text: 'first', replace_original: true }), [200, undefined]);
  for (let uses = 1; uses < 5; uses += 1) await respond({ text: `more ${uses}` });
  assert.deepEqual(await respond({ text: 'sixth' }), [400, 'used_url']);
  assert.deepEqual(
    workspace.server.view('UALICE', 'GBOARD').messages.map(({ text }) => text),
    ['first', 'more 1', 'more 2', 'more 3', 'more 4'],
  );
  workspace.clock.advance(30 * 60_000);
  assert.deepEqual(await respond({ text: 'late' }), [400, 'expired_url']);
});

test('faults meet one call each, before or after it took effect', async (t) => {
  const workspace = await openWorkspace(t, mentionsOnly);
  const { server } = workspace;
  server.fail(
    'chat.postMessage',
    { status: 500 },
    { status: 500, applied: true },
    { code: 'fatal_error' },
    { drop: true },
  );
  const post = () => call(workspace, 'chat.postMessage', { channel: 'CHR', text: 'x' });
  assert.equal((await post()).status, 500);
  assert.equal(server.state.messages.length, 0);
  assert.equal((await post()).status, 500);
  assert.equal(server.state.messages.length, 1);
  assert.equal((await post()).error, 'fatal_error');
  await assert.rejects(post());
  assert.equal((await post()).ok, true);
  assert.equal(server.state.messages.length, 2);
});
