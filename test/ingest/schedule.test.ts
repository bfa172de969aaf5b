import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { test } from 'node:test';
import { createSchedule, isCron } from '../../src/ingest/schedule.ts';
import { silentLog } from '../../src/log.ts';

test('a run that is still under way is never joined by a second, and that is said', async (t) => {
  const events = new EventEmitter();
  const skipped: string[] = [];
  let running = 0;
  let most = 0;
  const release = Promise.withResolvers<void>();
  const schedule = createSchedule({
    name: 'sync',
    cron: '* * * * * *',
    timezone: 'Europe/Berlin',
    run: async () => {
      running += 1;
      most = Math.max(most, running);
      events.emit('started');
      await release.promise;
      running -= 1;
    },
    log: {
      ...silentLog,
      warn: (event, fields) => {
        skipped.push(`${event}: ${fields?.reason}`);
        events.emit('skipped');
      },
    },
  });
  t.after(() => schedule.stop());
  const started = once(events, 'started');
  const skip = once(events, 'skipped');
  await schedule.start();
  await started;
  await skip;
  assert.equal(most, 1);
  assert.equal(skipped[0], 'sync.skipped: the run before is still under way');
  const stopped = schedule.stop();
  release.resolve();
  await stopped;
  assert.equal(running, 0, 'stop waited for the run');
});

test('cron expressions are told from other words', () => {
  assert.equal(isCron('*/15 * * * *'), true);
  assert.equal(isCron('often'), false);
  assert.equal(isCron('61 * * * *'), false);
});
