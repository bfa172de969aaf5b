import { type QualifiedSentence, readSentence } from './qualified-words.ts';
import type { Source } from './sources.ts';
import { subjectOf } from './subjects.ts';
import { tokensOf } from './tokens.ts';
import { rankSources } from './word-places.ts';

/**
 * Ways to cut a statement that joins what several sentences say, so that each piece comes from another one: then it is
 * as if they had been written one after the other.
 */
export function piecesOf(statement: string, sources: readonly Source[]): string[][] {
  if (sources.length < 2) return [];
  const cuts = [...statement.matchAll(/;\s+(?:and |but )?|,\s+(?:and|but)\s+|\s+(?:and|but)\s+|,\s+or\s+|\s+[–—]\s+/g)];
  return cuts
    .map(({ index, 0: joint }) => [statement.slice(0, index), statement.slice(index + joint.length)])
    .filter(([first = '', second = '']) => {
      const [one, other] = [nearestOf(readSentence(first), sources), nearestOf(readSentence(second), sources)];
      return one !== undefined && other !== undefined && one !== other && keepsSubject(first, second, other);
    });
}

/** The source that has most of it, where that is one, and more than a word or two. */
function nearestOf(piece: QualifiedSentence, sources: readonly Source[]): Source | undefined {
  const [first, second] = rankSources(piece, sources);
  if (first === undefined || piece.words.length < 3 || first.shared <= (second?.shared ?? 0)) return undefined;
  return first.shared >= piece.words.length / 2 ? first.sentence : undefined;
}

/** "…, and must be submitted": a piece without a subject of its own speaks of what the one before it speaks of. */
function keepsSubject(first: string, second: string, source: Source): boolean {
  if (namesItsSubject.test(second)) return true;
  const opening = tokensOf(second).find(({ kind }) => kind !== 'light' && kind !== 'joint');
  const begins = tokensOf(source.text).flatMap((token) => (token.kind === 'word' ? [token.topic] : []));
  if (opening?.kind === 'word' && begins.slice(0, 3).includes(opening.topic)) return true;
  const subject = subjectOf(tokensOf(first));
  return subject.every((topic) => source.names.has(topic) || topic === people);
}

const namesItsSubject =
  /^\W*(?:you|your|the|an?|it|its|they|their|this|these|that|those|we|our|he|she|all|each|every|any|no|nobody|there|if|when|in|on|for|after|before)\b/i;

const people = tokensOf('employees').flatMap((token) => (token.kind === 'word' ? [token.topic] : []))[0];
