import type { QualifiedWord } from './qualified-words.ts';
import { namesOf, type Source } from './sources.ts';

/**
 * Words of a statement that the sentence it rests on doesn't have, though another one that it cites does: "Alcohol must be
 * submitted within 30 days", where one says what is paid of alcohol, and the other when claims are submitted.
 */
export function strayWords(words: readonly QualifiedWord[], sources: readonly Source[]): QualifiedWord[] {
  const anywhere = new Set(sources.flatMap(({ names }) => [...names]));
  const known = words.filter((word) => word.said === undefined && namesOf(word).some((name) => anywhere.has(name)));
  const strays = sources.map(({ names }) => known.filter((word) => !namesOf(word).some((name) => names.has(name))));
  return strays.toSorted((a, b) => a.length - b.length)[0] ?? [];
}
