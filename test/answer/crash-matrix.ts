import { type AnswerQuestion, createAnswerQuestion } from '../../src/answer/answer-question.ts';
import type { Answer, ApprovalRequest } from '../../src/domain.ts';
import { silentLog } from '../../src/log.ts';
import { createSearchPolicies } from '../../src/tools/search-policies.ts';
import { ada, createTicketTool } from './approval-world.ts';
import { type CrashPlan, type PlannedQuestion, replyOf } from './crash-plan.ts';
import { createAnswers, createApprovals, createConversations, createLedger, newStored } from './memory-records.ts';
import { createHandbook } from './small-handbook.ts';
import { assertSendable } from './strict-model.ts';

export interface CrashOutcome {
  /** Moments at which the process could have been killed: before and after each change to the store or outside. */
  readonly moments: number;
  /** Requests that the API would have refused, in its words. */
  readonly invalid: readonly string[];
  /** Calls that ran more than once, and calls that ran without a yes. */
  readonly repeated: number;
  readonly unapproved: number;
  /** Calls that were agreed to, and how many of them are known to have run. */
  readonly approved: number;
  readonly executed: number;
  /** Calls that were agreed to and are not known to have run, where no answer says so. */
  readonly untold: number;
  readonly questions: number;
  /** Questions that did not end in an answer. */
  readonly lost: number;
}

/**
 * Plays a conversation through, killing the process at the given moment, and starting another over the same store that
 * is delivered again what was under way, as a chat would.
 */
export async function playWithCrash(plan: CrashPlan, killAt = 0): Promise<CrashOutcome> {
  const stored = newStored();
  const handbook = createHandbook();
  const ran: string[] = [];
  const invalid: string[] = [];
  let clock = 0;
  let moment = 0;
  let alive = { stop: new AbortController() };

  /** What a process does that outlasts it; a dead one does nothing. */
  const step = async <T>(own: typeof alive, effect: () => Promise<T>): Promise<T> => {
    const die = () => {
      moment += 1;
      if (moment === killAt) own.stop.abort(new Crash());
      own.stop.signal.throwIfAborted();
    };
    own.stop.signal.throwIfAborted();
    die();
    const value = await effect();
    die();
    return value;
  };

  function start(): AnswerQuestion {
    const own = { stop: new AbortController() };
    alive = own;
    const mortal = <T extends object>(part: T, changes: readonly (keyof T)[]): T =>
      new Proxy(part, {
        get: (target, name, receiver) => {
          const method: unknown = Reflect.get(target, name, receiver);
          if (typeof method !== 'function' || !changes.includes(name as keyof T)) return method;
          return (...args: unknown[]) => step(own, () => Reflect.apply(method, target, args));
        },
      });
    const { tool } = createTicketTool({
      run: (_, { idempotencyKey }) =>
        step(own, async () => {
          ran.push(idempotencyKey);
          return [{ type: 'text', text: 'Filed.' }];
        }),
    });
    return createAnswerQuestion({
      model: {
        name: 'claude-opus-5-5',
        generate: async (request) => {
          own.stop.signal.throwIfAborted();
          try {
            assertSendable(request);
          } catch (error) {
            invalid.push(String(error));
          }
          const { content = [] } = replyOf(plan, request);
          const calls = content.some(({ type }) => type === 'tool_use');
          const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0 };
          return { content, usage, stopReason: calls ? 'tool_use' : 'end_turn' };
        },
      },
      tools: [createSearchPolicies(handbook), tool],
      records: {
        documents: handbook.documents,
        conversations: mortal(createConversations(stored.conversations), ['put']),
        answers: mortal(createAnswers(stored.answers), ['put']),
        ledger: mortal(createLedger(stored.ledger), ['begin', 'finish']),
        approvals: mortal(createApprovals(stored.approvals), ['ask', 'decide', 'close']),
      },
      library: handbook.library,
      newId: () => `answer-${++stored.ids.last}`,
      now: () => clock,
      limits: { iterations: 50, outputTokens: 1e9, promptTokens: 1e9 },
      log: silentLog,
    });
  }

  let answers = start();
  /** Delivers something until a process lives long enough to see it through. */
  async function deliver<T>(work: (own: AnswerQuestion, signal: AbortSignal) => Promise<T>): Promise<T> {
    for (;;) {
      const { signal } = alive.stop;
      try {
        const result = await work(answers, signal);
        if (!signal.aborted) return result;
      } catch (error) {
        if (!signal.aborted) throw error;
      }
      answers = start();
    }
  }

  async function play({ text, decisions }: PlannedQuestion): Promise<Answer> {
    let answer = await deliver((own, signal) => own.ask({ text, viewer: ada, conversation: 'C1' }, { signal }));
    for (const [n, decision] of decisions.entries()) {
      const [request] = answer.approvals ?? [];
      if (answer.status !== 'awaiting_approval' || request === undefined || decision === 'ignore') break;
      answer = decision === 'expire' ? await expire(answer, request) : await press(answer, request, decision, n);
    }
    return answer;
  }

  async function press(answer: Answer, { id, argsHash }: ApprovalRequest, verdict: 'approve' | 'deny', n: number) {
    const decision = { decision: `${id} ${n}`, approval: id, argsHash, verdict, viewer: ada } as const;
    const result = await deliver((own, signal) => own.decide(decision, { signal }));
    return result.outcome === 'accepted' ? result.answer : { ...answer, status: 'failed' as const };
  }

  async function expire(answer: Answer, { id }: ApprovalRequest): Promise<Answer> {
    clock += 2 * 3_600_000;
    const expired = await deliver((own) => own.expireApprovals());
    // One that was told just before a crash is in the records.
    const told = expired.find(({ approval }) => approval === id)?.answer;
    return told ?? stored.answers.get(answer.id)?.answer ?? { ...answer, status: 'failed' };
  }

  const ended: Answer[] = [];
  for (const question of plan.questions) ended.push(await play(question));
  const tells = ended.some(({ text, notice = '' }) =>
    /can't tell whether it happened|something else was asked first/.test(text + notice),
  );
  const approved = [...stored.approvals.values()].filter(({ state }) => state === 'approved').length;
  return {
    ...{ moments: moment, invalid, approved },
    repeated: ran.length - new Set(ran).size,
    unapproved: Math.max(0, ran.length - approved),
    executed: new Set(ran).size,
    untold: tells ? 0 : Math.max(0, approved - new Set(ran).size),
    questions: plan.questions.length,
    lost: ended.filter(({ status }) => status === 'failed').length,
  };
}

class Crash extends Error {}
