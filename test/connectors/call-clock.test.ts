import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startCallClock } from '../../src/connectors/call-clock.ts';
import { manualTimers } from '../support/mcp/manual-timers.ts';

function clock(limits = { idleMs: 1000, callMs: 5000 }) {
  const timers = manualTimers();
  const caller = new AbortController();
  return { timers, caller, clock: startCallClock(limits, caller.signal, timers) };
}

test('a call ends when it gives no sign of life, and lives on with one', () => {
  const { timers, clock: running } = clock();
  timers.advance(900);
  running.alive();
  timers.advance(900);
  assert.equal(running.signal.aborted, false);
  timers.advance(100);
  assert.deepEqual([running.signal.aborted, running.expired()], [true, 'gave no sign of life for 1 s']);
});

test('a call ends after its whole time, whatever it shows', () => {
  const { timers, clock: running } = clock();
  for (let i = 0; i < 10; i++) {
    timers.advance(500);
    running.alive();
  }
  assert.equal(running.expired(), 'took longer than 5 s');
});

test('waiting for a person does not count, and the rest of the time does', async () => {
  const { timers, clock: running } = clock({ idleMs: 4000, callMs: 5000 });
  timers.advance(2000);
  let answer = () => {};
  const waiting = running.pauseFor(
    new Promise<void>((resolve) => {
      answer = resolve;
    }),
  );
  timers.advance(3_600_000);
  assert.equal(running.signal.aborted, false);
  answer();
  await waiting;
  timers.advance(2999);
  assert.equal(running.signal.aborted, false);
  timers.advance(1);
  assert.equal(running.expired(), 'took longer than 5 s');
});

test('a caller who gives up ends it, also while it waits for a person, and nothing is left running', async () => {
  const { timers, caller, clock: running } = clock();
  const waiting = running.pauseFor(
    new Promise<void>((resolve) => running.signal.addEventListener('abort', () => resolve())),
  );
  caller.abort();
  await waiting;
  assert.deepEqual([running.signal.aborted, running.expired(), timers.next()], [true, undefined, undefined]);
});
