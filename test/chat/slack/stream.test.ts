import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { SlackWork, WorkPlace } from '../../../src/chat/slack/posting/work.ts';
import { createWorkTasks } from '../../../src/chat/slack/posting/work-tasks.ts';
import { answerOf, openPosting } from './posting-world.ts';

type Posting = Awaited<ReturnType<typeof openPosting>>;

/** Work on a question whose cards are on the screen already: a second card is sent once the reply to the first is there. */
async function openCards({ work, server, seen, place, becomeSlow }: Posting) {
  const before = seen().length;
  const opened = work.openWork(place);
  opened.show({ step: 'searching', query: 'secret salary' });
  becomeSlow();
  await server.until(() => seen().length > before);
  opened.show({ step: 'found', sources: [{ title: 'Leave <!here>', url: 'https://example.com/leave' }] });
  await server.until(() => seen().at(-1)?.tasks[0]?.sources.length === 1);
  return opened;
}

test('cards with sources show what is done, and the answer ends their message', async (t) => {
  const posting = await openPosting(t);
  const opened = await openCards(posting);
  const [card] = posting.seen();
  assert.ok(card?.streaming);
  assert.deepEqual(
    card.tasks.map(({ title, status, sources }) => ({ title, status, sources })),
    [
      {
        title: 'Search the policies',
        status: 'in_progress',
        sources: [{ url: 'https://example.com/leave', text: 'Leave ‹!here›' }],
      },
    ],
  );
  assert.ok(!JSON.stringify(posting.server.state.messages).includes('salary'));
  assert.equal(card.text, '');

  opened.show({ step: 'writing' });
  const ts = await posting.deliver(answerOf('Five days [1].'), { stream: opened.takeStream() });
  await opened.close();
  const messages = posting.seen();
  assert.deepEqual(
    messages.map((message) => message.ts),
    [ts],
  );
  const [answered] = messages;
  assert.ok(answered && !answered.streaming && answered.text.startsWith('Five days [1].'));
  assert.deepEqual(
    answered.tasks.map(({ title, status }) => [title, status]),
    [
      ['Search the policies', 'complete'],
      ['Write the answer', 'complete'],
    ],
  );
  assert.ok(answered.buttons.some(({ text }) => text === 'Ask a person'));
  assert.deepEqual([...(await posting.findPosted('answer-1'))], [[1, ts]]);
  assert.equal(posting.view().status, undefined);
  assert.equal(posting.view().sessionStatus, 'active');
  assert.deepEqual(posting.server.problems(), []);
});

test('cards come however late the first step is, and after a time without one', async (t) => {
  const posting = await openPosting(t);
  const { work, server, clock, seen, place, becomeSlow } = posting;
  const opened = work.openWork(place);
  becomeSlow();
  opened.show({ step: 'searching', query: 'leave' });
  clock.advance(300);
  await server.until(() => seen().length === 1);
  opened.show({ step: 'writing' });
  clock.advance(300);
  await server.until(() => seen()[0]?.tasks.length === 2);
  await posting.deliver(answerOf('Five days [1].'), { stream: opened.takeStream() });
  await opened.close();
  assert.equal(seen().length, 1);
});

test('an answer longer than a message goes on below its cards, with sources and buttons on the last', async (t) => {
  const posting = await openPosting(t);
  const opened = await openCards(posting);
  const text = Array.from({ length: 40 }, (_, at) => `Paragraph ${at}. ${'All of it counts. '.repeat(30)}`).join(
    '\n\n',
  );
  await posting.deliver(answerOf(text), { stream: opened.takeStream() });
  await opened.close();
  const messages = posting.seen();
  assert.ok(messages.length > 1 && messages[0]?.tasks.length === 1);
  assert.deepEqual(
    messages.map(({ buttons }) => buttons.length > 0),
    [...messages.slice(1).map(() => false), true],
  );
  assert.ok(messages.at(-1)?.links.includes('https://example.com/leave#carry-over'));
  const body = messages.map((message) => message.text).join('\n\n');
  for (let at = 0; at < 40; at += 1) assert.equal(body.split(`Paragraph ${at}.`).length, 2);
});

