import stem from 'wink-porter2-stemmer';

/** The Porter2 stem of a word in lower case. */
export function wordStem(word: string): string {
  if (word.length > maxStemmedChars) return word;
  const known = stems.get(word);
  if (known !== undefined) return known;
  // The stemmer looks exceptions up in a plain object, so that "constructor" comes back as a function.
  const stemmed: unknown = stem(word);
  const result = typeof stemmed === 'string' && stemmed !== '' ? stemmed : word;
  if (stems.size >= maxStems) stems.clear();
  stems.set(word, result);
  return result;
}

// The stemmer's patterns take quadratic time; no word of a language is longer.
const maxStemmedChars = 40;
const maxStems = 50_000;
const stems = new Map<string, string>();
