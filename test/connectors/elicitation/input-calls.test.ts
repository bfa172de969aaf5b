import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createInputCalls, type InputCall } from '../../../src/connectors/elicitation/input-calls.ts';
import type { ElicitRequest, RemoteCall, RemoteResult } from '../../../src/connectors/mcp-connection.ts';
import { realTimers, type Timers } from '../../../src/connectors/timers.ts';
import { type AnsweredElicitations, type ElicitationResponse, InputRequired } from '../../../src/elicitation.ts';
import { UncertainError } from '../../../src/errors.ts';
import { address, connectorSettings } from '../../support/mcp/connector-settings.ts';
import { manualTimers } from '../../support/mcp/manual-timers.ts';
import { startModernServer } from '../../support/mcp/modern-server.ts';
import { animal, openConnection, remoteCall, textOf } from '../../support/mcp/open-connection.ts';

const accept = (content: ElicitationResponse['content'] = {}): ElicitationResponse => ({ action: 'accept', content });
const secret: ElicitRequest = {
  mode: 'form',
  message: 'Sign in',
  schema: { type: 'object', properties: { password: { type: 'string' } } },
};
const why: ElicitRequest = { mode: 'form', message: 'Why?', schema: { properties: { reason: { type: 'string' } } } };
const done = (text: string): RemoteResult => ({
  ...{ kind: 'done', isError: false, warnings: [] },
  content: [{ type: 'text', text }],
});

function inputCalls(t: TestContext, timers: Timers = realTimers) {
  const calls = createInputCalls({ timers });
  t.after(() => calls.stop());
  return calls;
}

function given(send: InputCall['send'], rest: Partial<InputCall> = {}): InputCall {
  return { connector: 'desk', recipient: 'the desk', call: remoteCall('close'), send, isStateless: true, ...rest };
}

async function required(promise: Promise<unknown>): Promise<InputRequired> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof InputRequired, `no input was required: ${error}`);
  return error;
}

const answered = ({ resume, requests }: InputRequired, response: ElicitationResponse): AnsweredElicitations => ({
  resume,
  responses: Object.fromEntries(Object.keys(requests).map((key) => [key, response])),
});

test('a stateless server is answered later, also by another process after both were restarted', async (t) => {
  const state = { closed: [], notes: new Map<string, string>() };
  const server = await startModernServer(t, state);
  const settings = connectorSettings('desk', address(server.url));
  const call = remoteCall('close', { id: 'T-1' });
  const first = await openConnection(t, settings);
  const question = await required(inputCalls(t).call(given((each) => first.callTool(each), { call })));
  assert.deepEqual(
    [question.recipient, question.isHeld, Object.values(question.requests).map(({ message }) => message)],
    ['the desk', false, ['Why close T-1?']],
  );
  await first.close();
  await server.close();

  const restarted = await startModernServer(t, state);
  const second = await openConnection(t, connectorSettings('desk', address(restarted.url)));
  const { result } = await inputCalls(t).call(
    given((each) => second.callTool(each), { call, answered: answered(question, accept({ reason: 'solved' })) }),
  );
  assert.equal(textOf(result), 'closed');
  assert.deepEqual(state.closed, ['T-1: solved (ticket T-1)']);
});

for (const [name, response, heard] of [
  ['an answer', accept({ reason: 'solved' }), '{"action":"accept","content":{"reason":"solved"}}'],
  ['a no', { action: 'decline' }, '{"action":"decline"}'],
  ['a cancel', { action: 'cancel' }, '{"action":"cancel"}'],
] as const) {
  test(`${name} goes back to an older server, whose call stays open meanwhile`, async (t) => {
    const connection = await openConnection(t, connectorSettings('desk', animal('asks'), { limits: { callMs: 1500 } }));
    const calls = inputCalls(t);
    const send = (call: RemoteCall) => connection.callTool(call);
    const question = await required(calls.call(given(send, { isStateless: false })));
    assert.equal(question.isHeld, true);
    const { result } = await calls.call(given(send, { isStateless: false, answered: answered(question, response) }));
    assert.equal(textOf(result), heard);
  });
}

test('what an older server asked before a restart has expired, and says so', async (t) => {
  const question = await required(
    inputCalls(t).call(given(({ onElicit, signal }) => asked(onElicit?.(why, signal)), { isStateless: false })),
  );
  const after = inputCalls(t).call(
    given(async () => done('not again'), { isStateless: false, answered: answered(question, accept()) }),
  );
  await assert.rejects(after, (error) => error instanceof UncertainError && /has expired.*restart/.test(error.message));
});

