import type { Answer, ClosePassage, Question } from '../domain.ts';
import { BylawError, loggable } from '../errors.ts';
import type { Library } from '../library/library.ts';
import { type Message, type Model, noAnswer } from '../models/model.ts';
import type { Records } from '../records/records.ts';
import type { Skill } from '../skills/skill.ts';
import { type AnswerSkills, type SkillOffer, startedSkill } from './answer-skills.ts';
import { type AttemptDeps, type AttemptOptions, runAttempt, tooLate } from './attempt.ts';
import { beginWithSkill } from './begin-with-skill.ts';
import { modelPatienceMs } from './budgets.ts';
import { listPassages } from './closest-passages.ts';
import type { Conversation, OpenTurn } from './conversation.ts';
import { freshTurn, loadConversation, openTurn, saveConversation } from './conversation-store.ts';
import { findFollowUps } from './follow-ups.ts';
import { closeTurn, replay } from './history.ts';
import { renderAnswer, renderQuestion } from './render-answer.ts';
import { retrievedIds } from './stored-passages.ts';
import { followedSkills } from './turn-skills.ts';
import { notices, wording } from './wording.ts';
import type { Draft } from './write-answer.ts';

export interface AnswerTurnDeps extends AttemptDeps {
  readonly model: Model;
  /** Answers where the model can't; without it such a question fails. */
  readonly fallback?: Model;
  readonly records: Pick<Records, 'documents' | 'conversations' | 'answers' | 'ledger'>;
  readonly library: Pick<Library, 'search'>;
  readonly skills?: AnswerSkills;
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
  const asked = await findSkills(question, conversation, deps);
  const turn = openTurn(conversation, deps.model.name === quoting ? asked.plain : question, (begun) => {
    if (asked.started && asked.offer) {
      beginWithSkill(begun, asked.started, `${conversation.id} ${conversation.turns.length} ${deps.now()}`);
    }
  });
  const save = () => saveConversation(conversation, store);
  await save();
  const written = await write(asked, conversation, turn, save, options, deps);
  const result = await toResult(asked.plain, written, options.signal, deps);

  const { draft } = written;
  const isOwn = written.turn === turn;
  const isWhole = draft.kind === 'asked' || (draft.kind === 'grounded' && !draft.isCut);
  const verbatim = isWhole && isOwn && turn.replied === true;
  const followed =
    isOwn && asked.offer ? followedSkills({ conversation, turn, offer: asked.offer }, written.messages) : [];
  const posted = verbatim ? 'verbatim' : { text: isWhole ? result.text : noAnswer };
  closeTurn(conversation, turn, posted, deps.limits.historyChars);
  await save();
  const usage = { inputTokens: turn.promptTokens, outputTokens: turn.outputTokens };
  return {
    ...result,
    ...(followed.length > 0 ? { skills: followed } : {}),
    ...(usage.outputTokens > 0 ? { usage } : {}),
  };
}

/** A question with what it may use of skills. */
interface Asked {
  /** Without the name of a skill that it starts: what there is to search for. */
  readonly plain: Question;
  readonly started: Skill | undefined;
  /** Absent where there are none, or nothing that can follow them. */
  readonly offer: SkillOffer | undefined;
}

async function findSkills(
  question: Question,
  conversation: Conversation,
  { skills, model }: AnswerTurnDeps,
): Promise<Asked> {
  if (skills === undefined) return { plain: question, started: undefined, offer: undefined };
  await skills.refresh();
  const found = startedSkill(question.text, skills.startable(question.viewer));
  const plain = found === undefined ? question : { ...question, text: found.rest || found.skill.description };
  if (model.name === quoting) return { plain, started: found?.skill, offer: undefined };
  if (found) conversation.started = [...new Set([...(conversation.started ?? []), found.skill.name])];
  const offer = await skills.offer(question.viewer, conversation.started ?? []);
  return { plain, started: found?.skill, offer: offer.skills.length > 0 ? offer : undefined };
}

interface Written {
  readonly draft: Draft;
  /** The turn that the draft belongs to: a fallback has one of its own. */
  readonly turn: OpenTurn;
  readonly model: Model;
  readonly notice?: string;
  /** What the model was sent. */
  readonly messages: readonly Message[];
}

async function write(
  { plain, started, offer }: Asked,
  conversation: Conversation,
  turn: OpenTurn,
  save: () => Promise<void>,
  options: AttemptOptions,
  deps: AnswerTurnDeps,
): Promise<Written> {
  const { model, fallback, limits, log } = deps;
  const startedAt = deps.now();
  const history = replay(conversation.turns, turn.scope, limits.historyChars);
  const question = { ...plain, text: turn.question };
  const unfollowed = started === undefined ? '' : ` ${notices.notFollowed(started.name)}`;
  let notice: string;
  try {
    const skills = offer && { offer, conversation };
    const attempt = { model, turn, history, save, patienceMs: modelPatienceMs(limits), ...(skills && { skills }) };
    const draft = await runAttempt(attempt, question, options, deps);
    if (draft.kind !== 'no_reply' || fallback === undefined) {
      const quoted = model.name === quoting ? `${notices.noModel}${unfollowed}` : undefined;
      return { draft, turn, model, notice: quoted, messages: [...history, ...turn.messages] };
    }
    log.warn('model.no_reply', { model: model.name, outcome: draft.outcome });
    notice = notices.noReply;
  } catch (error) {
    options.signal.throwIfAborted();
    log.warn('model.failed', { model: model.name, reason: loggable(error) });
    if (fallback === undefined) throw error;
    notice = noticeFor(error);
  }
  const quoted = freshTurn(plain);
  const patienceMs = Math.max(leastPatienceMs, limits.answerSeconds * 1000 - (deps.now() - startedAt));
  const attempt = { model: fallback, turn: quoted, history: [], save: async () => {}, patienceMs };
  const draft = await runAttempt(attempt, plain, options, deps);
  return { draft, turn: quoted, model: fallback, notice: `${notice}${unfollowed}`, messages: quoted.messages };
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
    const followUps = findFollowUps(citations, passages);
    return {
      ...base,
      ...(draft.isCut ? { notice: notices.cut } : {}),
      ...{ status: 'answered', text, citations, passages },
      ...(followUps.length > 0 ? { followUps } : {}),
    };
  }
  if (draft.kind === 'asked') {
    const text = renderQuestion(draft.content);
    return { ...base, status: 'needs_input', text, citations: [], passages: [] };
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
