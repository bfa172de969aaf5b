import { createTask, type ScheduledTask, validate } from 'node-cron';
import type { Log } from '../log.ts';

/** Runs something on a cron schedule, never twice at a time. */
export interface Schedule {
  start(): Promise<void>;
  /** Ends the schedule and waits for a run under way. */
  stop(): Promise<void>;
}

export interface ScheduleDeps {
  /** Of the work, as its events are called in the log. */
  readonly name: string;
  readonly cron: string;
  /** IANA name, in which the schedule is meant. */
  readonly timezone: string;
  /** Handles its own failures. */
  readonly run: () => Promise<void>;
  readonly log: Log;
}

/** A run that comes later than this, as after the machine slept, is skipped: the next one does its work. */
const lateMs = 30_000;

export function createSchedule({ name, cron, timezone, run, log }: ScheduleDeps): Schedule {
  let running: Promise<void> = Promise.resolve();
  let task: ScheduledTask | undefined;
  return {
    start: async () => {
      const perform = () => {
        running = run();
        return running;
      };
      task = createTask(cron, perform, {
        timezone,
        name,
        noOverlap: true,
        suppressMissedWarning: true,
        missedExecutionTolerance: lateMs,
        unref: true,
        logger: quiet,
      });
      task.on('execution:overlap', () => log.warn(`${name}.skipped`, { reason: 'the run before is still under way' }));
      task.on('execution:missed', () => log.warn(`${name}.skipped`, { reason: 'its time had passed' }));
      await task.start();
    },
    stop: async () => {
      await task?.destroy();
      await running;
    },
  };
}

export function isCron(expression: string): boolean {
  return validate(expression);
}

/** The library's own lines go nowhere: what matters is logged as events above. */
const quiet = { info() {}, warn() {}, error() {}, debug() {} };
