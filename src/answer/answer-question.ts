import type { Answer, Question, Viewer } from '../domain.ts';
import { loggable } from '../errors.ts';
import type { Model } from '../models/model.ts';
import { createTurnstile, type Turnstile } from '../turnstile.ts';
import { quoting } from './answer-skills.ts';
import { type AnswerTurnDeps, answerTurn } from './answer-turn.ts';
import { type ApplicabilityDeps, type Settled, settleApplicability } from './applicability.ts';
import {
  type ApprovalDecision,
  createApprovalDesk,
  type DecisionResult,
  type ExpiredApproval,
} from './approval-desk.ts';
import { type AnswerLimits, defaultLimits } from './budgets.ts';
import { loadConversation } from './conversation-store.ts';
import { createElicitationDesk, type ElicitationAnswer, type ExpiredElicitation } from './elicitation-desk.ts';
import type { FoundSource } from './loop-context.ts';
import { mayRead } from './may-read.ts';
import { maySee } from './may-see.ts';
import { createOneAtATime } from './one-at-a-time.ts';
import { recordAnswer } from './record-answer.ts';
import type { Referral, Referrals } from './referral.ts';
import { settleDay } from './settle-day.ts';
import { smallTalkReply } from './small-talk.ts';
import type { TurnResult } from './turn-result.ts';
import { wording } from './wording.ts';

/** What the asker can be told while an answer is in the making. */
export type AnswerProgress =
  | { readonly step: 'searching'; readonly query: string }
  | { readonly step: 'reading'; readonly title: string }
  | { readonly step: 'found'; readonly sources: readonly FoundSource[] }
  | { readonly step: 'calculating'; readonly skill: string }
  | { readonly step: 'acting'; readonly tool: string }
  | { readonly step: 'writing' }
  | { readonly step: 'checking' };

export type { FoundSource };

export interface AskOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: AnswerProgress) => void;
}

/**
 * Turns a question into an answer whose every statement was checked against a stored passage. Always settles with an
 * answer (`failed` included) unless the signal aborts, in which case it throws the signal's reason.
 */
export interface AnswerQuestion {
  ask(question: Question, options: AskOptions): Promise<Answer>;
  /**
   * What a message touches that people must answer. A chat asks before it stores anything of the message; `ask` does as
   * well, and answers such a question as `refer` does.
   */
  screen(text: string): Referral | undefined;
  /** Says whom to turn to. Recorded are the fact and its topic, never the message. */
  refer(referral: Referral, question: Pick<Question, 'conversation'>): Promise<Answer>;
  /**
   * Takes a person's decision about one of an answer's `approvals` and goes on with that answer. Deciding again in the
   * same way under the same `decision` id gives the same result; nothing is done twice. Throws like `ask`.
   */
  decide(decision: ApprovalDecision, options: AskOptions): Promise<DecisionResult>;
  /** Turns requests that nobody decided in time into a no; each is returned once. */
  expireApprovals(): Promise<readonly ExpiredApproval[]>;
  /** Takes what the asker answered to one of an answer's `elicitations`, and goes on, as `decide` does. */
  respond(answer: ElicitationAnswer, options: AskOptions): Promise<DecisionResult>;
  /** Cancels elicitations that nobody answered in time, or that ended with a restart; each is returned once. */
  expireElicitations(): Promise<readonly ExpiredElicitation[]>;
  /** Whether a person may still choose what an answer's `choice` asks; `ask` goes on with what is `chosen`, once. */
  mayChoose(answer: string, person: string): Promise<ChoiceState>;
  /** Whether this viewer may read, now, everything that an answer cites or offers. */
  maySee(answer: Answer, viewer: Viewer): Promise<boolean>;
  /** The same without asking whether it is still in force. */
  mayRead(answer: Answer, viewer: Viewer): Promise<boolean>;
  /** Written procedures that this viewer may start by beginning a question with their name, sorted; without a model none. */
  startable(viewer: Viewer): readonly { readonly name: string; readonly description: string }[];
}

/** `over`: it went on before. `unknown`: nothing is kept of it. */
export type ChoiceState = 'open' | 'over' | 'not_yours' | 'unknown';

export type { ApprovalDecision, DecisionResult, ElicitationAnswer, ExpiredApproval, ExpiredElicitation, Referral };

export interface AnswerQuestionDeps extends Omit<AnswerTurnDeps, 'limits' | 'process'> {
  readonly newId: () => string;
  /** Names this process among those that use the records; needed where several do. */
  readonly process?: string;
  readonly limits?: Partial<AnswerLimits>;
  /** Without it a question is answered for everyone at once. */
  readonly applicability?: Pick<ApplicabilityDeps, 'bestSentences' | 'remember'>;
  /** Without it nothing is screened. */
  readonly referrals?: Referrals;
}

