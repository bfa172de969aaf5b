import { createTurnstile } from '../../../turnstile.ts';
import type { Wait } from '../api.ts';

/** Sees to it that whoever has come in is received before the long work on answers goes on. */
export interface Reception {
  /** What it returns is called once the question is claimed and shown to be worked on, or won't be. */
  arrive(): () => void;
  /** Resolves once nobody waits to be received, for one caller in each turn of the event loop. */
  whenFree(signal: AbortSignal): Promise<void>;
}

/** Slack may take long to say who asks; answers for others don't wait for that. */
const patienceMs = 250;

export function createReception(wait: Wait): Reception {
  const turnstile = createTurnstile();
  const waiting = new Set<object>();
  let empty = Promise.withResolvers<void>();

  return {
    arrive() {
      const own = {};
      waiting.add(own);
      return () => {
        if (!waiting.delete(own) || waiting.size > 0) return;
        empty.resolve();
        empty = Promise.withResolvers();
      };
    },
    async whenFree(signal) {
      if (waiting.size > 0) {
        const patience = new AbortController();
        const tooLong = wait(patienceMs, AbortSignal.any([signal, patience.signal])).catch(() => {});
        await Promise.race([empty.promise, tooLong]);
        patience.abort();
      }
      await turnstile();
      signal.throwIfAborted();
    },
  };
}
