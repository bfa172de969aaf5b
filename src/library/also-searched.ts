import { tokensOf } from './tokens.ts';

/**
 * The words that stood in for others, as people write them: the index holds stems only, so each is looked up in the
 * texts that were found. One that stands in none of them is left out, since its word may be of a document that the asker
 * does not get.
 */
export function wordsFor(stems: readonly string[], texts: readonly string[]): string[] {
  const wanted = new Set(stems);
  const words = new Map<string, string>();
  for (const text of wanted.size === 0 ? [] : texts) {
    for (const [word] of text.matchAll(/[\p{L}\p{N}]+/gu)) {
      const [stem, more] = tokensOf(word);
      if (stem === undefined || more !== undefined || !wanted.has(stem) || words.has(stem)) continue;
      words.set(stem, word.toLowerCase());
    }
    if (words.size === wanted.size) break;
  }
  return stems.flatMap((stem) => words.get(stem) ?? []);
}
