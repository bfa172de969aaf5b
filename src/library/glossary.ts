import type { FilterTerm } from '../domain.ts';
import { isAskedIn } from './question-language.ts';
import { tokensOf } from './tokens.ts';

/** Words that mean the same in this company. */
export interface GlossaryEntry {
  readonly words: readonly string[];
  /** Two letters, such as `de`: not for questions that are clearly asked in another language. */
  readonly language?: string | undefined;
  /** ISO 3166 codes in upper case: not for searches that are limited to other countries. Absent means everywhere. */
  readonly country?: readonly string[] | undefined;
}

export interface Synonyms {
  /** What of the entry stands in the question. */
  readonly asked: readonly string[];
  /** The entry's other words. */
  readonly words: readonly string[];
}

export interface Glossary {
  /** The other words for what the question names, in the order of the glossary, at most those of 10 entries. */
  synonyms(text: string, filter?: readonly FilterTerm[]): readonly Synonyms[];
}

const mostEntries = 10;

export function createGlossary(entries: readonly GlossaryEntry[]): Glossary {
  const known = entries.map((entry) => ({ entry, names: entry.words.map((word) => ({ word, isIn: matcher(word) })) }));
  return {
    synonyms(text, filter = []) {
      const question = { text, tokens: ` ${tokensOf(text).join(' ')} ` };
      const countries = filter.filter(({ field }) => field === 'country').map(({ value }) => value.toUpperCase());
      const found = known.flatMap(({ entry, names }) => {
        const others = names.filter(({ isIn }) => !isIn(question));
        if (others.length === 0 || others.length === names.length) return [];
        if (entry.language !== undefined && !isAskedIn(entry.language, text)) return [];
        if (entry.country && countries.length > 0 && !entry.country.some((code) => countries.includes(code))) return [];
        const asked = names.filter((name) => !others.includes(name));
        return [{ asked: asked.map(({ word }) => word), words: others.map(({ word }) => word) }];
      });
      return found.slice(0, mostEntries);
    },
  };
}

type Question = { readonly text: string; readonly tokens: string };

/** Acronyms that are words as well, such as IT and US, are looked for as they are written. */
function matcher(word: string): (question: Question) => boolean {
  const tokens = tokensOf(word);
  if (tokens.length > 0) return (question) => question.tokens.includes(` ${tokens.join(' ')} `);
  const written = word.trim();
  return ({ text }) => text.split(/[^\p{L}\p{N}&.]+/u).includes(written);
}
