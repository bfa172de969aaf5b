import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { BylawError } from '../../src/errors.ts';
import type { ModelReply } from '../../src/models/model.ts';
import type { Fault, StreamFault } from '../support/fake-claude/script.ts';
import { type ModelUnderTest, rejects } from './model-under-test.ts';
import { ask, textBlock } from './start-model.ts';

const answer = 'You have 20 days.';
const good = { content: [textBlock(answer)] };
const failing = (fault: Fault) => ({ ...good, fault });
const status = (code: number, rest: object = {}): Fault => ({ kind: 'status', status: code, ...rest });
const textOf = ({ content }: ModelReply) => content.map((block) => (block.type === 'text' ? block.text : '')).join('');

/** What every model behind an API does when the API, the network or the settings fail. */
export function describeFailures(
  name: string,
  { start, wholeAt }: { readonly start: (t: TestContext) => Promise<ModelUnderTest>; readonly wholeAt: number },
): void {
  const check = (title: string, run: (world: ModelUnderTest) => Promise<void>) =>
    test(`${name}: ${title}`, async (t) => run(await start(t)));

  check('a reply that breaks off anywhere in any way is asked for again, whole', async ({ fake, model, waits }) => {
    const kinds: StreamFault['kind'][] = ['error', 'end', 'reset', 'malformed'];
    for (const kind of kinds)
      for (let at = 0; at < wholeAt; at++) {
        fake.reply(failing({ kind, at }), good);
        assert.equal(textOf(await model.generate(ask())), answer, `${kind} at ${at}`);
      }
    assert.equal(fake.requests.length, kinds.length * wholeAt * 2);
    assert.ok(waits.every((ms) => ms === 500));
  });

  check('calls of an attempt that broke off are dropped', async ({ fake, model }) => {
    const call = { type: 'tool_use', name: 'search_policies', input: { query: 'leave' } };
    fake.reply({ content: [call], fault: { kind: 'error', at: 4 } }, good);
    assert.equal(textOf(await model.generate(ask())), answer);
  });

  check(
    'input of a call that is no JSON, and a reply cut before its reason, are asked for again',
    async ({ fake, model }) => {
      const call = { type: 'tool_use', id: 'toolu_1', name: 'search_policies', input: {} };
      fake.reply({ content: [call], rawInputs: { toolu_1: '{"query": nonsense}' } });
      fake.reply({ ...good, stopReason: null, fault: { kind: 'end', at: wholeAt - 1 } }, good);
      assert.equal((await model.generate(ask())).stopReason, 'end_turn');
    },
  );

  check(
    'transient statuses are tried again with growing waits, up to the last attempt',
    async ({ fake, model, another, waits }) => {
      for (const code of [408, 409, 429, 500, 503, 529]) {
        fake.reply(failing(status(code)), good);
        await model.generate(ask());
      }
      waits.length = 0;
      fake.reply(...[429, 503, 529, 529].map((code) => failing(status(code))));
      const patient = another({ attempts: 4 });
      await rejects(patient.generate(ask()), 'model_unavailable', / is overloaded or failing: try again in 60 seconds/);
      assert.deepEqual(waits, [500, 1000, 2000]);
    },
  );

  check(
    'what the API asks to wait is waited up to the cap, and beyond it the request fails at once',
    async ({ fake, model, waits }) => {
      const wait = (headers: Record<string, string>) => failing(status(429, { headers }));
      fake.reply(wait({ 'retry-after': '7' }), wait({ 'retry-after-ms': '1500' }), good);
      await model.generate(ask());
      fake.reply(wait({ 'retry-after': 'Mon, 30 Nov 2026 12:00:03 GMT' }), wait({ 'retry-after': '0' }), good);
      await model.generate(ask());
      assert.deepEqual(waits.splice(0), [7000, 1500, 3000, 1000]);
      fake.reply(wait({ 'retry-after': '3600' }));
      await rejects(model.generate(ask()), 'model_unavailable', /^The rate limit .* try again in 60 minutes/);
      assert.deepEqual(waits, []);
    },
  );

  check(
    'a silent stream is left after the idle time and asked for again',
    async ({ fake, model, lines, expireIdle }) => {
      fake.reply(failing({ kind: 'stall', at: 3, onReached: () => expireIdle() }), good);
      assert.equal(textOf(await model.generate(ask())), answer);
      fake.reply(failing({ kind: 'hang', onReached: () => expireIdle() }), good);
      await model.generate(ask());
      assert.equal(fake.requests.length, 4);
      assert.match(lines[0] ?? '', /"event":"model.retry".*"reason":"idle"/);
    },
  );

  check('a stream that is silent again and again is reported as unavailable', async ({ fake, model, expireIdle }) => {
    fake.respondWith(() => failing({ kind: 'hang', onReached: () => expireIdle() }));
    await rejects(model.generate(ask()), 'model_unavailable', / stopped sending/);
    assert.equal(fake.requests.length, 3);
  });

  check('each event begins the idle time anew, and a pause within it is no failure', async ({ fake, another }) => {
    const timers: (() => void)[] = [];
    const sleep = (_ms: number, signal: AbortSignal) => {
      const timer = new Promise<void>((resolve) => timers.push(resolve));
      if (timers.length === 4) timers[0]?.(); // too late: three events came since
      return Promise.race([timer, aborted(signal)]);
    };
    const pause = Promise.withResolvers<void>();
    fake.reply(failing({ kind: 'stall', at: 4, until: pause.promise, onReached: () => pause.resolve() }));
    await another({ sleep, deadlineMs: undefined }).generate(ask());
    assert.ok(timers.length > 4);
    assert.equal(fake.requests.length, 1);
  });

  check('all attempts together end at the deadline', async ({ fake, model, expireDeadline }) => {
    fake.reply(failing(status(529)), failing({ kind: 'stall', at: 3, onReached: () => expireDeadline() }));
    await rejects(model.generate(ask()), 'model_unavailable', / did not finish within 90 seconds/);
  });

  check(
    'an abort in the middle of a stream, or between attempts, ends with the reason of the signal',
    async ({ fake, model, another }) => {
      const reason = new Error('shut down');
      const streaming = new AbortController();
      fake.reply(failing({ kind: 'stall', at: 3, onReached: () => streaming.abort(reason) }));
      await assert.rejects(model.generate(ask({ signal: streaming.signal })), (error) => error === reason);

      const waiting = new AbortController();
      const sleep = (ms: number) => {
        if (ms === 500) waiting.abort(reason);
        return new Promise<void>(() => {});
      };
      const slow = another({ sleep: (ms, signal) => Promise.race([sleep(ms), aborted(signal)]) });
      fake.reply(failing(status(529)));
      await assert.rejects(slow.generate(ask({ signal: waiting.signal })), (error) => error === reason);
      await assert.rejects(model.generate(ask({ signal: waiting.signal })), (error) => error === reason);
      assert.equal(fake.requests.length, 2);
    },
  );

  check(
    'a conversation that the API finds too long stops for that reason, so that it can be shortened',
    async ({ fake, model, waits }) => {
      const said = [
        status(413, { type: 'request_too_large' }),
        status(400, { message: 'prompt is too long: 212000 tokens > 200000 maximum' }),
      ];
      for (const fault of said) {
        fake.reply(failing(fault));
        const { content, stopReason } = await model.generate(ask());
        assert.deepEqual([content, stopReason], [[], 'model_context_window_exceeded']);
      }
      assert.deepEqual(waits, []);
    },
  );

  check('what will not work as it is fails at once, naming the setting', async ({ fake, model, another, waits }) => {
    const cases: readonly (readonly [Fault, RegExp])[] = [
      [status(401), /refused the API key: set [A-Z]+_API_KEY to a valid key/],
      [status(402), /has no credit/],
      [status(403), /may not use the .*model "[\w-]+": .* model\.name/],
      [status(400, { message: 'leave.0: bad' }), /did not accept the request \(status 400\)/],
      [{ kind: 'error', at: 2, type: 'invalid_request_error' }, /did not accept the request:/],
    ];
    for (const [fault, message] of cases) {
      fake.reply(failing(fault));
      await rejects(model.generate(ask()), 'model_rejected', message);
    }
    assert.equal(fake.requests.length, cases.length);
    await rejects(another({ apiKey: 'wrong' }).generate(ask()), 'model_rejected', / refused the API key/);
    await rejects(another({ model: 'none-such' }).generate(ask()), 'model_rejected', /"none-such": set model\.name/);
    const elsewhere = another({ baseUrl: `${new URL(fake.url).origin}/api` });
    await rejects(elsewhere.generate(ask()), 'model_rejected', /check [A-Z]+_BASE_URL/);
    assert.deepEqual(waits, []);
  });

  check(
    'an API that cannot be reached is tried again, then reported with its host',
    async ({ another, fake, waits }) => {
      const gone = 'http://127.0.0.1:1/v1';
      await rejects(another({ baseUrl: gone }).generate(ask()), 'model_unavailable', /reached at 127\.0\.0\.1:1: /);
      assert.deepEqual(waits, [500, 1000]);
      assert.equal(fake.requests.length, 0);
    },
  );

  check(
    'neither the key nor what was asked and answered stands in errors or logs',
    async ({ fake, another, lines }) => {
      const once = another({ attempts: 1 });
      const faults: Fault[] = [
        status(400, { message: 'messages.0: How many days of leave do I have?' }),
        { kind: 'malformed', at: 3 },
        { kind: 'error', at: 3, type: 'days of leave', message: 'How many days of leave do I have?' },
      ];
      for (const fault of faults) {
        fake.reply(failing(fault));
        await once.generate(ask()).catch((error: BylawError) => lines.push(error.message, String(error.cause)));
      }
      fake.reply(good);
      await once.generate(ask());
      assert.equal(lines.length, faults.length * 3 + 1);
      assert.doesNotMatch(lines.join('\n'), /days|leave|secret/);
    },
  );

  check('a key that no header can hold is refused without showing it', async ({ another }) => {
    for (const apiKey of ['', 'sk-\u200bsecret', 'two words'])
      assert.throws(
        () => another({ apiKey }),
        (error: Error) => /_API_KEY/.test(error.message) && !/secret|words/.test(error.message),
      );
  });
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}
