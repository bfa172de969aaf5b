import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { BylawError, type ErrorCode } from '../../src/errors.ts';
import type { Fault, StreamFault } from '../support/fake-claude/script.ts';
import { startFakeClaude } from '../support/fake-claude/server.ts';
import { apiKey, ask, startModel, textBlock } from './start-model.ts';

const good = { content: [textBlock('You have 20 days.')] };
const failing = (fault: Fault) => ({ ...good, fault });
const status = (code: number, rest: object = {}): Fault => ({ kind: 'status', status: code, ...rest });

test('a reply that breaks off anywhere in any way is asked for again, whole', async (t) => {
  const { fake, model, waits } = await startModel(t);
  const kinds: StreamFault['kind'][] = ['error', 'end', 'reset', 'malformed'];
  for (const kind of kinds)
    for (let at = 0; at < 9; at++) {
      fake.reply(failing({ kind, at }), good);
      const { content } = await model.generate(ask());
      assert.deepEqual(content, [{ citations: null, ...textBlock('You have 20 days.') }], `${kind} at ${at}`);
    }
  assert.equal(fake.requests.length, kinds.length * 9 * 2);
  assert.ok(waits.every((ms) => ms === 500));
});

test('calls of an attempt that broke off are dropped', async (t) => {
  const { fake, model } = await startModel(t);
  const call = { type: 'tool_use', name: 'search_policies', input: { query: 'leave' } };
  fake.reply({ content: [textBlock('Let me see.'), call], fault: { kind: 'error', at: 11 } }, good);
  const { content } = await model.generate(ask());
  assert.deepEqual(
    content.map((block) => block.type),
    ['text'],
  );
});

test('invalid tool input and a reply without a stop reason are asked for again', async (t) => {
  const { fake, model } = await startModel(t);
  const call = { type: 'tool_use', id: 'toolu_1', name: 'search_policies', input: {} };
  fake.reply({ content: [call], rawInputs: { toolu_1: '{"query": nonsense}' } }, { ...good, stopReason: null }, good);
  assert.equal((await model.generate(ask())).stopReason, 'end_turn');
});

