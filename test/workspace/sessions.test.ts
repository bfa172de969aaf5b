import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, connect } from './call-slack.ts';
import { onlyEvents, openWorkspace } from './open-workspace.ts';

const quiet = { change: onlyEvents('agent_session_stopped') };

test('a renewed status stays two minutes from then on', async (t) => {
  const workspace = await openWorkspace(t, quiet);
  const { server, clock } = workspace;
  const { ts } = server.say('UALICE', 'CHR', 'root');
  const status = { channel_id: 'CHR', thread_ts: ts, status: 'is searching', loading_messages: ['Reading'] };
  const show = (more: object = {}) => call(workspace, 'assistant.threads.setStatus', { ...status, ...more });
  await show();
  clock.advance(119_999);
  await show();
  clock.advance(119_999);
  assert.equal(server.view('UBEN', 'CHR', ts).status, 'is searching');
  clock.advance(1);
  assert.equal(server.view('UBEN', 'CHR', ts).status, undefined);
  await show();
  server.say('UBEN', 'CHR', 'thanks', { thread: ts });
  assert.equal(server.view('UBEN', 'CHR', ts).status, undefined);
  const eleven = Array.from({ length: 11 }, () => 'Reading');
  assert.equal((await show({ loading_messages: eleven })).error, 'invalid_arguments');
  assert.equal((await show({ thread_ts: '' })).error, 'invalid_thread_ts');
});

test('a session keeps its first title until it is renamed, and drops out of processing after an hour', async (t) => {
  const workspace = await openWorkspace(t, quiet);
  const { server, clock } = workspace;
  const { ts } = server.say('UALICE', 'DALICE', 'hello');
  const session = { channel_id: 'DALICE', thread_ts: ts };
  const set = (more: object) => call(workspace, 'agents.sessions.setStatus', { ...session, ...more });
  const rename = (title: string) => call(workspace, 'agents.sessions.rename', { ...session, title });
  const seen = () => server.view('UALICE', 'DALICE', ts);
  assert.equal((await rename('x')).error, 'session_not_found');
  assert.equal((await set({ status: 'busy' })).error, 'invalid_arguments');
  assert.equal((await set({ status: 'active', title: 'x'.repeat(201) })).error, 'invalid_arguments');
  await set({ status: 'processing', title: 'Leave', initiator_user_id: 'UALICE' });
  await set({ status: 'processing', title: 'Other' });
  assert.deepEqual([seen().sessionStatus, seen().title, seen().stoppable], ['processing', 'Leave', true]);
  assert.equal((await rename('')).error, 'invalid_arguments');
  await rename('Annual leave');
  assert.equal(seen().title, 'Annual leave');
  clock.advance(60 * 60_000);
  assert.deepEqual([seen().sessionStatus, seen().stoppable], ['active', false]);
});

test('a person renames a session, and the app is told', async (t) => {
  const workspace = await openWorkspace(t, { change: onlyEvents('agent_session_title_changed') });
  const { server } = workspace;
  const client = await connect(t, workspace);
  const { ts } = server.say('UALICE', 'DALICE', 'hello');
  assert.throws(() => server.renameSession('UALICE', 'DALICE', ts, 'Leave'), /no session/);
  const session = { channel_id: 'DALICE', thread_ts: ts, status: 'active', title: 'Hello' };
  await call(workspace, 'agents.sessions.setStatus', session);
  server.renameSession('UALICE', 'DALICE', ts, 'Leave');
  const event = await client.event('agent_session_title_changed');
  assert.deepEqual([event.title, event.previous_title, event.thread_ts], ['Leave', 'Hello', ts]);
  assert.equal(server.view('UALICE', 'DALICE', ts).title, 'Leave');
});

test('an app that is not declared as an agent has no sessions', async (t) => {
  const workspace = await openWorkspace(t, {
    change(manifest) {
      manifest.features.agent_view = undefined;
    },
  });
  const { ts } = workspace.server.say('UALICE', 'DALICE', 'hello');
  const session = { channel_id: 'DALICE', thread_ts: ts, status: 'active' };
  assert.equal((await call(workspace, 'agents.sessions.setStatus', session)).error, 'not_authorized');
});

test('up to four prompts are suggested in the messages tab', async (t) => {
  const workspace = await openWorkspace(t, quiet);
  const suggest = (count: number) =>
    call(workspace, 'assistant.threads.setSuggestedPrompts', {
      channel_id: 'DALICE',
      prompts: Array.from({ length: count }, (_, at) => ({ title: `Title ${at}`, message: `Question ${at}?` })),
    });
  assert.deepEqual(workspace.server.prompts('UALICE'), []);
  assert.equal((await suggest(5)).error, 'too_many_prompts');
  assert.equal((await suggest(1)).ok, true);
  assert.deepEqual(workspace.server.prompts('UALICE'), [{ title: 'Title 0', message: 'Question 0?' }]);
  assert.deepEqual(workspace.server.prompts('UBEN'), []);
});

test('a thread gets a title', async (t) => {
  const workspace = await openWorkspace(t, quiet);
  const { ts } = workspace.server.say('UALICE', 'DALICE', 'hello');
  const title = (value: string) =>
    call(workspace, 'assistant.threads.setTitle', { channel_id: 'DALICE', thread_ts: ts, title: value });
  assert.equal((await title('')).error, 'invalid_arguments');
  assert.equal((await title('Leave')).ok, true);
  assert.equal(workspace.server.view('UALICE', 'DALICE', ts).title, 'Leave');
});

test('the assistant’s methods need their scope', async (t) => {
  const workspace = await openWorkspace(t, { without: ['assistant:write'] });
  for (const method of ['setStatus', 'setTitle', 'setSuggestedPrompts']) {
    const refused = await call(workspace, `assistant.threads.${method}`, { channel_id: 'DALICE' });
    assert.deepEqual([refused.error, refused.needed], ['missing_scope', 'assistant:write']);
    assert.ok(String(refused.provided).split(',').includes('chat:write'));
  }
});
