/** What goes wrong with one call. Without `applied` the call has no effect. */
export interface Fault {
  /** HTTP status; 200 unless given. */
  readonly status?: number;
  /** `error` of an answer that is `ok: false`. */
  readonly code?: string;
  /** Seconds, for the `retry-after` header. */
  readonly retryAfterS?: number;
  /** The call takes effect and only its answer is lost or replaced. */
  readonly applied?: boolean;
  /** The connection breaks instead of an answer. */
  readonly drop?: boolean;
  /** The answer waits for this; a promise that never settles is a hanging server. */
  readonly hold?: Promise<unknown>;
}

export interface FaultQueue {
  /** Adds faults that the next calls of the method meet, one each. */
  add(method: string, ...faults: readonly Fault[]): void;
  take(method: string): Fault | undefined;
}

export function createFaultQueue(): FaultQueue {
  const queues = new Map<string, Fault[]>();
  return {
    add(method, ...faults) {
      queues.set(method, [...(queues.get(method) ?? []), ...faults]);
    },
    take: (method) => queues.get(method)?.shift(),
  };
}