for (const fault of [
  { status: 503, applied: true },
  { status: 503 },
  { drop: true, applied: true },
  { code: 'internal_error' },
]) {
  test(`an unclear end of the stream (${JSON.stringify(fault)}) leaves the answer once`, async (t) => {
    const posting = await openPosting(t);
    const opened = await openCards(posting);
    posting.server.fail('chat.stopStream', fault);
    await posting.deliver(answerOf('Five days [1].'), { stream: opened.takeStream() });
    await opened.close();
    assert.equal(posting.seen().length, 1);
    assert.ok(posting.seen()[0]?.text.startsWith('Five days [1].'));
    assert.deepEqual(posting.server.problems(), []);
  });
}

test('a stream that Slack has closed is replaced by a post, and its cards go', async (t) => {
  const posting = await openPosting(t);
  const opened = await openCards(posting);
  posting.clock.advance(300_001);
  await posting.deliver(answerOf('Five days [1].'), { stream: opened.takeStream() });
  await opened.close();
  const [only, ...rest] = posting.seen();
  assert.ok(only?.text.startsWith('Five days [1].') && only.tasks.length === 0);
  assert.deepEqual(rest, []);
});

test('a rate limit on the end of a stream holds no answer up: it is posted', async (t) => {
  const posting = await openPosting(t);
  const opened = await openCards(posting);
  posting.server.fail('chat.stopStream', { status: 429, retryAfterS: 30, code: 'ratelimited' });
  await posting.deliver(answerOf('Five days [1].'), { stream: opened.takeStream() });
  await opened.close();
  assert.deepEqual(posting.pauses, []);
  assert.equal(posting.seen().length, 1);
  assert.ok(posting.seen()[0]?.text.startsWith('Five days [1].'));
});

test('an end whose reply was lost, found closed when tried again, is not posted twice', async (t) => {
  const posting = await openPosting(t);
  const opened = await openCards(posting);
  posting.server.fail('chat.stopStream', { status: 503, applied: true });
  // The first look into the thread comes too early to see it.
  const { messages } = posting.server.state;
  posting.server.fail('conversations.replies', { code: 'internal_error' });
  await posting.deliver(answerOf('Five days [1].'), { stream: opened.takeStream() });
  await opened.close();
  assert.equal(messages.filter(({ metadata }) => metadata !== undefined).length, 1);
  assert.equal(posting.seen().length, 1);
});

test('an answer that Slack refuses as blocks ends the stream as Markdown, else is posted as text', async (t) => {
  const posting = await openPosting(t);
  const first = await openCards(posting);
  posting.server.fail('chat.stopStream', { code: 'invalid_blocks' });
  await posting.deliver(answerOf('Five days [1].'), { stream: first.takeStream() });
  await first.close();
  const [markdown] = posting.seen();
  assert.match(markdown?.text ?? '', /^Five days \[1\]\.\n\n\*\*Sources\*\*[^“]*Carry-over[^“]*“Five days\.”/u);
  assert.equal(markdown?.tasks.length, 1);

  const second = await openCards(posting);
  posting.server.fail('chat.stopStream', { code: 'invalid_blocks' }, { code: 'invalid_blocks' });
  await posting.deliver(answerOf('Six days [1].', { id: 'answer-2' }), { stream: second.takeStream() });
  await second.close();
  assert.match(posting.seen()[1]?.text ?? '', /^Six days \[1\]\./);
  assert.equal(posting.seen().length, 2);
});

for (const code of ['not_authorized', 'unknown_method', 'missing_recipient_team_id']) {
  test(`where streaming is refused (${code}) the answer is posted`, async (t) => {
    const posting = await openPosting(t);
    posting.server.fail('chat.startStream', { code });
    const opened = posting.work.openWork(posting.place);
    opened.show({ step: 'searching', query: 'q' });
    posting.becomeSlow();
    await posting.called('chat.startStream');
    await posting.deliver(answerOf('Five days [1].'), { stream: opened.takeStream() });
    await opened.close();
    assert.equal(posting.seen().length, 1);
    assert.deepEqual(posting.server.problems(), []);
  });
}

test('nothing waits for a call that hangs, and a message that it opens late is removed', async (t) => {
  const posting = await openPosting(t);
  const { promise, resolve } = Promise.withResolvers<void>();
  posting.server.fail('chat.startStream', { hold: promise, applied: true });
  const opened = posting.work.openWork(posting.place);
  opened.show({ step: 'searching', query: 'q' });
  posting.becomeSlow();
  await posting.called('chat.startStream');
  await posting.deliver(answerOf('Five days [1].'), { stream: opened.takeStream() });
  const closed = opened.close();
  resolve();
  await closed;
  assert.equal(posting.seen().length, 1);
  assert.ok(posting.seen()[0]?.text.startsWith('Five days [1].'));
});

