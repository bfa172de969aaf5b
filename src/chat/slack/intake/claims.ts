import type { Log } from '../../../log.ts';
import type { ClaimedQuestion, QuestionRecords } from '../../../records/records.ts';
import type { SlackAsk } from './ask.ts';

/** While held, the lease is renewed. */
export interface Lease {
  /** Aborts when the claim has passed to someone else. */
  readonly lost: AbortSignal;
  /** Lets the claim run out after so many leases from now, for whoever looks then. */
  putOff(leases: number): Promise<void>;
  /** Stops renewing. */
  end(): void;
}

export interface SlackClaims {
  /** True if the question is ours now: it was free. With `held` false the claim is written but has run out already. */
  take(ask: SlackAsk, held: boolean): Promise<boolean>;
  /** Takes over a claim that ran out; false if someone was faster. */
  takeOver(key: string): Promise<boolean>;
  /** Claims that ran out, oldest first. */
  left(): Promise<ClaimedQuestion[]>;
  /** All claims that have not ended, whoever holds them. */
  open(): Promise<ClaimedQuestion[]>;
  hold(key: string): Lease;
}

export function createSlackClaims(options: {
  readonly questions: QuestionRecords;
  readonly owner: string;
  readonly leaseMs: number;
  readonly now: () => number;
  readonly log: Log;
}): SlackClaims {
  const { questions, owner, leaseMs, now, log } = options;
  return {
    take: (ask, held) =>
      questions.claim({
        key: ask.key,
        payload: JSON.stringify(ask),
        owner,
        leaseUntil: now() + (held ? leaseMs : 0),
        now: now(),
      }),
    takeOver: (key) => questions.takeOver({ key, owner, leaseUntil: now() + leaseMs, now: now() }),
    left: () => questions.unfinished(now()),
    open: () => questions.unfinished(Number.MAX_SAFE_INTEGER),
    hold(key) {
      const lost = new AbortController();
      const renew = async () => {
        try {
          if (!(await questions.renew({ key, owner, leaseUntil: now() + leaseMs }))) lost.abort();
        } catch {
          log.warn('slack.lease_not_renewed', { key });
        }
      };
      const renewal = setInterval(() => void renew(), leaseMs / 3);
      renewal.unref();
      return {
        lost: lost.signal,
        async putOff(leases) {
          await questions.renew({ key, owner, leaseUntil: now() + leases * leaseMs });
        },
        end: () => clearInterval(renewal),
      };
    },
  };
}
