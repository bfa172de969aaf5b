import { z } from 'zod';
import { applicabilityOf } from '../conflicts/contender.ts';
import { findPairs, mayMeet } from '../conflicts/find-pairs.ts';
import type { Version } from '../domain.ts';
import type { PassageClause, StoredPassage } from './clauses.ts';
import type { OpenTurn } from './conversation.ts';
import { sideInstructions } from './side-instructions.ts';
import { runSideTask, type SideTaskDeps } from './side-task.ts';

/** Two clauses that can't both hold. */
export interface Conflict {
  readonly first: PassageClause;
  readonly second: PassageClause;
  /** Which of the two says more about whom it is for; absent where neither does, or that isn't known. */
  readonly specific?: 'first' | 'second';
}

/**
 * Clauses with another number, date or permission for the same rule, of which one backs the answer. Given are passages
 * that the asker may read today, and by passage what of them is quoted.
 */
export function findStatedConflicts(
  found: readonly StoredPassage[],
  quoted: ReadonlyMap<string, readonly string[]>,
): Conflict[] {
  const sentences = found.flatMap((stored) =>
    sentencesOf(stored).map((text) => ({
      ...{ text, stored, document: stored.passage.document, title: stored.version.metadata.title },
      ...{ headings: stored.passage.headings, applies: applicabilityOf(stored.version) },
      ...(stored.passage.lead !== undefined && { lead: stored.passage.lead }),
    })),
  );
  const isQuoted = ({ stored, text }: (typeof sentences)[number]) =>
    quoted.get(stored.passage.id)?.some((quote) => quote.includes(text) || text.includes(quote)) === true;
  return findPairs(sentences)
    .filter(({ first, second }) => isQuoted(first) || isQuoted(second))
    .map(({ first, second, specific }) => ({
      first: { kind: 'passage', stored: first.stored, quote: first.text } as const,
      second: { kind: 'passage', stored: second.stored, quote: second.text } as const,
      ...(specific && { specific }),
    }))
    .slice(0, mostConflicts);
}

const place = z.strictObject({ passage: z.number().int(), sentence: z.number().int() });
const schema = z.strictObject({ conflicts: z.array(z.strictObject({ first: place, second: place })) });

/**
 * Asks whether passages contradict each other on a question. Given are passages that the asker may read today; only
 * pairs of them that apply in the same place, of which one was `cited`, come back.
 */
export async function findConflicts(
  question: string,
  found: readonly StoredPassage[],
  cited: ReadonlySet<string>,
  turn: OpenTurn,
  deps: SideTaskDeps,
  signal: AbortSignal,
): Promise<Conflict[]> {
  const stored = found.slice(0, mostPassages);
  if (new Set(stored.map(({ passage }) => passage.document)).size < 2) return [];
  const passages = stored.map(({ passage, version }, i) => {
    const lines = sentencesOf({ passage }).map((sentence, n) => `${i + 1}.${n + 1} ${sentence}`);
    return [`Passage ${i + 1}: ${version.metadata.title}${placeOf(version)}`, ...lines].join('\n');
  });
  const task = { name: 'conflict', system: sideInstructions.conflict, text: `Question: ${question}`, passages, schema };
  const reply = await runSideTask(task, turn, deps, signal);
  const clauseAt = ({ passage, sentence }: z.output<typeof place>): PassageClause | undefined => {
    const at = stored[passage - 1];
    const quote = at && sentencesOf(at)[sentence - 1];
    return at === undefined || quote === undefined ? undefined : { kind: 'passage', stored: at, quote };
  };
  return (reply?.conflicts ?? [])
    .flatMap((pair): Conflict[] => {
      const [first, second] = [clauseAt(pair.first), clauseAt(pair.second)];
      return first !== undefined && second !== undefined && isPossible(first, second, cited) ? [{ first, second }] : [];
    })
    .slice(0, mostConflicts);
}

const mostPassages = 8;
const mostConflicts = 2;

function isPossible({ stored: a, quote }: PassageClause, other: PassageClause, cited: ReadonlySet<string>): boolean {
  const { stored: b } = other;
  if (a.passage.id === b.passage.id || quote === other.quote) return false;
  if (!cited.has(a.passage.id) && !cited.has(b.passage.id)) return false;
  return mayMeet(applicabilityOf(a.version), applicabilityOf(b.version));
}

function sentencesOf({ passage }: Pick<StoredPassage, 'passage'>): string[] {
  return passage.sentences.map(({ start, end }) => passage.text.slice(start, end).trim()).filter(Boolean);
}

function placeOf({ metadata: { country } }: Version): string {
  return country.length === 0 ? '' : ` (${country.join(', ')})`;
}
