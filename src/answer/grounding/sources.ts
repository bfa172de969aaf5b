import { labelOf } from './labels.ts';
import { type QualifiedSentence, type QualifiedWord, readSentence } from './qualified-words.ts';

/** What a statement cites of one place. */
export interface CitedText {
  /** Sentences in order, those of several citations of one passage together. */
  readonly quoted: readonly string[];
  /** What introduces them: the line over a list, the header of a table. */
  readonly intro?: readonly string[];
  /** Titles, headings and the like: their words may be used, they decide nothing. */
  readonly around: readonly string[];
}

/** A sentence that a statement may rest on. */
export interface Source extends QualifiedSentence {
  readonly text: string;
  readonly isIntro: boolean;
  /** Names of all that a statement which rests on it may speak of. */
  readonly names: ReadonlySet<string>;
  /** Names in the titles and headings over it. */
  readonly titles: ReadonlySet<string>;
}

/** With `keepsLabels` bold labels in front are read as a part of their sentences. */
export function sourcesOf(cited: readonly CitedText[], keepsLabels = false): Source[] {
  return cited.flatMap(({ quoted, intro = [], around }) => {
    const beside = [...around, ...intro, ...quoted.filter(isFragment)].map(readSentence);
    const titles = namesIn(around.map(readSentence));
    const all = [...intro, ...quoted].map((text, n) => ({
      text,
      isIntro: n < intro.length,
      sentence: readSentence(keepsLabels ? text : text.slice(labelOf(text).length)),
      own: namesIn([readSentence(text)]),
    }));
    return all
      .map(({ text, sentence, own, isIntro }, n) => {
        // "It must be taken within a year": what it is about stands before it.
        const before = refersBack.test(text) ? all.slice(0, n).flatMap((each) => [...each.own]) : [];
        return { ...sentence, text, isIntro, names: new Set([...own, ...namesIn(beside), ...before]), titles };
      })
      .filter(({ words }) => words.length > 0);
  });
}

const refersBack =
  /^\W*(?:(?:\p{L}+\s+){0,3}?)(?:it|they|this|these|those|that|such|he|she|its|their|them|both|here|there)\b/iu;

/** An item of a list that is no sentence by itself. */
function isFragment(text: string): boolean {
  const { words, counts } = readSentence(text);
  return /^\s*(?:[-*+]|\d+[.)])\s/.test(text) && words.length <= 6 && counts.size === 0;
}

/** Names under which words and figures are the same in statement and source; a figure has one for each reading. */
export function namesIn(sentences: readonly QualifiedSentence[]): Set<string> {
  return new Set(sentences.flatMap(({ words }) => words.flatMap(namesOf)));
}

export function namesOf({ topic, figure }: QualifiedWord): string[] {
  return figure === undefined ? [topic] : figure.values.map((value) => `#${value}`);
}
