import type { Question, Viewer } from '../domain.ts';
import type { Library } from '../library/library.ts';
import { type Message, type Model, noAnswer } from '../models/model.ts';
import type { Records } from '../records/records.ts';
import { type AnswerSkills, findSkills, quoting, type SkillUse } from './answer-skills.ts';
import { requestsOf } from './approvals.ts';
import type { AttemptDeps, AttemptOptions } from './attempt.ts';
import { beginTurn } from './begin-turn.ts';
import { historyCharsOf, sidePatienceMs } from './budgets.ts';
import { type Conversation, type OpenTurn, questionOf, type Spending } from './conversation.ts';
import { loadConversation, openTurn, saveConversation } from './conversation-store.ts';
import { describeActions, describeElicitations, describeRequests } from './describe-actions.ts';
import { elicitationsOf } from './elicitations.ts';
import { endPending } from './end-pending.ts';
import { closeTurn } from './history.ts';
import { noMeter } from './meter.ts';
import { addRemarks } from './remarks/add-remarks.ts';
import { settleDay } from './settle-day.ts';
import { summarizeAttachments } from './summarize-attachments.ts';
import { supersede } from './supersede.ts';
import { joinNotices, turnNotices } from './turn-notices.ts';
import { type ToResultDeps, type TurnResult, toResult } from './turn-result.ts';
import { followedSkills } from './turn-skills.ts';
import { quoteAlone, type Written, writeTurn } from './write-turn.ts';

export interface AnswerTurnDeps extends AttemptDeps {
  readonly model: Model;
  /** Answers where the model can't; without it such a question fails. */
  readonly fallback?: Model;
  readonly records: Pick<Records, 'documents' | 'conversations' | 'answers' | 'ledger'> &
    Partial<Pick<Records, 'approvals' | 'elicitations'>>;
  readonly library: Pick<Library, 'search'>;
  readonly skills?: AnswerSkills;
  readonly precedence?: ToResultDeps['precedence'];
  readonly refuseBelow?: ToResultDeps['refuseBelow'];
}

/** How a turn came out. It is to be recorded first and closed then: what broke off in between goes on from here. */
export interface TurnEnd {
  readonly result: TurnResult;
  close(): Promise<void>;
}

/** Answers a question within its conversation: by the model, or by the fallback where the model gives nothing usable. */
export async function answerTurn(
  asked: Question,
  answer: string,
  options: AttemptOptions,
  deps: AnswerTurnDeps,
): Promise<TurnEnd> {
  const startedAt = deps.now();
  const { conversation, isLost } = await loadConversation(asked.conversation, storeOf(deps));
  const settled = await settleDay(asked, conversation);
  if (settled.kind === 'unclear') return { result: askedBack(answer, settled.text, deps.model), close: async () => {} };
  const { question, plain } = settled;
  const past = await supersede(conversation, question, isLost, deps);
  const skills = await findSkills({ ...question, text: plain }, conversation, deps);
  const isQuoting = deps.model.name === quoting;
  const spending: Spending = { promptTokens: 0, outputTokens: 0 };
  const { sideModel, meter = noMeter, now, log } = deps;
  const side = { ...(sideModel && { sideModel }), meter, patienceMs: sidePatienceMs(deps.limits), now, log };
  const { attachments } = isQuoting ? question : await summarizeAttachments(question, spending, side, options.signal);
  const turn = openTurn(conversation, isQuoting ? skills.plain : question, answer, (begun) => {
    if (isQuoting) return;
    Object.assign(begun, spending);
    const moment = `${conversation.id} ${conversation.turns.length} ${deps.now()}`;
    const skill = skills.offer && skills.started;
    const { text, isQuoted, thread } = question;
    const shared = { text, isQuoted, thread, attachments };
    beginTurn(begun, { question: shared, skill, moment, maxChars: deps.limits.resultChars });
  });
  const notice = joinNotices([isLost ? turnNotices.forgotten : undefined, past.notice]);
  const { result, close } = await proceed({ conversation, turn, skills, answer, startedAt }, options, deps);
  const about = {
    ...withNotice(joinNotices([notice, result.notice])),
    ...(past.ids.length === 0 ? {} : { superseded: past.ids }),
  };
  return { result: { ...result, ...about }, close };
}

/** Goes on with a turn that waited for people. */
export async function resumeTurn(
  conversation: Conversation,
  turn: OpenTurn,
  answer: string,
  options: AttemptOptions,
  deps: AnswerTurnDeps,
): Promise<TurnEnd> {
  const skills = await findSkills(questionOf(turn, conversation.id), conversation, deps);
  return proceed({ conversation, turn, skills, answer, startedAt: deps.now() }, options, deps);
}

