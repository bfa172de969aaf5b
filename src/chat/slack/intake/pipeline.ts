import type { Log } from '../../../log.ts';
import type { ClaimedQuestion, QuestionRecords } from '../../../records/records.ts';
import { failureName } from '../api.ts';
import type { AnswerAsk } from './answering.ts';
import { parseAsk, type SlackAsk, threadKey } from './ask.ts';
import type { SlackClaims } from './claims.ts';
import type { EndReason, Outcome } from './outcome.ts';
import { createQueue, type Turn } from './queue.ts';
import type { Reception } from './reception.ts';

/** From a question that was put to the bot to its end in the records: claimed once, answered in its thread's turn. */
export interface SlackPipeline {
  /**
   * Resolves with true once the claim is durable, and false if the question turned out to be claimed already. `admit`
   * has the last word before the claim, and can wait without losing the question's place in its thread.
   */
  accept(ask: SlackAsk, admit?: () => Promise<boolean>): Promise<boolean>;
  /** Takes over questions whose claims ran out; resolves once they are taken, not answered. */
  recover(): Promise<void>;
  /**
   * Ends those questions that are under way, in the records first, so that none is answered after a crash or by another
   * process. Returns them once nothing of them goes on here.
   */
  end(which: (ask: SlackAsk) => boolean, reason: EndReason): Promise<readonly EndedAsk[]>;
  /** Questions that are in line or being answered here. */
  underWay(): readonly SlackAsk[];
  /** From now on questions are claimed for the next start; those under way get so long to finish. */
  drain(limitMs: number): Promise<void>;
}

export interface EndedAsk {
  readonly ask: SlackAsk;
  /** False if it was not worked on in this process. */
  readonly wasHere: boolean;
}

/** How long an aborted question has to put itself off. */
const abandonAfterMs = 2_500;

interface Run {
  readonly ask: SlackAsk;
  readonly ending: AbortController;
  readonly work: Promise<void>;
}

export function createSlackPipeline(options: {
  readonly answerAsk: AnswerAsk;
  readonly claims: SlackClaims;
  readonly questions: QuestionRecords;
  readonly reception: Reception;
  readonly halt: AbortController;
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly log: Log;
}): SlackPipeline {
  const { answerAsk, claims, questions, reception, halt, log } = options;
  const queue = createQueue();
  const running = new Map<string, Run>();
  const arriving = new Set<SlackAsk>();
  let lastEnd: Promise<unknown> = Promise.resolve();
  let draining = false;

  const takeTurn = (ask: SlackAsk) => queue.take(threadKey(ask) ?? ask.key);

  function begin(ask: SlackAsk, turn: Turn, received: () => void, earlier?: ClaimedQuestion): void {
    const ending = new AbortController();
    const work = run(ask, turn, received, ending.signal, earlier)
      .catch((error: unknown) => log.error('slack.run_failed', { key: ask.key, failure: failureName(error) }))
      .finally(() => running.delete(ask.key));
    running.set(ask.key, { ask, ending, work });
  }

  async function run(
    ask: SlackAsk,
    turn: Turn,
    received: () => void,
    ending: AbortSignal,
    earlier: ClaimedQuestion | undefined,
  ): Promise<void> {
    const lease = claims.hold(ask.key);
    const signal = AbortSignal.any([halt.signal, lease.lost, ending]);
    try {
      const outcome = await answerAsk(ask, { turn, received, signal, ...(earlier && { earlier }) });
      await finish(ask, outcome);
      log.info('slack.finished', { key: ask.key, kind: ask.kind, state: outcome.state });
    } catch (error) {
      if (ending.aborted) {
        log.info('slack.ended', { key: ask.key, reason: String(ending.reason) });
        return;
      }
      // At a stop the next start goes on at once; an outage gets more time with every attempt.
      if (!lease.lost.aborted) await lease.putOff(halt.signal.aborted ? 0 : (earlier?.attempts ?? 0) + 1);
      log.warn('slack.put_off', { key: ask.key, failure: failureName(error) });
    } finally {
      received();
      lease.end();
      turn.leave();
    }
  }

  function finish(ask: SlackAsk, outcome: Outcome): Promise<void> {
    const place = threadKey(ask);
    return questions.finish(ask.key, { ...outcome, ...(place !== undefined && { place }) });
  }

  async function takeOver(ask: SlackAsk, left: ClaimedQuestion, turn: Turn): Promise<void> {
    if (draining || running.has(left.key) || !(await claims.takeOver(left.key))) {
      turn.leave();
      return;
    }
    log.info('slack.taken_over', { key: left.key, attempts: left.attempts });
    begin(ask, turn, reception.arrive(), left);
  }

  async function claim(ask: SlackAsk, turn: Turn, received: () => void): Promise<boolean> {
    if (await claims.take(ask, !draining)) {
      if (!draining) {
        begin(ask, turn, received);
        return true;
      }
      turn.leave();
      received();
      return true;
    }
    received();
    const left = (await claims.left()).find(({ key }) => key === ask.key);
    if (left) await takeOver(ask, left, turn);
    else {
      log.info('slack.duplicate', { key: ask.key });
      turn.leave();
    }
    return false;
  }

  async function endAll(which: (ask: SlackAsk) => boolean, reason: EndReason): Promise<readonly EndedAsk[]> {
    const ended: EndedAsk[] = [];
    const stopping: Promise<void>[] = [];
    for (const { key, payload } of await claims.open()) {
      const ask = parseAsk(payload);
      if (!ask || !which(ask)) continue;
      await finish(ask, { state: 'refused' });
      const here = running.get(key);
      ended.push({ ask, wasHere: here !== undefined });
      here?.ending.abort(reason);
      if (here) stopping.push(here.work);
    }
    await Promise.all(stopping);
    return ended;
  }

  return {
    async accept(ask, admit) {
      // The place in the thread's line is taken before anything is awaited: that is the order of arrival.
      const turn = takeTurn(ask);
      const received = reception.arrive();
      arriving.add(ask);
      try {
        if (admit === undefined || (await admit())) return await claim(ask, turn, received);
        turn.leave();
        received();
        return false;
      } catch (error) {
        turn.leave();
        received();
        throw error;
      } finally {
        arriving.delete(ask);
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
    end(which, reason) {
      // One after the other, so that of two that want to end the same question one finds it ended.
      const ended = lastEnd.then(() => endAll(which, reason));
      lastEnd = ended.catch(() => {});
      return ended;
    },
    underWay: () => [...arriving, ...[...running.values()].map(({ ask }) => ask)],
    async drain(limitMs) {
      draining = true;
      const finished = new AbortController();
      const giveUp = async () => {
        await options.wait(limitMs, finished.signal);
        halt.abort();
        await options.wait(abandonAfterMs, finished.signal);
        log.warn('slack.abandoned', { questions: running.size });
      };
      const all = Promise.all([...running.values()].map(({ work }) => work));
      await Promise.race([all, giveUp().catch(() => {})]);
      finished.abort();
    },
  };
}
