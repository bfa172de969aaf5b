import type { Log } from '../../../log.ts';
import type { ClaimedQuestion, QuestionRecords } from '../../../records/records.ts';
import { failureName } from '../api.ts';
import type { AnswerAsk } from './answering.ts';
import type { SlackClaims } from './claims.ts';
import { parseAsk, type SlackAsk, threadOf } from './events.ts';
import { createQueue, type Turn } from './queue.ts';

/** From a question that was put to the bot to its end in the records: claimed once, answered in its thread's turn. */
export interface SlackPipeline {
  /** Resolves once the claim is durable, or the question turned out to be claimed already. */
  accept(ask: SlackAsk): Promise<void>;
  /** Takes over questions whose claims ran out; resolves once they are taken, not answered. */
  recover(): Promise<void>;
  /** From now on questions are claimed for the next start; those under way get so long to finish. */
  drain(limitMs: number): Promise<void>;
}

/** How long an aborted question has to put itself off. */
const abandonAfterMs = 2_500;

export function createSlackPipeline(options: {
  readonly answerAsk: AnswerAsk;
  readonly claims: SlackClaims;
  readonly questions: QuestionRecords;
  readonly halt: AbortController;
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly log: Log;
}): SlackPipeline {
  const { answerAsk, claims, questions, halt, log } = options;
  const queue = createQueue();
  const running = new Map<string, Promise<void>>();
  let draining = false;

  const takeTurn = (ask: SlackAsk) => queue.take(ask.kind === 'command' ? ask.key : `${ask.channel}:${threadOf(ask)}`);

  function begin(ask: SlackAsk, turn: Turn, earlier?: ClaimedQuestion): void {
    const work = run(ask, turn, earlier).catch((error: unknown) => {
      log.error('slack.run_failed', { key: ask.key, failure: failureName(error) });
    });
    running.set(ask.key, work);
    void work.finally(() => running.delete(ask.key));
  }

  async function run(ask: SlackAsk, turn: Turn, earlier: ClaimedQuestion | undefined): Promise<void> {
    const lease = claims.hold(ask.key);
    const signal = AbortSignal.any([halt.signal, lease.lost]);
    try {
      const outcome = await answerAsk(ask, { turn, signal, ...(earlier && { earlier }) });
      await questions.finish(ask.key, outcome);
      log.info('slack.finished', { key: ask.key, kind: ask.kind, state: outcome.state });
    } catch (error) {
      // At a stop the next start goes on at once; an outage gets more time with every attempt.
      if (!lease.lost.aborted) await lease.putOff(halt.signal.aborted ? 0 : (earlier?.attempts ?? 0) + 1);
      log.warn('slack.put_off', { key: ask.key, failure: failureName(error) });
    } finally {
      lease.end();
      turn.leave();
    }
  }

  async function takeOver(ask: SlackAsk, left: ClaimedQuestion, turn: Turn): Promise<void> {
    if (draining || running.has(left.key) || !(await claims.takeOver(left.key))) {
      turn.leave();
      return;
    }
    log.info('slack.taken_over', { key: left.key, attempts: left.attempts });
    begin(ask, turn, left);
  }

  return {
    async accept(ask) {
      // The place in the thread's line is taken before anything is awaited: that is the order of arrival.
      const turn = takeTurn(ask);
      try {
        if (await claims.take(ask, !draining)) {
          if (draining) turn.leave();
          else begin(ask, turn);
          return;
        }
        const left = (await claims.left()).find(({ key }) => key === ask.key);
        if (left) await takeOver(ask, left, turn);
        else {
          log.info('slack.duplicate', { key: ask.key });
          turn.leave();
        }
      } catch (error) {
        turn.leave();
        throw error;
      }
    },
    async recover() {
      for (const left of await claims.left()) {
        const ask = parseAsk(left.payload);
        if (ask) await takeOver(ask, left, takeTurn(ask));
        else {
          log.error('slack.claim_unreadable', { key: left.key });
          await questions.finish(left.key, { state: 'failed' });
        }
      }
    },
    async drain(limitMs) {
      draining = true;
      const finished = new AbortController();
      const giveUp = async () => {
        await options.wait(limitMs, finished.signal);
        halt.abort();
        await options.wait(abandonAfterMs, finished.signal);
        log.warn('slack.abandoned', { questions: running.size });
      };
      await Promise.race([Promise.all(running.values()), giveUp().catch(() => {})]);
      finished.abort();
    },
  };
}
