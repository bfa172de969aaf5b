import { setImmediate } from 'node:timers/promises';

/** Resolves for one caller in each turn of the event loop, in the order they came. */
export type Turnstile = () => Promise<void>;

/** Keeps work that many begin at once from holding up everything else: what has arrived is handled between any two. */
export function createTurnstile(): Turnstile {
  let last: Promise<unknown> = Promise.resolve();
  return async () => {
    const own = last.then(() => setImmediate());
    last = own;
    await own;
  };
}
