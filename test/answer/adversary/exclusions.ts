/** Why a changed sentence is no case; each is counted and printed. */
export type Exclusion = (typeof exclusions)[number];
export const exclusions = [{ because: 'says the same' }, { because: 'no model writes it' }] as const;
const [saysTheSame, noModelWrites] = exclusions;

/** Whether a sentence, before and after its spaces are put right, is no case once `was` became `changed`. */
export function exclusionOf(raw: string, text: string, was: string, changed: string): Exclusion | undefined {
  if (sameRules.some((isSame) => isSame(text, was, changed))) return saysTheSame;
  return gibberish.test(raw) ? noModelWrites : undefined;
}

/** What proves that a changed sentence is still right. */
const sameRules: readonly ((text: string, was: string, changed: string) => boolean)[] = [
  // "must never" and "may never" are a ban either way.
  (text, was, changed) =>
    /^(?:must|shall)$/i.test(was) && changed === 'may' && /\bmay _?\*?(?:not|never)(?![a-z])/.test(text),
  (text, was, changed) =>
    /^(?:may|can|could)$/i.test(was) && changed === 'must' && /\bmust _?\*?never(?![a-z])/.test(text),
  // "limited to a maximum of 8" and "limited to 8" are a limit either way.
  (text, was, changed) =>
    /maximum|up to|at most|no more/i.test(was) && changed === '' && /\b(?:limited|restricted) to \d/.test(text),
  // "can be able to" and "are able to" are leave either way.
  (text, was) => /^(?:may|can)/i.test(was) && /\b(?:is|are) able\b/.test(text),
];

/** What no model writes, or what nobody can tell the meaning of. */
const gibberish =
  /\bnot never\b|\bnever not\b|\b(?:must|may) be able\b|\bonly\b.*\bonly\b|[€$£]at|(?:not|never|no longer)['’]t|\b(?:is|are) able\b|(?:[€$£]|EUR|USD)\s?([\d,]+).*\1 ?(?:EUR|USD) or \1/i;
