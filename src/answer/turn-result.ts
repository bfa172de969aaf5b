import type { Answer, ClosePassage, Question } from '../domain.ts';
import { type ClosestPassagesDeps, listPassages } from './closest-passages.ts';
import { renderAnswer, renderQuestion } from './render-answer.ts';
import { retrievedIds } from './stored-passages.ts';
import { joinNotices } from './turn-notices.ts';
import { notices, wording } from './wording.ts';
import type { Written } from './write-turn.ts';

/** An answer that still lacks its time. */
export interface TurnResult extends Omit<Answer, 'ms'> {
  /** Ids of the passages that were retrieved, cited or not. */
  readonly retrieved: readonly string[];
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number };
}

type Result = Omit<TurnResult, 'usage' | 'id'>;

/** What people get of a draft. */
export async function toResult(
  question: Question,
  { draft, turn, model, notice }: Written,
  signal: AbortSignal,
  deps: ClosestPassagesDeps,
): Promise<Result> {
  const retrieved = retrievedIds(turn.messages);
  const base = { model: model.name, retrieved, ...(notice === undefined ? {} : { notice }) };
  if (draft.kind === 'grounded') {
    const { text, citations } = renderAnswer(draft.content, draft.evidence);
    const passages = await listPassages(question, retrieved, signal, deps);
    const cut = draft.isCut ? { notice: joinNotices([notice, notices.cut]) ?? notices.cut } : {};
    return { ...base, ...cut, status: 'answered', text, citations, passages };
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
