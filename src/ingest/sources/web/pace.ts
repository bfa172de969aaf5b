/** Spaces the requests to each host. */
export interface Pace {
  /** Resolves when the next request to the host may be sent. */
  turn(host: string, signal: AbortSignal): Promise<void>;
  /** What the host itself asks for, in seconds; the slower one counts. */
  slowDown(host: string, seconds: number): void;
}

const maxDelayMs = 60_000;

export function createPace(deps: {
  readonly requestsPerSecond: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}): Pace {
  const next = new Map<string, number>();
  const gaps = new Map<string, number>();
  const usual = 1000 / deps.requestsPerSecond;
  return {
    async turn(host, signal) {
      const at = Math.max(deps.now(), next.get(host) ?? 0);
      next.set(host, at + Math.max(usual, gaps.get(host) ?? 0));
      const wait = at - deps.now();
      if (wait > 0) await deps.sleep(wait, signal);
    },
    slowDown(host, seconds) {
      gaps.set(host, Math.min(maxDelayMs, seconds * 1000));
    },
  };
}
