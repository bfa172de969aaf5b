import type { App } from './app.ts';
import type { TicketWatch } from './connectors/ticket-watch.ts';
import type { Timers } from './connectors/timers.ts';
import { createDaily } from './daily.ts';
import { BylawError, loggable } from './errors.ts';
import { createSchedule } from './ingest/schedule.ts';
import { createRunSoon } from './run-soon.ts';

/**
 * What a running bot does besides answering: syncs on the schedule and soon after a source says that it changed, looks at
 * tickets and makes missing vectors; hourly it archives versions whose time is over, and once at the start and daily it
 * erases what is older than it may be kept.
 */
export interface Upkeep {
  start(): Promise<void>;
  stop(): Promise<void>;
}

export type UpkeepDeps = Pick<App, 'config' | 'records' | 'library' | 'sync' | 'today' | 'now' | 'log'> & {
  /** Absent where nobody could be told of tickets. */
  readonly watch?: TicketWatch | undefined;
  /** Of sources that say so themselves; returns how to stop listening. */
  readonly onSourceChange?: App['onSourceChange'];
  readonly signOutOfOthers?: App['signOutOfOthers'];
  readonly timers?: Timers;
};

/** Changes come in bursts, and a server may announce one for each time that it is read. */
const changeDelayMs = 15_000;

export function createUpkeep(app: UpkeepDeps): Upkeep {
  const stop = new AbortController();
  let embedding: Promise<void> = Promise.resolve();
  let syncing: Promise<void> = Promise.resolve();
  let signingOut: Promise<void> = Promise.resolve();
  const schedule = createSchedule({
    name: 'sync',
    cron: app.config.schedule,
    timezone: app.config.timezone,
    run: sync,
    log: app.log,
  });
  const changes = createRunSoon({ delayMs: changeDelayMs, run: sync, timers: app.timers });
  let unlisten = () => {};

  const { watch } = app;
  const tickets = createSchedule({
    name: 'tickets',
    cron: app.config.schedule,
    timezone: app.config.timezone,
    run: async () => watch?.run(stop.signal),
    log: app.log,
  });

  const daily = createDaily({ ...app, retentionDays: app.config.retentionDays });
  // Looks every hour, so that a machine that sleeps at one of them doesn't miss the day.
  const hourly = createSchedule({
    name: 'daily',
    cron: '5 * * * *',
    timezone: app.config.timezone,
    run: async () => {
      await archive();
      await daily.run();
    },
    log: app.log,
  });

  /** One at a time: the schedule may come while what has changed is read. */
  function sync(): Promise<void> {
    syncing = syncing.then(async () => {
      if (stop.signal.aborted) return;
      await attempt('sync', async () => {
        const { documents } = await app.sync.run({ signal: stop.signal });
        const { added, changed, removed, failed } = documents;
        app.log.info('sync.done', { added, changed, removed, failed: failed.length });
      });
      embed();
    });
    return syncing;
  }

  /** What ended at midnight has stopped answering by the clock; only its place in the library follows here. */
  async function archive(): Promise<void> {
    try {
      await app.sync.archive();
    } catch (error) {
      // A sync does the same at its end.
      if (error instanceof BylawError && error.code === 'busy') return;
      app.log.error('archive.failed', { reason: loggable(error) });
    }
    embed();
  }

  /** A failing round is logged and tried again at the next; the bot goes on answering from what it has. */
  async function attempt(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!stop.signal.aborted) app.log.error(`${what}.failed`, { reason: loggable(error) });
    }
  }

  /** Connects to the vector store before the first question has to wait for it. */
  async function checkLibrary(): Promise<void> {
    for (const { name, ok, detail } of await app.library.health()) {
      if (!ok) app.log.warn('library.unhealthy', { part: name, detail });
    }
  }

  function embed(): void {
    embedding = embedding.then(() =>
      attempt('embed', async () => {
        if (stop.signal.aborted || (await app.library.countPending()) === 0) return;
        const { embedded, pending } = await app.library.embedPending({ signal: stop.signal });
        app.log.info('embed.done', { embedded, pending });
      }),
    );
  }

  return {
    start: async () => {
      embedding = attempt('library.check', checkLibrary);
      embed();
      signingOut = attempt('sign_out', async () => app.signOutOfOthers?.());
      unlisten = app.onSourceChange?.(changes.ask) ?? unlisten;
      await daily.run();
      await schedule.start();
      await hourly.start();
      if (watch !== undefined) await tickets.start();
    },
    stop: async () => {
      stop.abort();
      unlisten();
      await changes.stop();
      await schedule.stop();
      await hourly.stop();
      await tickets.stop();
      await embedding;
      await signingOut;
    },
  };
}
