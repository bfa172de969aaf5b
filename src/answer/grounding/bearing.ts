import type { QualifiedSentence, QualifiedWord } from './qualified-words.ts';
import type { Qualifier } from './qualifier-words.ts';
import type { Place } from './word-places.ts';

/** Qualifiers that bear on the word on one side and are out of its reach on the other. */
export function differing(word: QualifiedWord, said: QualifiedSentence, { word: other, sentence }: Place): Qualifier[] {
  const [here, there] = [reachOf(word, said), reachOf(other, sentence)];
  const added = [...word.under].filter((each) => !bearsOn(each, other, sentence, here.has));
  const dropped = [...other.under].filter(
    (each) =>
      !bearsOn(each, word, said, there.has, false) && !(each === 'must' && commands(said, sentence, word.clause)),
  );
  // "not forbidden" says no twice.
  const denied = [...word.under, ...other.under].find((each) => denials.has(each));
  const isTwice = denied !== undefined && here.denials !== there.denials && Math.max(here.denials, there.denials) > 1;
  return [...added, ...dropped, ...(isTwice && added.length + dropped.length === 0 ? [denied] : [])];
}

/** Whether a clause of a statement orders what the source says must be done: "Report it at once". */
export function commands(said: QualifiedSentence, source: QualifiedSentence, clause?: number): boolean {
  let begin = clause ?? 0;
  while (begin > 0 && said.clauses[begin]?.isJoined === true) begin -= 1;
  return said.words.some(
    ({ isFirst, topic, clause: own }) =>
      isFirst &&
      (clause === undefined || (own >= begin && own <= clause)) &&
      source.words.some((word, n) => {
        if (word.topic !== topic) return false;
        const before = source.words[n - 1];
        return word.under.has('must') || (before?.under.has('must') === true && /ly$/.test(before.shown));
      }),
  );
}

const denials: ReadonlySet<Qualifier> = new Set(['not', 'no', 'ban', 'free']);
/** These may stand anywhere in a sentence; how often they do is compared as well. */
export const roaming: ReadonlySet<Qualifier> = new Set(['only', 'usually', 'sometimes', 'except', 'about', 'even']);
/** These belong to the figure or word that they stand before. */
const bounding: ReadonlySet<Qualifier> = new Set([
  'most',
  'least',
  'over',
  'under',
  'within',
  'until',
  'since',
  'first',
  'last',
  'next',
]);

/** Whether it bears on the word here as well, given what else does where it was found. */
export function bearsOn(
  qualifier: Qualifier,
  word: QualifiedWord,
  sentence: QualifiedSentence,
  beside: ReadonlySet<Qualifier>,
  isAdded = true,
): boolean {
  const own: ReadonlySet<string> = sentence.clauses[word.clause]?.has ?? new Set();
  if (roaming.has(qualifier)) return sentence.counts.has(qualifier);
  // "Ask your manager": whoever is told to has to. "Receipts are not required" tells nobody to.
  if (qualifier === 'must' && word.isFirst && !['free', 'may', 'should'].some((each) => own.has(each))) return true;
  // "Use it only …" says how it may be used.
  if (qualifier === 'may' && !isAdded && word.isFirst && sentence.counts.has('only')) return true;
  const denied = reachOf(word, sentence).has;
  if (qualifier === 'ban' && !isAdded)
    return (
      denied.has('ban') ||
      ((denied.has('not') || denied.has('no')) && (word.isFirst || denied.has('may') || denied.has('must')))
    );
  const isBound = bounding.has(qualifier) && word.figure !== undefined;
  const has = isBound ? word.bounds : reachOf(word, sentence, isAdded).has;
  return holds(has, qualifier, beside.has('not') || beside.has('no'));
}

/** What bears on a word: the qualifiers of its clause, and what clauses before it carry over. */
export function reachOf(
  word: QualifiedWord,
  { clauses }: QualifiedSentence,
  isCarried = true,
): { readonly has: ReadonlySet<Qualifier>; readonly denials: number } {
  const own = clauses[word.clause];
  const has = new Set([...word.under, ...(own?.has ?? [])]);
  let denied = own?.denials ?? 0;
  for (
    let n = word.clause;
    (isCarried || clauses[n]?.isEither === true) &&
    clauses[n]?.goesOn === true &&
    (clauses[n]?.carries.size ?? 0) === 0;
    n -= 1
  ) {
    const before = clauses[n - 1];
    for (const each of before?.carries ?? []) has.add(each);
    denied += before?.denials ?? 0;
  }
  // "Sharing an account or a password is forbidden": what follows is said of both.
  const next = clauses[word.clause + 1];
  if (has.size === 0 && next?.isJoined === true) for (const each of next.has) has.add(each);
  return { has, denials: denied };
}

/** One thing can be said in several ways: "no one may" is a ban, "no receipt is required" leaves people free. */
function holds(has: ReadonlySet<Qualifier>, qualifier: Qualifier, isDenied: boolean): boolean {
  if (has.has(qualifier)) return true;
  const denies = has.has('not') || has.has('no');
  switch (qualifier) {
    case 'ban':
      return denies;
    case 'free':
      return denies && has.has('must');
    case 'not':
    case 'no':
      return denies || has.has('ban') || has.has('free');
    case 'must':
      return isDenied && has.has('free');
    case 'may':
      return isDenied && has.has('ban');
    case 'most':
      return has.has('over') && (denies || has.has('ban'));
    default:
      return false;
  }
}