interface Proceeding {
  readonly conversation: Conversation;
  readonly turn: OpenTurn;
  readonly skills: SkillUse;
  /** For a turn that an older version began. */
  readonly answer: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

async function proceed(
  { conversation, turn, skills, answer, startedAt }: Proceeding,
  options: AttemptOptions,
  deps: AnswerTurnDeps,
): Promise<TurnEnd> {
  const id = turn.answer ?? answer;
  const save = () => saveConversation(conversation, storeOf(deps));
  const written = await writeTurn({ conversation, turn, skills, save, startedAt }, options, deps);
  if (written.draft.kind === 'awaiting_approval')
    return { result: { id, ...awaiting(turn, deps.model) }, close: async () => {} };

  const found = await toResult(skills.plain, written, options.signal, deps);
  const quoteFor = (viewer: Viewer) => quoteAlone({ ...skills.plain, viewer }, options.signal, deps);
  const result = await addRemarks(found, skills.plain, quoteFor, options.signal, deps);
  await endPending(turn, conversation.id, { ...deps.records, now: deps.now });
  const posted = postedOf(written, turn, result);
  const used = { conversation, turn, offer: skills.offer };
  const ended = { id, ...withActions(result, turn), ...usageOf(turn), ...followed(written, used) };
  return {
    result: ended,
    close: async () => {
      closeTurn(conversation, turn, posted, historyCharsOf(deps.limits, deps.model));
      await save();
    },
  };
}

function postedOf(
  { draft, turn: writer }: Written,
  turn: OpenTurn,
  { text, status }: Pick<TurnResult, 'text' | 'status'>,
) {
  // Quotes that turned out not to be sure enough were not posted.
  const isPosted = draft.kind === 'grounded' && status !== 'not_found';
  const isWhole = draft.kind === 'asked' || (isPosted && !draft.isCut);
  if (isWhole && writer === turn && turn.replied === true) return 'verbatim';
  return { text: isWhole ? text : noAnswer };
}

function followed(
  { turn: writer, messages }: Written,
  { conversation, turn, offer }: Pick<Proceeding, 'conversation' | 'turn'> & Pick<SkillUse, 'offer'>,
): Pick<TurnResult, 'skills'> {
  if (writer !== turn || offer === undefined) return {};
  const skills = followedSkills({ conversation, turn, offer }, messages as Message[]);
  return skills.length > 0 ? { skills } : {};
}

function askedBack(id: string, text: string, { name: model }: Model): TurnResult {
  return { ...{ id, status: 'needs_input', text, model }, citations: [], passages: [], retrieved: [] };
}

function awaiting(turn: OpenTurn, model: Model): Omit<TurnResult, 'id'> {
  const approvals = requestsOf(turn.pending ?? []);
  const elicitations = elicitationsOf(turn.pending ?? []);
  const told = [
    describeActions(turn.actions ?? []),
    describeRequests({ approvals }),
    describeElicitations(elicitations),
  ];
  const text = told.filter(Boolean).join('\n');
  return {
    ...{ status: 'awaiting_approval', text, citations: [], passages: [], retrieved: [] },
    ...(approvals.length === 0 && elicitations.length > 0 ? {} : { approvals }),
    ...(elicitations.length === 0 ? {} : { elicitations }),
    model: model.name,
    ...usageOf(turn),
  };
}

/** What was done, or not, stands first and rests on the records; without it an answer that found nothing is no answer. */
function withActions(result: Omit<TurnResult, 'id'>, { actions = [] }: OpenTurn): Omit<TurnResult, 'id'> {
  if (actions.length === 0) return result;
  const told = describeActions(actions);
  const isAnswer = result.status === 'answered' || result.status === 'needs_input';
  return {
    ...result,
    ...(isAnswer ? { text: `${told}\n\n${result.text}` } : { status: 'answered', text: told, passages: [] }),
  };
}

function usageOf({ promptTokens, outputTokens }: OpenTurn): Pick<TurnResult, 'usage'> {
  return outputTokens > 0 ? { usage: { inputTokens: promptTokens, outputTokens } } : {};
}

function withNotice(notice: string | undefined): { notice?: string } {
  return notice === undefined ? {} : { notice };
}

function storeOf({ records, now, log }: AnswerTurnDeps) {
  return { conversations: records.conversations, now, log };
}