test('a held call is cancelled when nobody answers in time, and a giving up caller ends it before that', async (t) => {
  const timers = manualTimers();
  const heard: string[] = [];
  const send: InputCall['send'] = async ({ onElicit, signal }) => {
    const answer = await onElicit?.(why, signal);
    heard.push(answer?.action ?? 'none');
    return done('');
  };
  await required(inputCalls(t, timers).call(given(send, { isStateless: false })));
  timers.advance(3_600_000);
  await new Promise(setImmediate);
  assert.deepEqual(heard, ['cancel']);

  const caller = new AbortController();
  let ended: AbortSignal | undefined;
  const hangs: InputCall['send'] = ({ signal }) => {
    ended = signal;
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  const call = inputCalls(t).call(
    given(hangs, { isStateless: false, call: remoteCall('close', {}, { signal: caller.signal }) }),
  );
  caller.abort(new Error('enough'));
  await assert.rejects(call, /enough/);
  assert.equal(ended?.aborted, true);
});

test('a question after a question is asked as well', async (t) => {
  const calls = inputCalls(t);
  const send: InputCall['send'] = async ({ onElicit, signal }) => {
    const one = await onElicit?.(why, signal);
    const two = await onElicit?.({ ...why, message: 'Sure?' }, signal);
    return done(`${one?.action} ${two?.action}`);
  };
  const first = await required(calls.call(given(send, { isStateless: false })));
  const second = await required(calls.call(given(send, { isStateless: false, answered: answered(first, accept()) })));
  assert.deepEqual(
    Object.values(second.requests).map(({ message }) => message),
    ['Sure?'],
  );
  const end = await calls.call(given(send, { isStateless: false, answered: answered(second, { action: 'decline' }) }));
  assert.equal(textOf(end.result), 'accept decline');
});

test('a form for a secret is declined without asking anyone, in both ways of asking, and people are told', async (t) => {
  const calls = inputCalls(t);
  const rounds: unknown[] = [];
  const stateless: InputCall['send'] = async ({ answers }) => {
    rounds.push(answers);
    return answers === undefined ? { kind: 'input_required', state: 's', requests: { p: secret } } : done('without');
  };
  const modern = await calls.call(given(stateless));
  assert.equal(textOf(modern.result), 'without');
  assert.deepEqual(rounds, [undefined, { state: 's', responses: { p: { action: 'decline' } } }]);
  assert.match(modern.notes.join(), /asked for a secret.*declined/);

  const older = await calls.call(
    given(async ({ onElicit, signal }) => done((await onElicit?.(secret, signal))?.action ?? ''), {
      isStateless: false,
    }),
  );
  assert.equal(textOf(older.result), 'decline');
  assert.match(older.notes.join(), /asked for a secret.*declined/);
});

test('a server that insists on a secret gets no further', async (t) => {
  let sent = 0;
  const { result } = await inputCalls(t).call(
    given(async () => {
      sent++;
      return { kind: 'input_required', requests: { p: secret } };
    }),
  );
  assert.deepEqual([result.isError, sent], [true, 4]);
});

test('of several questions the harmless ones are asked, and the answers go back with the declined ones', async (t) => {
  const calls = inputCalls(t);
  let last: RemoteCall['answers'];
  const send: InputCall['send'] = async ({ answers }) => {
    last = answers;
    return answers === undefined ? { kind: 'input_required', requests: { p: secret, w: why } } : done('ok');
  };
  const question = await required(calls.call(given(send)));
  assert.deepEqual(Object.keys(question.requests), ['w']);
  await calls.call(given(send, { answered: answered(question, accept({ reason: 'x' })) }));
  assert.deepEqual(last, { responses: { p: { action: 'decline' }, w: accept({ reason: 'x' }) } });
});

test('a page that an older server wants opened is offered; then the call is made anew, or not after a no', async (t) => {
  const calls = inputCalls(t);
  let sent = 0;
  const url: ElicitRequest = { mode: 'url', message: 'Sign in', url: 'https://login.example.com/', id: 'e1' };
  const send: InputCall['send'] = async () => {
    sent++;
    return sent === 1 ? { kind: 'input_required', requests: { e1: url } } : done('connected');
  };
  const question = await required(calls.call(given(send, { isStateless: false })));
  assert.equal(question.isHeld, false);
  const declined = await calls.call(
    given(send, { isStateless: false, answered: answered(question, { action: 'decline' }) }),
  );
  assert.deepEqual([declined.result.isError, sent], [true, 1]);
  const opened = await calls.call(given(send, { isStateless: false, answered: answered(question, accept()) }));
  assert.equal(textOf(opened.result), 'connected');
});

async function asked(answer: Promise<unknown> | undefined): Promise<RemoteResult> {
  await answer;
  return done('');
}
