import { distance } from 'fastest-levenshtein';
import { isWord, tokensOf } from './tokens.ts';

/** The tokens of what may be searched. */
export interface Vocabulary {
  /** With how many letters of a misspelled word the right one begins: fewer find more, and cost more. */
  readonly sureLetters: number;
  /** In how many passages a token occurs; 0 for an unknown one. */
  frequency(token: string): number;
  /** Tokens that begin as this text does, within these lengths, with their frequencies. */
  beginningWith(start: string, least: number, most: number): readonly (readonly [token: string, frequency: number])[];
}

const leastMended = 5;
// Two slips in a short word make another word of it.
const longWord = 9;
const leastFirst = 4;
const leastSecond = 3;
const leastCompound = 10;
const links = ['', 's', 'es', 'n', 'en', 'er'];

/**
 * What an unknown token of a question was probably meant to be: the known one that is spelled almost the same, or the
 * two parts of a compound such as "Urlaubsantrag". Empty if there is none: tokens with digits and short ones are taken
 * at their word.
 */
export function mendToken(token: string, vocabulary: Vocabulary): readonly string[] {
  if (token.length < leastMended || !isWord(token)) return [];
  const similar = findSimilar(token, vocabulary);
  return similar === undefined ? splitCompound(token, vocabulary) : [similar];
}

/** The first letters count as right: people rarely miss those, and it keeps the comparison short. */
function findSimilar(token: string, vocabulary: Vocabulary): string | undefined {
  const slips = token.length < longWord ? 1 : 2;
  const start = [...token].slice(0, vocabulary.sureLetters).join('');
  const near = vocabulary
    .beginningWith(start, token.length - slips, token.length + slips)
    .filter(([known]) => isWord(known))
    .map(([known, frequency]) => ({ known, frequency, slips: slipsBetween(token, known) }))
    .filter((candidate) => candidate.slips <= slips);
  return near.sort((a, b) => a.slips - b.slips || b.frequency - a.frequency || (a.known < b.known ? -1 : 1))[0]?.known;
}

/** Letters that changed places are one slip. */
function slipsBetween(a: string, b: string): number {
  const found = distance(a, b);
  return found === 2 && a.length === b.length && isSwapped(a, b) ? 1 : found;
}

function isSwapped(a: string, b: string): boolean {
  const at = [...a].findIndex((letter, i) => letter !== b[i]);
  return a[at] === b[at + 1] && a[at + 1] === b[at];
}

function splitCompound(token: string, vocabulary: Vocabulary): readonly string[] {
  if (token.length < leastCompound) return [];
  let best: { readonly parts: readonly string[]; readonly shortest: number } | undefined;
  for (let at = leastFirst; at <= token.length - leastSecond; at += 1) {
    const first = knownFirst(token.slice(0, at), vocabulary);
    const second = first === undefined ? undefined : knownSecond(token.slice(at), vocabulary);
    const shortest = Math.min(at, token.length - at);
    if (first !== undefined && second !== undefined && shortest > (best?.shortest ?? 0))
      best = { parts: [first, second], shortest };
  }
  return best?.parts ?? [];
}

function knownFirst(part: string, vocabulary: Vocabulary): string | undefined {
  for (const link of links) {
    if (!part.endsWith(link) || part.length - link.length < leastFirst) continue;
    const [stem] = tokensOf(part.slice(0, part.length - link.length));
    if (stem !== undefined && vocabulary.frequency(stem) > 0) return stem;
  }
  return undefined;
}

/** The end of a compound may have lost its ending, as stems do: of "Urlaubstage" "tag" is left, where "Tage" is known. */
function knownSecond(part: string, vocabulary: Vocabulary): string | undefined {
  if (vocabulary.frequency(part) > 0) return part;
  const longer = vocabulary.beginningWith(part, part.length + 1, part.length + 2);
  return longer.toSorted((a, b) => a[0].length - b[0].length || b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0];
}
