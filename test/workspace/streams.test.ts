import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { call, connect } from './call-slack.ts';
import { onlyEvents, openWorkspace } from './open-workspace.ts';

const recipient = { recipient_team_id: 'T0HOME', recipient_user_id: 'UALICE' };
const outsider = { recipient_team_id: 'T2PARTNER', recipient_user_id: 'UTESS' };
const text = (value: string) => ({ type: 'markdown_text', text: value });
const task = (id: string, status: string, more: object = {}) => ({
  ...{ type: 'task_update', id, title: `Task ${id}`, status },
  ...more,
});

async function openThread(t: TestContext, options: Parameters<typeof openWorkspace>[1] = {}) {
  const workspace = await openWorkspace(t, { change: onlyEvents('agent_session_stopped'), ...options });
  const { ts } = workspace.server.say('UALICE', 'CHR', 'how many days?');
  const thread = { channel: 'CHR', thread_ts: ts };
  return {
    ...workspace,
    ts,
    start: (more: object = { markdown_text: 'Hello' }) =>
      call(workspace, 'chat.startStream', { ...thread, ...recipient, ...more }),
    append: (stream: unknown, more: object) =>
      call(workspace, 'chat.appendStream', { channel: 'CHR', ts: String(stream), ...more }),
    finish: (stream: unknown, more: object = {}) =>
      call(workspace, 'chat.stopStream', { channel: 'CHR', ts: String(stream), ...more }),
    seen: (user = 'UALICE') => workspace.server.view(user, 'CHR', ts),
  };
}

test('a stream grows, shows its tasks with sources, and ends as one message', async (t) => {
  const { start, append, finish, seen, server } = await openThread(t);
  const source = { type: 'url', url: 'https://example.com/leave', text: 'Leave' };
  const started = await start({ chunks: [{ type: 'plan_update', title: 'Looking' }, task('1', 'in_progress')] });
  assert.equal(seen().messages[1]?.streaming, true);
  assert.equal(seen().messages[1]?.planTitle, 'Looking');
  assert.equal(seen().sessionStatus, 'processing');
  assert.deepEqual(
    server.problems().map((problem) => problem.split(' in ')[0]?.split(':')[0]),
    ['session left processing', 'stream left open'],
  );
  await append(started.ts, { chunks: [task('1', 'complete', { details: 'found', sources: [source] })] });
  await append(started.ts, { markdown_text: 'You have ' });
  await append(started.ts, { chunks: [text('**30 days**.'), { type: 'blocks', blocks: [{ type: 'divider' }] }] });
  const section = { type: 'section', text: { type: 'mrkdwn', text: '<https://example.com/leave|1>' } };
  const metadata = { event_type: 'policy_answer', event_payload: { answer_id: 'a1' } };
  const ended = await finish(started.ts, { blocks: [section], metadata });
  assert.equal(ended.ok, true);
  const [, message] = seen('UBEN').messages;
  assert.equal(message?.text, 'You have **30 days**.\n\n<https://example.com/leave|1>');
  assert.deepEqual(message?.links, ['https://example.com/leave']);
  const sources = [{ url: 'https://example.com/leave', text: 'Leave' }];
  assert.deepEqual(message?.tasks, [{ id: '1', title: 'Task 1', status: 'complete', details: 'found', sources }]);
  assert.equal(message?.streaming, false);
  assert.equal(seen().sessionStatus, 'active');
  assert.deepEqual(server.problems(), []);
  const stored = Object(ended.message);
  assert.deepEqual(
    stored.blocks.map(({ type }: { type: string }) => type),
    ['plan', 'markdown', 'divider', 'section'],
  );
  assert.deepEqual(stored.metadata, metadata);
});

for (const [what, more, error] of [
  ['nothing in it', {}, 'no_text'],
  ['no team of the recipient', { recipient_team_id: '', markdown_text: 'x' }, 'missing_recipient_team_id'],
  ['no recipient', { recipient_user_id: '', markdown_text: 'x' }, 'missing_recipient_user_id'],
  ['another team than the recipient’s', { recipient_team_id: 'T2PARTNER', markdown_text: 'x' }, 'team_not_found'],
  ['a team that is an object', { recipient_team_id: { id: 'T0HOME' }, markdown_text: 'x' }, 'team_not_found'],
  ['a recipient outside the channel', { ...outsider, markdown_text: 'x' }, 'user_not_in_channel'],
  ['an unknown recipient', { recipient_user_id: 'UNOBODY', markdown_text: 'x' }, 'user_not_found'],
  ['no thread', { thread_ts: '', markdown_text: 'x' }, 'invalid_thread_ts'],
  ['an unknown thread', { thread_ts: '1.000001', markdown_text: 'x' }, 'thread_not_found'],
  ['an unknown chunk', { chunks: [{ type: 'surprise' }] }, 'invalid_chunks'],
  ['a task of an unknown status', { chunks: [task('1', 'done')] }, 'invalid_chunks'],
  ['a long text', { markdown_text: 'x'.repeat(12_001) }, 'msg_too_long'],
  ['text beside chunks', { markdown_text: 'x', chunks: [text('x')] }, 'markdown_text_conflict'],
  ['bad blocks', { chunks: [{ type: 'blocks', blocks: [{ type: 'surprise' }] }] }, 'invalid_blocks'],
  ['an unknown way to show tasks', { markdown_text: 'x', task_display_mode: 'grid' }, 'invalid_arguments'],
] as const) {
  test(`a stream with ${what} is refused: ${error}`, async (t) => {
    const { start, server } = await openThread(t);
    assert.equal((await start(more)).error, error);
    assert.equal(server.state.messages.length, 1);
  });
}

