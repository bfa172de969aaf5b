import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Envelope, Reply } from './delivery.ts';

export const ackWithinMs = 3_000;
/** After the first, second and third attempt of an event. */
const retryAfterMs = [0, 60_000, 300_000];

export interface Attempt {
  readonly id: string;
  readonly envelope: Envelope;
  /** How often it was sent before. */
  readonly number: number;
  /** Why it is sent again; empty at first. */
  readonly reason: string;
}

/** What was sent and not yet acknowledged, and when it is sent again. */
export interface Attempts {
  add(envelope: Envelope): Promise<Reply>;
  /** The attempt went out: it counts as timed out when nothing is heard for three seconds. */
  sent(id: string, timeoutReason: string): void;
  /** With `number`, only if that attempt is the latest. */
  acknowledge(id: string, payload: Reply['payload'], number?: number): void;
  /** The attempt came to nothing: events come again, a person sees an error. Says nothing about a later attempt. */
  fail(id: string, number: number, reason: string): void;
  /** Whether anybody still waits for it. */
  waits(id: string): boolean;
  open(): number;
  close(): void;
}

interface Item {
  readonly envelope: Envelope;
  readonly settle: (reply: Reply) => void;
  number: number;
  wasSent: boolean;
  cancel: () => void;
}

export function createAttempts(options: {
  readonly clock: Clock;
  readonly transmit: (attempt: Attempt) => void;
  readonly onChange: () => void;
}): Attempts {
  const { clock } = options;
  const items = new Map<string, Item>();

  function fail(id: string, number: number, reason: string): void {
    const item = items.get(id);
    if (item?.number !== number) return;
    item.cancel();
    if (item.envelope.type !== 'events_api') {
      // A person who was told of the failure waits no longer; what was never sent is of no use any more.
      if (!item.wasSent || reason !== 'timeout') items.delete(id);
      item.settle({ payload: {}, failed: reason === 'timeout' ? 'operation_timeout' : reason });
      options.onChange();
      return;
    }
    const delay = retryAfterMs[item.number];
    if (delay === undefined) return;
    item.number += 1;
    const attempt = { id, envelope: item.envelope, number: item.number, reason };
    item.cancel = clock.after(delay, () => options.transmit(attempt));
    options.onChange();
  }

  return {
    add: (envelope) =>
      new Promise((settle) => {
        const id = randomUUID();
        const number = envelope.retryAttempt ?? 0;
        const item: Item = { envelope, settle, number, wasSent: false, cancel: () => {} };
        items.set(id, item);
        if (envelope.type !== 'events_api') item.cancel = clock.after(ackWithinMs, () => fail(id, number, 'timeout'));
        options.transmit({ id, envelope, number, reason: number === 0 ? '' : 'timeout' });
      }),
    sent(id, timeoutReason) {
      const item = items.get(id);
      if (!item) return;
      item.wasSent = true;
      if (item.envelope.type !== 'events_api') return;
      item.cancel();
      item.cancel = clock.after(ackWithinMs, () => fail(id, item.number, timeoutReason));
    },
    acknowledge(id, payload, number) {
      const item = items.get(id);
      if (!item || (number !== undefined && number !== item.number)) return;
      item.cancel();
      items.delete(id);
      item.settle({ payload });
      options.onChange();
    },
    fail,
    waits: (id) => items.has(id),
    open: () => items.size,
    close() {
      for (const item of items.values()) item.cancel();
    },
  };
}
