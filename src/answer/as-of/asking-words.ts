/** Stands for a time, with the preposition before it, in the patterns below. */
export const timeMark = '\u0001';

/** How a language asks for the rules of another time. All patterns are for text in lower case. */
export interface AskingWords {
  /** ISO 639 code. */
  readonly language: string;
  /** A rule as it was. */
  readonly past: RegExp;
  /** A rule as it will be. */
  readonly future: RegExp;
  /** Names the rules by their time, whatever the tense; here prepositions stand before the mark. */
  readonly named: RegExp;
  /** What a person did or owns, and questions for a moment: then a time is part of the case. */
  readonly personal: RegExp;
  /** A question that names its day at its end with a marker. */
  readonly marked: RegExp;
  /** Whether a year needs no preposition. */
  readonly hasBareYears: boolean;
  /** Politeness before the question. */
  readonly leadIn: RegExp;
  /** What may stand directly before a time, up to the end of the text before it. */
  readonly prepositions: {
    /** Names the day whose rules are meant, such as "as of". */
    readonly marker: RegExp;
    readonly before: RegExp;
    readonly until: RegExp;
    readonly since: RegExp;
    readonly at: RegExp;
  };
  /** What may stand before a time that is a whole follow-up question. */
  readonly followUp: RegExp;
  /** A whole follow-up question that comes back to the present. */
  readonly today: RegExp;
}

/** Any of the patterns; in them `<` and `>` begin and end a word. */
export function anyOf(...patterns: readonly string[]): RegExp {
  return new RegExp(patterns.map(edges).join('|'), 'u');
}

/** Any of the phrases as the last words of a text. */
export function endingIn(phrases: string): RegExp {
  return new RegExp(`(?:^|[\\s(])(?:${phrases})\\s*$`, 'u');
}

/** Nothing but one of the phrases. */
export function only(phrases: string): RegExp {
  return new RegExp(`^(?:${phrases})?\\s*$`, 'u');
}

/** `\b` knows no letters beyond English. */
function edges(pattern: string): string {
  return pattern.replace(/(?<!\?)</g, '(?<!\\p{L})').replace(/>/g, '(?!\\p{L})');
}
