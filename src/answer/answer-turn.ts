import type { Answer, ClosePassage, Question } from '../domain.ts';
import { BylawError, loggable } from '../errors.ts';
import type { Library } from '../library/library.ts';
import { type Model, noAnswer } from '../models/model.ts';
import type { Records } from '../records/records.ts';
import { type AttemptDeps, type AttemptOptions, runAttempt, tooLate } from './attempt.ts';
import { modelPatienceMs } from './budgets.ts';
import { listPassages } from './closest-passages.ts';
import type { Conversation, OpenTurn } from './conversation.ts';
import { freshTurn, loadConversation, openTurn, saveConversation } from './conversation-store.ts';
import { closeTurn, replay } from './history.ts';
import { renderAnswer } from './render-answer.ts';
import { retrievedIds } from './stored-passages.ts';
import { notices, wording } from './wording.ts';
import type { Draft } from './write-answer.ts';

export interface AnswerTurnDeps extends AttemptDeps {
  readonly model: Model;
  /** Answers where the model can't; without it such a question fails. */
  readonly fallback?: Model;
  readonly records: Pick<Records, 'documents' | 'conversations' | 'answers' | 'ledger'>;
  readonly library: Pick<Library, 'search'>;
}

/** An answer that still lacks its id and its time. */
export interface TurnResult extends Omit<Answer, 'id' | 'ms'> {
  /** Ids of the passages that were retrieved, cited or not. */
  readonly retrieved: readonly string[];
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number };
}

/** Answers a question within its conversation: by the model, or by the fallback where the model gives nothing usable. */
export async function answerTurn(
  question: Question,
  options: AttemptOptions,
  deps: AnswerTurnDeps,
): Promise<TurnResult> {
  const store = { conversations: deps.records.conversations, now: deps.now, log: deps.log };
  const conversation = await loadConversation(question.conversation, store);
  const turn = openTurn(conversation, question);
  const save = () => saveConversation(conversation, store);
  await save();
  const written = await write(question, conversation, turn, save, options, deps);
  const result = await toResult(question, written, options.signal, deps);

  const { draft } = written;
  const isWhole = draft.kind === 'grounded' && !draft.isCut;
  const verbatim = isWhole && written.turn === turn && turn.replied === true;
  const posted = verbatim ? 'verbatim' : { text: isWhole ? result.text : noAnswer };
  closeTurn(conversation, turn, posted, deps.limits.historyChars);
  await save();
  const usage = { inputTokens: turn.promptTokens, outputTokens: turn.outputTokens };
  return { ...result, ...(usage.outputTokens > 0 ? { usage } : {}) };
}

interface Written {
  readonly draft: Draft;
  /** The turn that the draft belongs to: a fallback has one of its own. */
  readonly turn: OpenTurn;
  readonly model: Model;
  readonly notice?: string;
}

async function write(
  question: Question,
  conversation: Conversation,
  turn: OpenTurn,
  save: () => Promise<void>,
  options: AttemptOptions,
  deps: AnswerTurnDeps,
): Promise<Written> {
  const { model, fallback, limits, log } = deps;
  const startedAt = deps.now();
  const history = replay(conversation.turns, turn.scope, limits.historyChars);
  let notice: string;
  try {
    const attempt = { model, turn, history, save, patienceMs: modelPatienceMs(limits) };
    const draft = await runAttempt(attempt, question, options, deps);
    if (draft.kind !== 'no_reply' || fallback === undefined) {
      return { draft, turn, model, notice: model.name === quoting ? notices.noModel : undefined };
    }
    log.warn('model.no_reply', { model: model.name, outcome: draft.outcome });
    notice = notices.noReply;
  } catch (error) {
    options.signal.throwIfAborted();
    log.warn('model.failed', { model: model.name, reason: loggable(error) });
    if (fallback === undefined) throw error;
    notice = noticeFor(error);
  }
  const quoted = freshTurn(question);
  const patienceMs = Math.max(leastPatienceMs, limits.answerSeconds * 1000 - (deps.now() - startedAt));
  const attempt = { model: fallback, turn: quoted, history: [], save: async () => {}, patienceMs };
  return { draft: await runAttempt(attempt, question, options, deps), turn: quoted, model: fallback, notice };
}

const quoting = 'extractive';
const leastPatienceMs = 1000;

function noticeFor(error: unknown): string {
  if (error === tooLate) return notices.late;
  const isRejection = error instanceof BylawError && error.code === 'model_rejected';
  return isRejection ? notices.rejected : notices.unavailable;
}

type Result = Omit<TurnResult, 'usage'>;

async function toResult(
  question: Question,
  { draft, turn, model, notice }: Written,
  signal: AbortSignal,
  deps: AnswerTurnDeps,
): Promise<Result> {
  const retrieved = retrievedIds(turn.messages);
  const base = { model: model.name, retrieved, ...(notice === undefined ? {} : { notice }) };
  if (draft.kind === 'grounded') {
    const { text, citations } = renderAnswer(draft.content, draft.evidence);
    const passages = await listPassages(question, retrieved, signal, deps);
    return { ...base, ...(draft.isCut ? { notice: notices.cut } : {}), status: 'answered', text, citations, passages };
  }
  const passages: ClosePassage[] = await listPassages(question, [], signal, deps);
  const without = (status: Answer['status'], text: string): Result => ({
    ...base,
    status,
    text,
    citations: [],
    passages,
  });
  if (draft.kind === 'refused') return without('not_found', wording.refused);
  if (retrieved.length === 0 && turn.failures.length > 0) return without('failed', wording.cannotSearch);
  return draft.kind === 'abstained' ? without('not_found', wording.notFound) : without('failed', wording.failed);
}