/** Questions of one conversation are answered one after the other, those of different conversations side by side. */
export function createAnswerQuestion(given: AnswerQuestionDeps): AnswerQuestion {
  const limits = { ...defaultLimits, ...given.limits };
  const queue = createOneAtATime();
  const turnstile = createTurnstile();
  const { fallback } = given;
  const deps = {
    ...{ ...given, limits, queue, process: given.process ?? '' },
    model: repliesOneByOne(given.model, turnstile),
    ...(fallback && { fallback: repliesOneByOne(fallback, turnstile) }),
  };
  const { approvals, elicitations } = deps.records;
  const desk = approvals && createApprovalDesk({ ...deps, records: { ...deps.records, approvals } });

  const elicited = elicitations && createElicitationDesk({ ...deps, records: { ...deps.records, elicitations } });

  async function answer(question: Question, options: AskOptions): Promise<Answer> {
    const id = deps.newId();
    const startedAt = deps.now();
    const record = (result: TurnResult) => recordAnswer(question, result, deps.now() - startedAt, deps);
    const reply = question.chosen ? undefined : replyAtOnce(question.text, deps.model.name, limits);
    if (reply !== undefined) return record(plain(id, 'needs_input', reply));
    try {
      return await queue.run(question.conversation, options.signal, async () => {
        const settled = await settle(await onItsDay(question), id, options.signal);
        if (settled.kind === 'over') return record(plain(id, 'needs_input', wording.chosenBefore));
        const recordOf = (result: TurnResult) => recordAnswer(settled.question, result, deps.now() - startedAt, deps);
        if (settled.kind === 'asks') return recordOf(settled.result);
        const { result, close } = await answerTurn(settled.question, id, options, deps);
        const recorded = await recordOf(await settled.finish(result));
        await close();
        await settled.close();
        return recorded;
      });
    } catch (error) {
      options.signal.throwIfAborted();
      deps.log.error('answer.failed', { reason: loggable(error) });
      return record(plain(id, 'failed', wording.failed));
    }
  }

  /** What is asked back is about the same day as the question. */
  async function onItsDay(question: Question): Promise<Question> {
    const store = { conversations: deps.records.conversations, now: deps.now, log: deps.log };
    const { conversation } = await loadConversation(question.conversation, store);
    const settled = await settleDay(question, conversation);
    return settled.kind === 'settled' ? settled.question : question;
  }

  async function settle(question: Question, id: string, signal: AbortSignal): Promise<Settled> {
    const { applicability } = given;
    if (applicability === undefined)
      return { kind: 'goes', question, finish: async (result) => result, close: async () => {} };
    return settleApplicability(question, id, signal, { ...deps, ...applicability });
  }

  async function mayChoose(answer: string, person: string): Promise<ChoiceState> {
    const record = await deps.records.answers.get(answer);
    if (record?.answer.choice === undefined) return 'unknown';
    if (record.person !== person) return 'not_yours';
    const store = { conversations: deps.records.conversations, now: deps.now, log: deps.log };
    const { conversation } = await loadConversation(record.conversation, store);
    return conversation.asked?.some((asked) => asked.answer === answer) ? 'open' : 'over';
  }

  const plain = (id: string, status: Answer['status'], text: string): TurnResult => ({
    ...{ id, status, text, citations: [], passages: [], retrieved: [] },
    model: deps.model.name,
  });

  async function refer(referral: Referral, conversation: string): Promise<Answer> {
    const text = deps.referrals?.reply(referral) ?? wording.failed;
    const result: TurnResult = { ...plain(deps.newId(), 'needs_input', text), model: 'none' };
    deps.log.info('answer.referred', { topic: referral.topic });
    return recordAnswer({ text: `(not kept: ${referral.topic})`, conversation }, result, 0, deps);
  }

  return {
    screen: (text) => deps.referrals?.find(text),
    refer: (referral, { conversation }) => refer(referral, conversation),
    mayChoose,
    mayRead: (answer, viewer) => mayRead(answer, viewer, deps.records.documents),
    maySee: (answer, viewer) => maySee(answer, viewer, deps.records.documents),
    decide: async (decision, options) => (await desk?.decide(decision, options)) ?? { outcome: 'unknown' },
    expireApprovals: async () => (await desk?.expire()) ?? [],
    respond: async (response, options) => (await elicited?.respond(response, options)) ?? { outcome: 'unknown' },
    expireElicitations: async () => (await elicited?.expire()) ?? [],
    startable: (viewer) =>
      given.model.name === quoting
        ? []
        : (deps.skills?.startable(viewer) ?? []).map(({ name, description }) => ({ name, description })),
    ask: async (question, options) => {
      options.signal.throwIfAborted();
      const referral = deps.referrals?.find(question.text);
      if (referral !== undefined) return refer(referral, question.conversation);
      return answer(question, options);
    },
  };
}

/** Checking a reply keeps the processor busy, so that what else has arrived is handled between two. */
function repliesOneByOne(model: Model, turnstile: Turnstile): Model {
  return {
    ...model,
    async generate(request) {
      const reply = await model.generate(request);
      await turnstile();
      return reply;
    },
  };
}

function replyAtOnce(text: string, model: string, { questionChars }: AnswerLimits): string | undefined {
  if (!/[\p{L}\p{N}]/u.test(text)) return wording.empty;
  if (text.length > questionChars) return wording.tooLong(questionChars);
  return smallTalkReply(text, model);
}
