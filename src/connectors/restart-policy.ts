import { fullJitter } from './back-off.ts';

/** When to try a server again after it failed. */
export interface RestartPolicy {
  /** Milliseconds to wait, and whether it failed so often that it is left alone for long. */
  next(failure: { readonly now: number; readonly readyForMs: number; readonly counts: boolean }): {
    readonly ms: number;
    readonly broken: boolean;
  };
}

/** A server that merely got ready has not proved anything: many get ready and fail at once. */
const healthyMs = 60_000;
const breakerWindowMs = 10 * 60_000;
const breakerRestarts = 5;
/** How long a server that fails for good is left alone. */
export const restMs = 10 * 60_000;

export function createRestartPolicy(random: () => number): RestartPolicy {
  let failures = 0;
  let restarts: number[] = [];
  return {
    next: ({ now, readyForMs, counts }) => {
      if (readyForMs >= healthyMs) failures = 0;
      restarts = restarts.filter((at) => now - at < breakerWindowMs);
      if (counts) restarts.push(now);
      if (restarts.length > breakerRestarts) {
        restarts = [];
        return { ms: restMs, broken: true };
      }
      return { ms: fullJitter(failures++, random), broken: false };
    },
  };
}
