import type { TextBlock } from '../models/model.ts';
import type { DocumentRecords } from '../records/records.ts';
import { splitSentences } from '../sentences.ts';
import { type AgentLoopDeps, type LoopOutcome, runTurn } from './agent-loop.ts';
import { translationLabel } from './asker-language.ts';
import { asksBack } from './asks-back.ts';
import { type Evidence, isPassageSource, passageIdOf } from './clauses.ts';
import type { OpenTurn } from './conversation.ts';
import type { Problem } from './grounding/problem.ts';
import { type Verdict, verifyAnswer } from './grounding/verify-answer.ts';
import { repairRequest } from './instructions.ts';
import { loadLanguageDetector } from './languages.ts';
import type { LoopContext } from './loop-context.ts';
import { leaksPrompt } from './prompt-leak.ts';
import { checkRuns, passagesNamedBy } from './script-evidence.ts';
import { loadStored, searchResultsIn, toolResultsIn } from './stored-passages.ts';

export type Draft =
  | {
      readonly kind: 'grounded';
      readonly content: readonly TextBlock[];
      readonly evidence: Evidence;
      readonly isCut: boolean;
      /** Its words could not be compared, since it is in another language than what it cites; what says so. */
      readonly translation?: { readonly label: string };
    }
  /** Asks the person for facts that a skill needs, and states nothing. */
  | { readonly kind: 'asked'; readonly content: readonly TextBlock[] }
  | { readonly kind: 'abstained' }
  | { readonly kind: 'refused' }
  /** People have to agree to something first. */
  | { readonly kind: 'awaiting_approval' }
  | { readonly kind: 'no_reply'; readonly outcome: LoopOutcome };

export interface WriteAnswerDeps extends AgentLoopDeps {
  readonly documents: DocumentRecords;
  readonly onChecking: () => void;
}

/**
 * Runs a turn to its reply and checks it. What doesn't pass is asked for once more, naming what is unsupported; what
 * doesn't pass then counts as no answer.
 */
export async function writeAnswer(turn: OpenTurn, deps: WriteAnswerDeps, context: LoopContext): Promise<Draft> {
  for (;;) {
    const end = await runTurn(turn, deps, context);
    if (end.outcome === 'refused' || end.outcome === 'awaiting_approval') return { kind: end.outcome };
    const isCut = end.outcome === 'truncated';
    const content = isCut ? withoutCutSentence(end.content) : end.content;
    if (content.length === 0) return { kind: 'no_reply', outcome: end.outcome };

    // What was done is told from the records; what a model says of it besides can't be checked, so it is not asked again.
    if (turn.actions !== undefined && content.every(({ citations }) => (citations ?? []).length === 0))
      return { kind: 'abstained' };

    deps.onChecking();
    const said = saidWhereSkillsAsk(turn, context);
    const isLeak = leaksPrompt(textOf(content), deps.system);
    if (!isLeak && !isCut && said !== undefined && asksBack(textOf(content), said)) return { kind: 'asked', content };
    const evidence = { ...(await gatherEvidence(content, turn, deps, context)), said, question: turn.question };
    const verdict: Verdict = isLeak ? leak : await verify(content, evidence);
    if (verdict.kind === 'abstained') return { kind: 'abstained' };
    if (verdict.kind === 'grounded') {
      const label = verdict.isTranslated ? await translationLabel(textOf(content)) : undefined;
      return { kind: 'grounded', content, evidence, isCut, ...(label === undefined ? {} : { translation: { label } }) };
    }
    const mayRepair = end.outcome === 'replied' && !turn.repaired;
    deps.log.warn('grounding.rejected', { codes: codesOf(verdict.problems), repair: mayRepair });
    if (!mayRepair) return { kind: 'abstained' };
    turn.repaired = true;
    turn.replied = false;
    turn.messages.push({ role: 'user', content: [{ type: 'text', text: repairRequest(verdict.problems) }] });
    await deps.save();
  }
}

const leak = { kind: 'ungrounded', problems: [{ code: 'leak' }] } as const;

/** Languages are told apart only where words don't fit, since that takes a while to load. */
async function verify(content: readonly TextBlock[], evidence: Evidence): Promise<Verdict> {
  const verdict = verifyAnswer(content, evidence);
  const isOther = verdict.kind === 'ungrounded' && verdict.problems.some(isAboutWords);
  return isOther ? verifyAnswer(content, { ...evidence, languageOf: await loadLanguageDetector() }) : verdict;
}

function isAboutWords({ code }: Problem): boolean {
  return code === 'word' || code === 'qualifier';
}

/** The person's words of the conversation, where a skill is followed; skills need facts that only the person knows. */
function saidWhereSkillsAsk(turn: OpenTurn, { skills, history }: LoopContext): string | undefined {
  const messages = [...history, ...turn.messages];
  if (skills?.isFollowing(messages) !== true) return undefined;
  const said = messages.flatMap(({ role, content }) =>
    role === 'user' ? content.flatMap((block) => (block.type === 'text' ? [block.text] : [])) : [],
  );
  return said.join('\n');
}

function textOf(content: readonly TextBlock[]): string {
  return content.map((block) => block.text).join('');
}

async function gatherEvidence(
  content: readonly TextBlock[],
  turn: OpenTurn,
  { documents }: WriteAnswerDeps,
  { history, viewer }: LoopContext,
): Promise<Evidence> {
  const retrieved = searchResultsIn([...history, ...turn.messages]);
  const cited = content.flatMap(({ citations }) => (citations ?? []).map(({ source }) => source));
  const runs = (turn.scripts ?? []).filter(({ source }) => cited.includes(source));
  const ids = cited.filter(isPassageSource).map(passageIdOf);
  const stored = await loadStored(documents, [...ids, ...passagesNamedBy(runs)], viewer, turn.scope.filter);
  const found = new Set(retrieved.map(({ source }) => passageIdOf(source)));
  const { audienceKeys } = viewer;
  const toolResults = toolResultsIn(turn.messages);
  return { retrieved, stored, audienceKeys, toolResults, runs: checkRuns(runs, found, stored, viewer) };
}

function codesOf(problems: readonly { readonly code: string }[]): string {
  return [...new Set(problems.map(({ code }) => code))].join(',');
}

/** Half a sentence may lack the condition that matters. */
function withoutCutSentence(content: readonly TextBlock[]): TextBlock[] {
  const text = textOf(content);
  const last = splitSentences(text).at(-1);
  if (last === undefined) return [];
  if (/[.!?…]["'”’»)\]*_]*$/.test(text.slice(last.start, last.end))) return [...content];
  let rest = last.start;
  const kept: TextBlock[] = [];
  for (const block of content) {
    if (rest > 0) kept.push({ ...block, text: block.text.slice(0, rest) });
    rest -= block.text.length;
  }
  return kept.every((block) => block.text.trim() === '') ? [] : kept;
}
