import type { Citation, Question } from '../domain.ts';
import { BylawError, loggable } from '../errors.ts';
import type { Message, Model } from '../models/model.ts';
import { quoting, type SkillUse } from './answer-skills.ts';
import type { AnswerTurnDeps } from './answer-turn.ts';
import { type AttemptOptions, runAttempt, tooLate } from './attempt.ts';
import { hasShared } from './begin-turn.ts';
import { historyCharsOf, modelPatienceMs } from './budgets.ts';
import type { Conversation, OpenTurn } from './conversation.ts';
import { freshTurn } from './conversation-store.ts';
import { replay, versionsIn } from './history.ts';
import { budgetSpent } from './meter.ts';
import { isSureOf } from './refusal-gate.ts';
import { renderAnswer } from './render-answer.ts';
import { joinNotices, turnNotices } from './turn-notices.ts';
import { notices } from './wording.ts';
import type { Draft } from './write-answer.ts';

export interface Written {
  readonly draft: Draft;
  /** The turn that the draft belongs to: a fallback has one of its own. */
  readonly turn: OpenTurn;
  readonly model: Model;
  readonly notice?: string;
  /** What the model was sent. */
  readonly messages: readonly Message[];
  /** Whether another than the usual model wrote it. */
  readonly isFallback: boolean;
  /** When the turn was begun or gone on with, epoch milliseconds. */
  readonly startedAt: number;
}

export interface TurnToWrite {
  readonly conversation: Conversation;
  readonly turn: OpenTurn;
  readonly skills: SkillUse;
  readonly save: () => Promise<void>;
  /** When the turn was begun or gone on with, epoch milliseconds. */
  readonly startedAt: number;
}

/** Lets the model write, and the fallback where it gives nothing usable within its time, saying why. */
export async function writeTurn(
  { conversation, turn, skills, save, startedAt }: TurnToWrite,
  options: AttemptOptions,
  deps: AnswerTurnDeps,
): Promise<Written> {
  const { plain, started, offer } = skills;
  const { model, fallback, limits, log } = deps;
  const earlier = [...new Set(conversation.turns.flatMap(versionsIn))];
  const readable = await deps.records.documents.readable(earlier, turn.scope.audienceKeys);
  const history = replay(conversation, turn.scope, historyCharsOf(limits, model), readable);
  const question = { ...plain, text: turn.question };
  const limitsOfQuotes = [
    started === undefined ? undefined : notices.notFollowed(started.name),
    hasShared(plain) ? turnNotices.filesUnread : undefined,
  ];
  let notice: string;
  try {
    const use = offer && { offer, conversation };
    const patienceMs = Math.max(leastPatienceMs, modelPatienceMs(limits) - (deps.now() - startedAt));
    const attempt = { model, turn, history, save, patienceMs, ...(use && { skills: use }) };
    const draft = await runAttempt(attempt, question, options, deps);
    if (draft.kind !== 'no_reply' || fallback === undefined || turn.actions !== undefined) {
      const quoted = model.name === quoting ? joinNotices([notices.noModel, ...limitsOfQuotes]) : undefined;
      const messages = [...history, ...turn.messages];
      const isFallback = model.name === quoting;
      return { draft, turn, model, ...(quoted && { notice: quoted }), messages, isFallback, startedAt };
    }
    log.warn('model.no_reply', { model: model.name, outcome: draft.outcome });
    notice = notices.noReply;
  } catch (error) {
    options.signal.throwIfAborted();
    log.warn('model.failed', { model: model.name, reason: loggable(error) });
    if (fallback === undefined && (turn.actions ?? []).length === 0) throw error;
    // What was done is told from the records, whoever can't be reached.
    if (fallback === undefined) return { draft: noReply, turn, model, messages: [], isFallback: true, startedAt };
    notice = noticeFor(error);
  }
  const patienceMs = Math.max(leastPatienceMs, limits.answerSeconds * 1000 - (deps.now() - startedAt));
  const written = await quote(plain, fallback, patienceMs, options, deps);
  return { ...written, startedAt, notice: joinNotices([notice, ...limitsOfQuotes]) ?? notice };
}

/** What the rules say to a question as far as they can be quoted; empty where they can't. Nothing of it is kept. */
export async function quoteAlone(
  question: Question,
  signal: AbortSignal,
  deps: AnswerTurnDeps,
): Promise<readonly Citation[]> {
  const model = deps.model.name === quoting ? deps.model : deps.fallback;
  if (model === undefined) return [];
  const { draft } = await quote(question, model, leastPatienceMs, { signal }, deps);
  if (draft.kind !== 'grounded') return [];
  const { citations } = renderAnswer(draft.content, draft.evidence);
  const quotes = citations.map(({ quote }) => quote);
  return (await isSureOf(question, quotes, deps, signal)) ? citations : [];
}

async function quote(
  question: Question,
  model: Model,
  patienceMs: number,
  options: AttemptOptions,
  deps: AnswerTurnDeps,
): Promise<Omit<Written, 'startedAt'>> {
  const turn = freshTurn(question);
  const attempt = { model, turn, history: [], save: async () => {}, patienceMs };
  // Quoting changes nothing and costs nothing.
  const free = { ...deps, meter: undefined, records: withoutApprovals(deps.records) };
  const draft = await runAttempt(attempt, question, options, free);
  return { draft, turn, model, messages: turn.messages, isFallback: true };
}

function withoutApprovals({
  documents,
  ledger,
}: AnswerTurnDeps['records']): Pick<AnswerTurnDeps['records'], 'documents' | 'ledger'> {
  return { documents, ledger };
}

const noReply = { kind: 'no_reply', outcome: 'empty' } as const;
const leastPatienceMs = 1000;

function noticeFor(error: unknown): string {
  if (error === tooLate) return notices.late;
  if (error === budgetSpent) return turnNotices.budgetSpent;
  const isRejection = error instanceof BylawError && error.code === 'model_rejected';
  return isRejection ? notices.rejected : notices.unavailable;
}
