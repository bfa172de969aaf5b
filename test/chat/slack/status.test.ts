import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPosting } from './posting-world.ts';

test('a line says at once what the bot does, with a session that people can stop, and both end with the work', async (t) => {
  const { work, server, clock, view, place } = await openPosting(t);
  const opened = work.openWork({ ...place });
  await server.until(() => view().status === 'is searching the policies…' && view().sessionStatus === 'processing');
  opened.show({ step: 'checking' });
  clock.advance(300);
  await server.until(() => view().status === 'is checking the sources…');
  await opened.close();
  assert.equal(view().status, undefined);
  assert.equal(view().sessionStatus, 'active');
});

test('steps that pass too fast to be read cost no calls, and the last one is shown', async (t) => {
  const { work, called, server, clock, view, place } = await openPosting(t);
  const opened = work.openWork(place);
  await server.until(() => view().status === 'is searching the policies…');
  opened.show({ step: 'reading', title: 'Leave' });
  opened.show({ step: 'writing' });
  clock.advance(300);
  await server.until(() => view().status === 'is writing an answer…');
  opened.show({ step: 'checking' });
  await opened.close();
  clock.advance(300);
  await called('assistant.threads.setStatus', 3);
  assert.equal(view().status, undefined);
  assert.equal(server.calls('assistant.threads.setStatus'), 3);
});

test('a status is renewed before Slack drops it', async (t) => {
  const { work, called, server, clock, view, place } = await openPosting(t);
  const opened = work.openWork(place);
  await server.until(() => view().status !== undefined);
  clock.advance(90_000);
  await called('assistant.threads.setStatus', 2);
  clock.advance(90_000);
  assert.equal(view().status, 'is searching the policies…');
  await opened.close();
});

test('each thread has a line of its own', async (t) => {
  const { work, server, view, place } = await openPosting(t);
  const { ts } = server.say('UALICE', 'CHR', 'another');
  const first = work.openWork(place);
  const second = work.openWork({ ...place, thread: ts, key: 'second' });
  await server.until(() => view().status !== undefined && server.view('UALICE', 'CHR', ts).status !== undefined);
  await first.close();
  assert.equal(view().status, undefined);
  assert.equal(server.view('UALICE', 'CHR', ts).status, 'is searching the policies…');
  await second.close();
});

test('without sessions, status and streams the work goes on, and what does not exist is not asked for again', async (t) => {
  const { work, called, server, view, place, becomeSlow } = await openPosting(t);
  server.fail('agents.sessions.setStatus', { code: 'not_authorized' });
  server.fail('assistant.threads.setStatus', { code: 'unknown_method' }, { status: 503 });
  server.fail('chat.startStream', { code: 'unknown_method' });
  const opened = work.openWork(place);
  opened.show({ step: 'writing' });
  becomeSlow();
  await called('chat.startStream');
  await opened.close();
  await work.openWork(place).close();
  assert.equal(server.calls('agents.sessions.setStatus'), 1);
  assert.equal(view().status, undefined);
});

test('a line that could not be cleared is cleared a little later, unless other work shows one by then', async (t) => {
  const { work, called, server, clock, view, place } = await openPosting(t);
  const first = work.openWork(place);
  await server.until(() => view().status !== undefined);
  server.fail('assistant.threads.setStatus', { status: 429, retryAfterS: 2, code: 'ratelimited' });
  await first.close();
  assert.equal(view().status, 'is searching the policies…');
  clock.advance(2_000);
  await server.until(() => view().status === undefined);

  const second = work.openWork(place);
  await server.until(() => view().status !== undefined);
  server.fail('assistant.threads.setStatus', { status: 429, retryAfterS: 2, code: 'ratelimited' });
  await second.close();
  const third = work.openWork(place);
  await called('assistant.threads.setStatus', 6);
  clock.advance(2_000);
  assert.equal(view().status, 'is searching the policies…');
  await third.close();
  assert.equal(server.calls('assistant.threads.setStatus'), 7);
});

test('a session whose end Slack did not take is ended a little later, unless other work has begun', async (t) => {
  const { work, called, server, clock, view, place } = await openPosting(t);
  const failure = { status: 429, retryAfterS: 2, code: 'ratelimited' };
  const first = work.openWork(place);
  await server.until(() => view().sessionStatus === 'processing');
  server.fail('agents.sessions.setStatus', failure, failure);
  await first.close();
  assert.equal(view().sessionStatus, 'processing');
  clock.advance(2_000);
  await called('agents.sessions.setStatus', 3);
  const second = work.openWork(place);
  await called('agents.sessions.setStatus', 4);
  clock.advance(2_000);
  assert.equal(view().sessionStatus, 'processing');
  await second.close();
  assert.equal(view().sessionStatus, 'active');
  assert.equal(server.calls('agents.sessions.setStatus'), 5);
});
