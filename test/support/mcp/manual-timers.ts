import type { Timers } from '../../../src/connectors/timers.ts';

export interface ManualTimers extends Timers {
  /** Lets so much time pass, running what is due. */
  advance(ms: number): void;
  /** How long until the next is due; undefined where nothing waits. */
  next(): number | undefined;
}

export function manualTimers(): ManualTimers {
  let now = 0;
  const waiting = new Set<{ readonly at: number; readonly run: () => void }>();
  const soonest = () => [...waiting].toSorted((a, b) => a.at - b.at)[0];
  return {
    now: () => now,
    after: (ms, run) => {
      const entry = { at: now + ms, run };
      waiting.add(entry);
      return () => waiting.delete(entry);
    },
    advance: (ms) => {
      const end = now + ms;
      for (let due = soonest(); due !== undefined && due.at <= end; due = soonest()) {
        waiting.delete(due);
        now = due.at;
        due.run();
      }
      now = end;
    },
    next: () => {
      const due = soonest();
      return due === undefined ? undefined : due.at - now;
    },
  };
}