test('transient statuses are tried again with growing waits, and given up after the last attempt', async (t) => {
  const { fake, model, waits } = await startModel(t, { model: { attempts: 4 } });
  for (const code of [408, 409, 429, 500, 503, 529]) {
    fake.reply(failing(status(code)), good);
    await model.generate(ask());
  }
  waits.length = 0;
  fake.reply(...[429, 503, 529, 529].map((code) => failing(status(code))));
  await rejects(
    model.generate(ask()),
    'model_unavailable',
    /^Claude is overloaded or failing: try again in 60 seconds \(/,
  );
  assert.deepEqual(waits, [500, 1000, 2000]);
  assert.equal(fake.requests.length, 16);
});

test('what the API asks to wait is waited up to the cap, and beyond it the request fails at once', async (t) => {
  const { fake, model, waits } = await startModel(t);
  const wait = (headers: Record<string, string>) => failing(status(429, { type: 'rate_limit_error', headers }));
  fake.reply(wait({ 'retry-after': '7' }), wait({ 'retry-after-ms': '1500' }), good);
  await model.generate(ask());
  fake.reply(wait({ 'retry-after': 'Mon, 30 Nov 2026 12:00:03 GMT' }), wait({ 'retry-after': '0' }), good);
  await model.generate(ask());
  assert.deepEqual(waits.splice(0), [7000, 1500, 3000, 1000]);
  fake.reply(wait({ 'retry-after': '3600' }));
  await rejects(model.generate(ask()), 'model_unavailable', /^The rate limit .* try again in 60 minutes/);
  assert.deepEqual(waits, []);
});

test('a silent stream is left after the idle time and asked for again', async (t) => {
  const { fake, model, lines, expireIdle } = await startModel(t);
  fake.reply(failing({ kind: 'stall', at: 5, onReached: () => expireIdle() }), good);
  await model.generate(ask());
  fake.reply(failing({ kind: 'hang', onReached: () => expireIdle() }), good);
  await model.generate(ask());
  assert.equal(fake.requests.length, 4);
  assert.match(lines[0] ?? '', /"event":"model.retry".*"reason":"idle"/);
});

test('a stream that is silent again and again is reported as unavailable', async (t) => {
  const { fake, model, expireIdle } = await startModel(t);
  fake.respondWith(() => failing({ kind: 'hang', onReached: () => expireIdle() }));
  await rejects(model.generate(ask()), 'model_unavailable', /^Claude stopped sending/);
  assert.equal(fake.requests.length, 3);
});

test('each event begins the idle time anew, and a pause within it is no failure', async (t) => {
  const { fake, another } = await startModel(t);
  const timers: (() => void)[] = [];
  const sleep = (_ms: number, signal: AbortSignal) => {
    const timer = new Promise<void>((resolve) => timers.push(resolve));
    if (timers.length === 4) timers[0]?.(); // too late: three events came since
    return Promise.race([timer, aborted(signal)]);
  };
  const pause = Promise.withResolvers<void>();
  fake.reply(failing({ kind: 'stall', at: 5, until: pause.promise, onReached: () => pause.resolve() }));
  await another({ sleep, deadlineMs: undefined }).generate(ask());
  assert.ok(timers.length > 4);
  assert.equal(fake.requests.length, 1);
});

test('all attempts together end at the deadline', async (t) => {
  const { fake, model, expireDeadline } = await startModel(t);
  fake.reply(failing(status(529)), failing({ kind: 'stall', at: 3, onReached: () => expireDeadline() }));
  await rejects(model.generate(ask()), 'model_unavailable', /^Claude did not finish within 90 seconds/);
});

test('an abort in the middle of a stream, or between attempts, ends with the reason of the signal', async (t) => {
  const { fake, model, another } = await startModel(t);
  const reason = new Error('shut down');
  const streaming = new AbortController();
  fake.reply(failing({ kind: 'stall', at: 5, onReached: () => streaming.abort(reason) }));
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
});

test('a conversation that the API finds too long stops for that reason, so that it can be shortened', async (t) => {
  const { fake, model, waits } = await startModel(t);
  const tooLong = status(400, { message: 'prompt is too long: 212000 tokens > 200000 maximum' });
  for (const fault of [status(413, { type: 'request_too_large' }), tooLong]) {
    fake.reply(failing(fault));
    const { content, stopReason } = await model.generate(ask());
    assert.deepEqual([content, stopReason], [[], 'model_context_window_exceeded']);
  }
  assert.deepEqual(waits, []);
});

test('what will not work as it is fails at once, naming the setting', async (t) => {
  const { fake, model, another, waits } = await startModel(t);
  const cases: readonly (readonly [Fault, RegExp])[] = [
    [status(401, { type: 'authentication_error' }), /set ANTHROPIC_API_KEY to a valid key/],
    [status(402, { type: 'billing_error' }), /has no credit/],
    [status(400, { message: 'Your credit balance is too low' }), /has no credit/],
    [status(403, { type: 'permission_error' }), /may not use the Claude model "claude-opus-5-5": .* model\.name/],
    [
      status(400, { type: 'invalid_request_error', message: 'leave.0: bad' }),
      /did not accept the request \(status 400\)/,
    ],
    [{ kind: 'error', at: 2, type: 'invalid_request_error' }, /did not accept the request:/],
  ];
  for (const [fault, message] of cases) {
    fake.reply(failing(fault));
    await rejects(model.generate(ask()), 'model_rejected', message);
  }
  assert.equal(fake.requests.length, cases.length);
  await rejects(
    another({ apiKey: 'wrong' }).generate(ask()),
    'model_rejected',
    /^Claude refused the API key: set ANTHROPIC_API_KEY/,
  );
  await rejects(another({ model: 'claude-none' }).generate(ask()), 'model_rejected', /"claude-none": set model\.name/);
  await rejects(another({ baseUrl: `${fake.url}/api` }).generate(ask()), 'model_rejected', /check ANTHROPIC_BASE_URL/);
  assert.deepEqual(waits, []);
});

test('an API that cannot be reached is tried again, then reported with its host', async (t) => {
  const { another, waits } = await startModel(t);
  const gone = await startFakeClaude();
  await gone.close();
  const host = new URL(gone.url).host;
  await rejects(
    another({ baseUrl: gone.url }).generate(ask()),
    'model_unavailable',
    new RegExp(`reached at ${host}: `),
  );
  assert.deepEqual(waits, [500, 1000]);
});

test('neither the key nor what was asked and answered stands in errors or logs', async (t) => {
  const { fake, model, lines } = await startModel(t, { model: { attempts: 1 } });
  const faults: Fault[] = [
    status(400, { message: 'messages.0: How many days of leave do I have?' }),
    { kind: 'malformed', at: 6 },
    { kind: 'error', at: 6, type: 'days of leave', message: 'How many days of leave do I have?' },
  ];
  for (const fault of faults) {
    fake.reply(failing(fault));
    await model.generate(ask()).catch((error: BylawError) => lines.push(error.message, String(error.cause)));
  }
  fake.reply(good);
  await model.generate(ask());
  assert.equal(lines.length, faults.length * 3 + 1);
  assert.doesNotMatch(lines.join('\n'), /days|leave|secret/);
  assert.ok(!lines.join('\n').includes(apiKey));
});

test('the SDK prints nothing of what it cannot parse, whatever the environment asks for', async (t) => {
  const { fake } = await startModel(t);
  fake.reply(failing({ kind: 'malformed', at: 6 }));
  const program = `
    import { silentLog } from './src/log.ts';
    import { createAnthropicModel } from './src/models/anthropic.ts';
    const { KEY: apiKey, URL: baseUrl } = process.env;
    const model = createAnthropicModel({ apiKey, baseUrl, model: 'claude-opus-5-5', attempts: 1, log: silentLog });
    const content = [{ type: 'text', text: 'How many days?' }];
    const signal = new AbortController().signal;
    const request = { system: 'x', tools: [], messages: [{ role: 'user', content }], maxTokens: 100, signal };
    await model.generate(request).catch((error) => console.log(error.code));`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: new URL('../..', import.meta.url),
    env: { KEY: apiKey, URL: fake.url, ANTHROPIC_LOG: 'debug' },
  });
  assert.equal(stdout, 'model_unavailable\n');
  assert.equal(stderr, '');
});

async function rejects(promise: Promise<unknown>, code: ErrorCode, message: RegExp): Promise<void> {
  await assert.rejects(promise, (error) => {
    assert.ok(error instanceof BylawError, String(error));
    assert.equal(error.code, code);
    assert.match(error.message, message);
    return true;
  });
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}
