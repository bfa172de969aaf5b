import { CallError } from './connector-errors.ts';
import type { McpConnection } from './mcp-connection.ts';
import type { Timers } from './timers.ts';

const everyMs = 60_000;

/** Asks now and then whether the server still answers; returns how to stop. Never while it works on a call. */
export function watchHealth(
  connection: McpConnection,
  options: {
    readonly timers: Timers;
    readonly busy: () => boolean;
    readonly onFailure: (error: unknown) => void;
  },
): () => void {
  const stopping = new AbortController();
  let cancel = () => {};
  const later = () => {
    cancel = options.timers.after(everyMs, () => void look());
  };
  const look = async () => {
    try {
      if (!options.busy()) await connection.check(stopping.signal);
    } catch (error) {
      if (stopping.signal.aborted) return;
      // A server that refuses to be asked is there all the same.
      if (!(error instanceof CallError && error.outcome === 'refused')) {
        options.onFailure(error);
        return;
      }
    }
    if (!stopping.signal.aborted) later();
  };
  later();
  return () => {
    stopping.abort();
    cancel();
  };
}