test('a direct message is streamed to without naming the recipient; a group is not', async (t) => {
  const workspace = await openWorkspace(t, { change: onlyEvents() });
  const direct = workspace.server.say('UALICE', 'DALICE', 'hello');
  const group = workspace.server.say('UALICE', 'GGROUP', 'hello');
  const start = (channel: string, thread_ts: string) =>
    call(workspace, 'chat.startStream', { channel, thread_ts, markdown_text: 'x' });
  assert.equal((await start('DALICE', direct.ts)).ok, true);
  assert.equal((await start('GGROUP', group.ts)).error, 'missing_recipient_team_id');
});

test('nothing is added after the end, after five minutes, or after the user’s stop', async (t) => {
  const { start, append, finish, clock, server, seen, ts } = await openThread(t);
  const ended = await start();
  await finish(ended.ts);
  const closed = await start();
  clock.advance(299_999);
  assert.equal((await append(closed.ts, { markdown_text: '!' })).ok, true);
  clock.advance(1);
  assert.equal(seen().messages.at(-1)?.streaming, false);
  const stopped = await start();
  server.stop('UALICE', 'CHR', ts);
  for (const stream of [ended, closed, stopped]) {
    assert.equal((await append(stream.ts, { markdown_text: 'x' })).error, 'message_not_in_streaming_state');
    assert.equal((await finish(stream.ts)).error, 'message_not_in_streaming_state');
  }
  assert.deepEqual(
    seen().messages.map((message) => message.text),
    ['how many days?', 'Hello', 'Hello!', 'Hello'],
  );
});

test('a stream takes 50 blocks through chunks, tasks included, and 50 at its end', async (t) => {
  const { start, append, finish } = await openThread(t);
  const started = await start({ chunks: Array.from({ length: 49 }, (_, at) => task(`${at}`, 'pending')) });
  const divider = { type: 'divider' };
  const blocks = Array.from({ length: 50 }, () => divider);
  assert.equal(
    (await append(started.ts, { chunks: [{ type: 'blocks', blocks: [divider, divider] }] })).error,
    'invalid_blocks',
  );
  assert.equal((await append(started.ts, { chunks: [{ type: 'blocks', blocks: [divider] }] })).ok, true);
  assert.equal((await append(started.ts, { chunks: [task('49', 'pending')] })).error, 'invalid_blocks');
  assert.equal((await append(started.ts, { chunks: [task('1', 'complete')] })).ok, true);
  assert.equal((await finish(started.ts, { blocks: [...blocks, divider] })).error, 'invalid_blocks');
  assert.equal((await finish(started.ts, { blocks })).ok, true);
});

test('a stream holds 13,000 characters; what is refused adds nothing', async (t) => {
  const { start, append, finish, seen } = await openThread(t);
  const started = await start({ markdown_text: 'x'.repeat(12_000) });
  assert.equal((await append(started.ts, { markdown_text: 'x'.repeat(1_001) })).error, 'msg_too_long');
  const blocks = [{ type: 'markdown', text: 'x'.repeat(1_001) }];
  assert.equal((await finish(started.ts, { blocks })).error, 'msg_blocks_too_long');
  assert.equal((await finish(started.ts, { markdown_text: 'y' })).ok, true);
  assert.equal(seen().messages[1]?.text.length, 12_001);
});

test('a streaming message cannot be updated before it ends, and counts against the limits of its tier', async (t) => {
  const { start, finish, clock, ...workspace } = await openThread(t);
  const started = await start();
  const target = { channel: 'CHR', ts: String(started.ts) };
  const update = () => call({ ...workspace, clock }, 'chat.update', { ...target, text: 'new' });
  assert.equal((await update()).error, 'streaming_state_conflict');
  await finish(started.ts);
  assert.equal((await update()).ok, true);
  for (let calls = 1; calls < 20; calls += 1) await start();
  assert.equal((await start()).status, 429);
});

test('stop closes the streams of its thread and tells the app which', async (t) => {
  const thread = await openThread(t);
  const { server, start, seen, ts } = thread;
  const client = await connect(t, thread);
  assert.throws(() => server.stop('UALICE', 'CHR', ts), /no stop button/);
  const started = await start();
  assert.equal(seen().stoppable, true);
  server.stop('UALICE', 'CHR', ts);
  const event = await client.event('agent_session_stopped');
  assert.deepEqual(
    [event.channel, event.user, event.thread_ts, event.streaming_message_ts],
    ['CHR', 'UALICE', ts, [started.ts]],
  );
  assert.equal(seen().messages[1]?.streaming, false);
});

test('an app that does not hear of stops has no stop button, and is warned', async (t) => {
  const { start, seen, server, ts } = await openThread(t, { change: onlyEvents() });
  assert.equal((await start()).warning, 'missing_agent_session_stopped_event_subscription');
  assert.equal(seen().stoppable, false);
  assert.throws(() => server.stop('UALICE', 'CHR', ts), /no stop button/);
});