test('after a stop, and after a failure, no cards stay', async (t) => {
  const posting = await openPosting(t, { events: ['agent_session_stopped'] });
  const opened = await openCards(posting);
  posting.server.stop('UALICE', 'CHR', posting.place.thread);
  await opened.close();
  assert.deepEqual(posting.seen(), []);
  assert.equal(posting.view().sessionStatus, 'active');
  assert.equal(posting.view().status, undefined);
});

/** Opens cards and forgets about them, as a crash does. */
async function leaveCards(posting: Posting, work: SlackWork, place: WorkPlace, count: number): Promise<void> {
  work.openWork(place).show({ step: 'searching', query: 'q' });
  posting.becomeSlow();
  await posting.server.until(() => posting.seen().length === count);
}

test('what a crash left of one question is cleared; other work and finished answers stay', async (t) => {
  const posting = await openPosting(t);
  const opened = await openCards(posting);
  await posting.deliver(answerOf('Five days [1].'), { stream: opened.takeStream() });
  await opened.close();
  await leaveCards(posting, posting.work, { ...posting.place, key: 'left' }, 2);
  await leaveCards(posting, posting.work, { ...posting.place, key: 'other' }, 3);
  await posting.work.clearWork({ ...posting.place, key: 'left' });
  await posting.work.clearWork(posting.place);
  const [answered, other, ...rest] = posting.seen();
  assert.ok(answered?.text.startsWith('Five days [1].'));
  assert.ok(other?.streaming);
  assert.deepEqual(rest, []);
  assert.equal(posting.view().status, undefined);
});

test('whatever is lost on the way, taking the question up again ends with the answer once and no cards', async (t) => {
  const posting = await openPosting(t);
  const { work, server, place, client } = posting;
  const methods = ['chat.stopStream', 'chat.postMessage', 'chat.delete', 'conversations.replies'];
  const faults = [{ status: 503 }, { status: 503, applied: true }, { code: 'message_not_in_streaming_state' }];
  const mishaps = fc.array(fc.record({ method: fc.constantFrom(...methods), fault: fc.constantFrom(...faults) }), {
    maxLength: 5,
  });
  let round = 0;
  await fc.assert(
    fc.asyncProperty(mishaps, fc.boolean(), async (list, isClosed) => {
      round += 1;
      const own = { ...place, key: `round-${round}` };
      const answer = answerOf('Five days [1].', { id: own.key });
      const opened = await openCards({ ...posting, place: own });
      if (isClosed) posting.clock.advance(300_001);
      for (const { method, fault } of list) server.fail(method, fault);
      // The process dies with what it shows left as it is, however far it got.
      let stream = opened.takeStream();
      for (let attempt = 0; attempt < 6; attempt += 1) {
        try {
          await posting.deliver(answer, { stream, posted: await posting.findPosted(own.key) });
          break;
        } catch {
          stream = undefined;
        }
      }
      for (const { method } of list) await client.apiCall(method, { channel: 'CHR', ts: '1.000000' }).catch(() => {});
      await work.clearWork(own);
      await opened.close();
      const [only, ...rest] = posting.seen();
      assert.ok(only);
      assert.ok(only.text.startsWith('Five days [1].') && !only.streaming);
      assert.deepEqual(rest, []);
      await client.chat.delete({ channel: 'CHR', ts: only.ts });
    }),
    { seed: 7, numRuns: 15 },
  );
});

test('sixty steps make a handful of cards', () => {
  const tasks = createWorkTasks('k');
  for (let at = 0; at < 60; at += 1) {
    tasks.note({ step: 'searching', query: `q${at}` });
    tasks.note({ step: 'found', sources: [{ title: `Policy ${at}`, url: `https://example.com/${at}` }] });
    tasks.note({ step: 'reading', title: `Policy ${at}` });
  }
  const cards = tasks.finished();
  assert.equal(cards.length, 2);
  assert.deepEqual(
    cards.map(({ title, details, status, sources }) => [title, details, status, sources?.length]),
    [
      ['Search the policies', '60 times, 60 sources found', 'complete', 10],
      ['Read the policies', 'Policy 0, Policy 1, Policy 2, Policy 3, Policy 4 and 55 more', 'complete', undefined],
    ],
  );
});
