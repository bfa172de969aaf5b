import stem from 'wink-porter2-stemmer';

/** Counts up whenever the same text would give other tokens, so that an index built before is built anew. */
export const tokenizerVersion = 2;

/**
 * The index terms of a text, in order and with repeats: NFKC, lower case, runs of letters and digits without stop
 * words, stemmed by Porter2. Scripts that are written without spaces become single characters and pairs of them. Accents
 * count for nothing, nor do the article and the spellings of a letter in Arabic: people leave them out when they ask.
 */
export function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  for (const [word] of text.normalize('NFKC').toLowerCase().matchAll(words)) {
    if (unspaced.test(word)) pushMixed(tokens, word);
    else pushWord(tokens, word);
  }
  return tokens;
}

const words = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
// Script extensions, so that the prolonged sound mark stays with its Kana.
const script =
  '\\p{Script_Extensions=Han}\\p{Script_Extensions=Hiragana}\\p{Script_Extensions=Katakana}\\p{Script_Extensions=Hangul}\\p{Script_Extensions=Thai}\\p{Script_Extensions=Lao}\\p{Script_Extensions=Khmer}\\p{Script_Extensions=Myanmar}';
const unspaced = new RegExp(`[${script}]`, 'u');
const runs = new RegExp(`[${script}]+|[^${script}]+`, 'gu');

/** Whether a token is a word of letters, of a script that is written with spaces. */
export function isWord(token: string): boolean {
  return /^[\p{L}\p{M}]+$/u.test(token) && !unspaced.test(token);
}

const stopWords = new Set(
  (
    'a an the and or of to in on for with at by from as is are be been was were do does did how what when where who ' +
    'whom which why can could should would will may might i my me we our us you your it its this that these those ' +
    'there their they he she his her if not no yes about into than then so such any all also get'
  ).split(' '),
);

function pushMixed(tokens: string[], word: string): void {
  for (const [run] of word.matchAll(runs)) {
    if (!unspaced.test(run)) {
      pushWord(tokens, run);
      continue;
    }
    const characters = [...run];
    for (const [i, character] of characters.entries()) {
      tokens.push(character);
      const next = characters[i + 1];
      if (next !== undefined) tokens.push(character + next);
    }
  }
}

function pushWord(tokens: string[], word: string): void {
  if (stopWords.has(word)) return;
  tokens.push(stemOf(arabic.test(word) ? foldArabic(word) : accented.test(word) ? foldAccents(word) : word));
}

const accented = /[ß\u00c0-\u024f\u1e00-\u1eff]/u;
const arabic = /\p{Script=Arabic}/u;

function foldAccents(word: string): string {
  return word.replaceAll('ß', 'ss').normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
}

/** Vowel signs and lengthening go, variants of alif, ya and ta become one, and so does a word with or without "the". */
function foldArabic(word: string): string {
  return word
    .replace(/[\p{M}\u0640]/gu, '')
    .replace(/[أإآٱ]/gu, 'ا')
    .replace(/ى/gu, 'ي')
    .replace(/ة/gu, 'ه')
    .replace(/^(?:[وف]?[بك]?ال|[وف]?لل)(?=.{3})/u, '');
}

const stems = new Map<string, string>();
const maxStems = 200_000;
// The stemmer's patterns take quadratic time; no word of a language is longer.
const maxStemmedChars = 40;

function stemOf(word: string): string {
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
