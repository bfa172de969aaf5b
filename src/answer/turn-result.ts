import { type PrecedenceRule, precedenceRules } from '../conflicts/precedence.ts';
import type { Answer, ClosePassage, Question } from '../domain.ts';
import type { Model } from '../models/model.ts';
import { quoting } from './answer-skills.ts';
import { foreignQuotesNotice, notFoundText } from './asker-language.ts';
import { type AnswerLimits, sidePatienceMs } from './budgets.ts';
import { type ClosestPassagesDeps, listPassages } from './closest-passages.ts';
import { type Conflict, findConflicts, findStatedConflicts } from './find-conflicts.ts';
import { findFollowUps } from './follow-ups.ts';
import { type Meter, noMeter } from './meter.ts';
import { isSureOf, type RefusalDeps } from './refusal-gate.ts';
import { renderAnswer, renderQuestion } from './render-answer.ts';
import { rewriteQuestion } from './rewrite-question.ts';
import { showConflicts } from './show-conflicts.ts';
import type { SideTaskDeps } from './side-task.ts';
import { loadStored, retrievedIds } from './stored-passages.ts';
import { joinNotices } from './turn-notices.ts';
import { notices, wording } from './wording.ts';
import type { Draft } from './write-answer.ts';
import type { Written } from './write-turn.ts';

/** An answer that still lacks its time. */
export interface TurnResult extends Omit<Answer, 'ms'> {
  /** Ids of the passages that were retrieved, cited or not. */
  readonly retrieved: readonly string[];
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number };
}

type Result = Omit<TurnResult, 'usage' | 'id'>;

export interface ToResultDeps extends ClosestPassagesDeps, RefusalDeps {
  readonly sideModel?: Model;
  readonly meter?: Meter;
  readonly limits: Pick<AnswerLimits, 'answerSeconds'>;
  /** How to tell which of two contradicting clauses counts; the more specific, then the newer, unless told. */
  readonly precedence?: readonly PrecedenceRule[];
  readonly now: () => number;
}

/** What people get of a draft. */
export async function toResult(
  question: Question,
  written: Written,
  signal: AbortSignal,
  deps: ToResultDeps,
): Promise<Result> {
  const { draft, turn, model, notice } = written;
  const retrieved = retrievedIds(turn.messages);
  const base = { model: model.name, retrieved, ...(notice === undefined ? {} : { notice }) };
  const isSure =
    draft.kind !== 'grounded' || model.name !== quoting || (await isSureOf(question, quotesOf(draft), deps, signal));
  if (draft.kind === 'grounded' && isSure) {
    const { text, citations } = await withConflicts(question, written, draft, signal, deps);
    const passages = await listPassages(question, retrieved, signal, deps);
    const quotes = citations.map(({ quote }) => quote);
    const foreign = model.name === quoting ? await foreignQuotesNotice(question.text, quotes) : undefined;
    const told = joinNotices([notice, draft.isCut ? notices.cut : undefined, foreign]);
    const followUps = findFollowUps(citations, passages);
    return {
      ...base,
      ...(told === undefined ? {} : { notice: told }),
      ...{ status: 'answered', text, citations, passages },
      ...(followUps.length > 0 ? { followUps } : {}),
    };
  }
  if (draft.kind === 'asked') {
    const text = renderQuestion(draft.content);
    return { ...base, status: 'needs_input', text, citations: [], passages: [] };
  }
  const asked = draft.kind === 'abstained' ? await standingAlone(question, written, signal, deps) : question;
  const passages: ClosePassage[] = await listPassages(asked, [], signal, deps);
  const without = (status: Answer['status'], text: string): Result => ({
    ...base,
    status,
    text,
    citations: [],
    passages,
  });
  if (draft.kind === 'refused') return without('not_found', wording.refused);
  if (retrieved.length === 0 && turn.failures.length > 0) return without('failed', wording.cannotSearch);
  if (draft.kind === 'no_reply') return without('failed', wording.failed);
  return without('not_found', await notFoundText(question.text));
}

function quotesOf({ content, evidence }: Extract<Draft, { kind: 'grounded' }>): string[] {
  return renderAnswer(content, evidence).citations.map(({ quote }) => quote);
}

/** Where passages that were found contradict the answer, both are shown. */
async function withConflicts(
  question: Question,
  written: Written,
  { content, evidence, translation }: Extract<Draft, { kind: 'grounded' }>,
  signal: AbortSignal,
  deps: ToResultDeps,
): Promise<Pick<Answer, 'text' | 'citations'>> {
  const answer = renderAnswer(content, evidence, translation);
  const { viewer } = question;
  const ids = retrievedIds(written.turn.messages);
  const stored = await loadStored(deps.records.documents, ids, viewer);
  const readable = ids
    .flatMap((id) => stored.get(id) ?? [])
    .filter(({ usable, version }) => {
      return usable && viewer.audienceKeys.includes(version.audienceKey);
    });
  const quoted = Map.groupBy(answer.citations, ({ passage }) => passage);
  const quotes = new Map([...quoted].map(([id, citations]) => [id, citations.map(({ quote }) => quote)]));
  const stated = findStatedConflicts(readable, quotes);
  const side = sideDeps(written, deps);
  const seen =
    side && (await findConflicts(question.text, readable, new Set(quotes.keys()), written.turn, side, signal));
  const conflicts = [...stated, ...(seen ?? []).filter((conflict) => !stated.some((each) => isSame(each, conflict)))];
  if (conflicts.length === 0) return answer;
  deps.log.info('answer.conflict', { conflicts: conflicts.length });
  return showConflicts(answer, conflicts.slice(0, mostConflicts), deps.precedence ?? precedenceRules);
}

const mostConflicts = 2;

function isSame(a: Conflict, b: Conflict): boolean {
  const quotesOf = ({ first, second }: Conflict) => [first.quote, second.quote].sort().join('\n');
  return quotesOf(a) === quotesOf(b);
}

/** What is closest to "and for interns?" is found only once it says what it is about. */
async function standingAlone(
  question: Question,
  written: Written,
  signal: AbortSignal,
  deps: ToResultDeps,
): Promise<Question> {
  const side = sideDeps(written, deps);
  if (side === undefined) return question;
  const { messages, turn } = written;
  const history = messages.slice(0, Math.max(0, messages.length - turn.messages.length));
  return { ...question, text: await rewriteQuestion(question.text, history, turn, side, signal) };
}

/** Nothing is done beside what a fallback wrote, nor when time is short. */
function sideDeps(
  { isFallback, startedAt }: Written,
  { sideModel, meter = noMeter, limits, now, log }: ToResultDeps,
): SideTaskDeps | undefined {
  const isLate = now() - startedAt > limits.answerSeconds * 1000 * shareBeforeSideTasks;
  return sideModel === undefined || isFallback || isLate
    ? undefined
    : { sideModel, meter, patienceMs: sidePatienceMs(limits), now, log };
}

const shareBeforeSideTasks = 0.7;
