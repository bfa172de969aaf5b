import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatAnswer } from '../../../src/chat/slack/posting/format.ts';
import { answerOf, openPosting } from './posting-world.ts';

type Posting = Awaited<ReturnType<typeof openPosting>>;

const longText = (name: string, paragraphs: number) =>
  Array.from({ length: paragraphs }, (_, at) => `${name} ${at}. ${'All of it counts. '.repeat(30)}`).join('\n\n');
const first = (text: string) => answerOf(text, { id: 'first' });
const second = (text: string) => answerOf(text, { id: 'second' });

async function replace(posting: Posting, text: string): Promise<string> {
  const old = await posting.findPosted('first');
  const posted = await posting.findPosted('second');
  return posting.deliver(second(text), { replace: old, posted });
}

/** What stands in the thread is the second answer, whole and alone. */
async function assertReplaced(posting: Posting, text: string): Promise<void> {
  const parts = formatAnswer(second(text), []);
  const posted = await posting.findPosted('second');
  assert.deepEqual(
    [...posted.keys()].sort(),
    [...parts.keys()].map((at) => at + 1),
  );
  assert.equal(posting.seen().length, parts.length);
  assert.equal((await posting.findPosted('first')).size, 0);
  const body = posting
    .seen()
    .map((message) => message.text)
    .join('\n\n');
  assert.ok(body.startsWith(text.slice(0, 20)) && !body.includes('Old'));
  assert.ok(
    posting
      .seen()
      .at(-1)
      ?.buttons.some((button) => button.text === 'Ask a person'),
  );
  assert.deepEqual(posting.server.problems(), []);
}

for (const [what, before, after] of [
  ['of the same length', 1, 1],
  ['that is longer', 1, 60],
  ['that is shorter', 60, 1],
  ['in as many parts', 60, 62],
] as const) {
  test(`an answer ${what} takes the place of an earlier one`, async (t) => {
    const posting = await openPosting(t);
    await posting.deliver(first(longText('Old', before)));
    const places = posting.seen().map(({ ts }) => ts);
    await replace(posting, longText('New', after));
    await assertReplaced(posting, longText('New', after));
    const kept = posting.seen().map(({ ts }) => ts);
    assert.deepEqual(kept.slice(0, places.length), places.slice(0, kept.length));
  });
}

test('an earlier answer whose message is gone, or may not be changed, is replaced by a new message', async (t) => {
  for (const code of ['message_not_found', 'edit_window_closed']) {
    const posting = await openPosting(t);
    await posting.deliver(first('Old answer.'));
    posting.server.fail('chat.update', { code });
    await replace(posting, 'New answer that stands alone.');
    await assertReplaced(posting, 'New answer that stands alone.');
  }
});

test('where blocks are refused a long text is not forced into a change, which takes less of it', async (t) => {
  const posting = await openPosting(t);
  await posting.deliver(first('Old answer.'));
  posting.server.fail('chat.update', { code: 'invalid_blocks' }, { code: 'invalid_blocks' });
  await replace(posting, longText('New', 9));
  const [only, ...rest] = posting.seen();
  assert.deepEqual(rest, []);
  assert.ok(only?.text.startsWith('New 0.') && only.text.includes('New 8.') && !only.edited);
});

test('whatever is lost on the way, trying again ends with the new answer once and nothing of the old', async (t) => {
  const posting = await openPosting(t);
  const methods = ['chat.update', 'chat.postMessage', 'chat.delete', 'conversations.replies'];
  const faults = [
    { status: 503 },
    { status: 503, applied: true },
    { drop: true, applied: true },
    { code: 'internal_error' },
  ];
  const mishaps = fc.array(fc.record({ method: fc.constantFrom(...methods), fault: fc.constantFrom(...faults) }), {
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(1, 30, 60), fc.constantFrom(1, 30, 60), mishaps, async (before, after, list) => {
      await posting.deliver(first(longText('Old', before)));
      for (const { method, fault } of list) posting.server.fail(method, fault);
      // A process that dies in the middle begins again.
      for (let attempt = 0; attempt < 4; attempt += 1) {
        const done = await replace(posting, longText('New', after)).then(
          () => true,
          () => false,
        );
        if (done) break;
      }
      // Faults that were not met must not meet the next round.
      await drain(
        posting,
        list.map(({ method }) => method),
      );
      await assertReplaced(posting, longText('New', after));
      for (const { ts } of posting.seen()) await posting.client.chat.delete({ channel: posting.place.channel, ts });
    }),
    { seed: 7, numRuns: 8 },
  );
});

async function drain({ client, place }: Posting, methods: readonly string[]): Promise<void> {
  for (const method of methods)
    await client.apiCall(method, { channel: place.channel, ts: '1.000000' }).catch(() => {});
}
