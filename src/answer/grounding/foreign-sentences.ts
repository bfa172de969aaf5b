import type { Evidence } from '../clauses.ts';
import { looksEnglish } from '../languages.ts';
import { contentWords } from '../words.ts';
import type { Stretch } from './stretches.ts';

/** Whether a sentence is in another language than what the reply cites; never where that isn't sure. */
export function foreignTo(
  stretches: readonly Stretch[],
  reply: string,
  { languageOf = () => undefined, question = '' }: Evidence,
): (sentence: string) => boolean {
  const quotes = stretches.flatMap(({ clauses }) => clauses).map(({ quote }) => quote);
  const theirs = new Set(quotes.map((quote) => languageOf(quote) ?? languageOf(quotes.join('\n'))));
  const whole = languageOf(reply);
  const asked = languageOf(question);
  // Nobody asked for another language than the policies' own.
  if (asked === undefined ? looksEnglish(question) : asked !== whole) return () => false;
  const quoted = new Set(quotes.flatMap(contentWords));
  return (sentence) => {
    const own = languageOf(sentence) ?? whole;
    const isOther = own !== undefined && own === whole && !theirs.has(own) && !theirs.has(undefined);
    if (!isOther) return false;
    // Made of the clauses' own words, it is no translation, however short.
    const words = contentWords(sentence).filter((word) => /\p{L}/u.test(word));
    const shared = words.filter((word) => quoted.has(word)).length;
    return shared <= words.length / 2;
  };
}
