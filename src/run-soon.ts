import { realTimers, type Timers } from './connectors/timers.ts';

/** Runs something a while after it was first asked for, so that a burst of reasons leads to one run; never twice at a time. */
export interface RunSoon {
  ask(): void;
  /** Drops what is asked for and waits for a run under way. */
  stop(): Promise<void>;
}

export interface RunSoonDeps {
  readonly delayMs: number;
  /** Handles its own failures. */
  readonly run: () => Promise<void>;
  readonly timers?: Timers | undefined;
}

export function createRunSoon({ delayMs, run, timers = realTimers }: RunSoonDeps): RunSoon {
  let cancel: (() => void) | undefined;
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  let stopped = false;

  function due(): void {
    cancel = undefined;
    running = run().finally(() => {
      running = undefined;
      if (isAskedAgain) ask();
    });
  }

  function ask(): void {
    // What changes during a run may have been read before it changed.
    isAskedAgain = running !== undefined;
    if (!stopped && !isAskedAgain) cancel ??= timers.after(delayMs, due);
  }

  return {
    ask,
    stop: async () => {
      stopped = true;
      cancel?.();
      await running;
    },
  };
}
