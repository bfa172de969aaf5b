import { join } from 'node:path';
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { createSlackChat } from '../../../src/chat/slack/slack.ts';
import { createLog } from '../../../src/log.ts';
import { createSqliteRecords } from '../../../src/records/sqlite.ts';
import { createVirtualClock } from '../../../src/workspace/clock.ts';
import { createEchoingAnswers } from './echoing-answers.ts';

// The bot in a process of its own, to be killed at any moment. Time is what the parent says it is.
const [folder = '', transport = '', apiUrl = '', botToken = '', secret = '', start = '0', owner = ''] =
  process.argv.slice(2);
const clock = createVirtualClock(Number(start));
const wait = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const cancel = clock.after(ms, resolve);
    signal?.addEventListener('abort', () => {
      cancel();
      reject(signal.reason);
    });
  });
let port: unknown;
const log = createLog({
  level: process.env.SOAK_LOG === undefined ? 'info' : 'debug',
  now: () => new Date(clock.now()),
  write(line) {
    if (port === undefined && line.includes('"slack.listening"')) port = JSON.parse(line).port;
    if (process.env.SOAK_LOG !== undefined) process.stderr.write(line);
  },
});
const records = createSqliteRecords({ file: join(folder, 'records.sqlite'), now: clock.now });
await records.start();
const chat = createSlackChat({
  ...{ botToken, apiUrl, records, log, owner, wait, now: clock.now, after: clock.after },
  reach:
    transport === 'http'
      ? { kind: 'http', signingSecret: secret, port: 0, host: '127.0.0.1' }
      : { kind: 'socket', appToken: secret },
  rules: { guests: false, teams: [], bots: [], botTurns: 2, channels: {}, perPersonHourly: 100_000 },
  settings: { people: { topics: {} }, admins: [], remembers: false, timezone: 'UTC' },
  answers: createEchoingAnswers(records.answers, owner, clock.now, wait),
  viewerFor: ({ person, place }) => ({
    ...{ audienceKeys: ['everyone'], on: '2026-11-30', person },
    ...(place !== undefined && { place }),
  }),
});

process.on('message', async (order: { advance?: number; stop?: true }) => {
  if (order.advance !== undefined) clock.advance(order.advance);
  for (let turn = 0; turn < 4; turn++) await setImmediate();
  if (order.stop) {
    let stopped = false;
    void chat.stop().then(() => {
      stopped = true;
    });
    // Its patience is measured in the same time.
    while (!stopped) {
      clock.advance(1_000);
      for (let turn = 0; turn < 50; turn++) await setImmediate();
    }
    await records.stop();
    process.send?.({ done: true });
    process.disconnect();
    return;
  }
  process.send?.({ done: true });
});
try {
  await chat.start();
  process.send?.({ ready: true, port });
} catch {
  process.send?.({ ready: false });
  process.disconnect();
}
