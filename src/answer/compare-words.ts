import { type QualifiedSentence, type QualifiedWord, readSentence } from './qualified-words.ts';
import type { Qualifier } from './qualifier-words.ts';

export interface Difference {
  /** `word`: no source has it. `qualifier`: a must, may, not, only, at least, before … that was dropped, added or changed. */
  readonly kind: 'word' | 'qualifier' | 'figure';
  /** What in the statement is meant. */
  readonly detail: string;
}

export interface ComparedSources {
  /** Sentences that are quoted, and those that introduce them. */
  readonly quoted: readonly string[];
  /** Titles, headings and the like: their words may be used, they decide nothing. */
  readonly around: readonly string[];
  /** What a script printed says nothing of duties: only the words are compared. */
  readonly isCalculated?: boolean;
}

/**
 * What a statement says differently from its sources, in the same language. Each of its topics must stand in them, and
 * under the same qualifiers there. A statement may leave things out, put them in another order and use words of the
 * same meaning. Words alone can't prove that it follows.
 */
export function compareWords(
  statement: string,
  { quoted, around, isCalculated = false }: ComparedSources,
): Difference[] {
  const label = /^\s*(?:[-*+]\s+)?\*\*[^*\n]{1,60}(?:\*\*:|:\*\*)/.exec(statement)?.[0] ?? '';
  const said = readSentence(statement.slice(label.length));
  const sources = quoted.map(readSentence).filter(({ words }) => words.length > 0);
  const known = [...sources, ...around.map(readSentence)].flatMap(({ words }) => words);
  const vocabulary = new Set(known.map(topicName));
  const unknown = [...readSentence(label).words, ...said.words].filter(
    (word) => word.figure === undefined && word.said === undefined && !vocabulary.has(word.topic),
  );
  const differences: Difference[] = unknown.map(({ shown }) => ({ kind: 'word', detail: shown }));
  if (sources.length === 0 || isCalculated) return differences;

  const ranked = rank(said, sources);
  for (const word of said.words) {
    const difference = checkWord(word, said, ranked);
    if (difference !== undefined) differences.push(difference);
  }
  return [
    ...differences,
    ...checkCounts(said, ranked),
    ...checkRepeats(
      said,
      sources.flatMap(({ words }) => words),
    ),
  ];
}

function topicName({ topic }: QualifiedWord): string {
  return topic;
}

interface Ranked {
  readonly sentence: QualifiedSentence;
  readonly shared: number;
}

/** Sources by how much of the statement stands in them. */
function rank(said: QualifiedSentence, sources: readonly QualifiedSentence[]): Ranked[] {
  const topics = said.words.filter(({ figure }) => figure === undefined).map(topicName);
  const values = said.words.flatMap(({ figure }) => figure?.values ?? []);
  const ranked = sources.map((sentence) => {
    const held = new Set(sentence.words.map(topicName));
    const heldValues = new Set(sentence.words.flatMap(({ figure }) => figure?.values ?? []));
    const shared =
      topics.filter((topic) => held.has(topic)).length + values.filter((value) => heldValues.has(value)).length;
    return { sentence, shared };
  });
  return ranked.toSorted((a, b) => b.shared - a.shared);
}

interface Place {
  readonly word: QualifiedWord;
  readonly sentence: QualifiedSentence;
  readonly nearness: number;
}

function checkWord(word: QualifiedWord, said: QualifiedSentence, ranked: readonly Ranked[]): Difference | undefined {
  if (word.figure !== undefined) return checkFigure(word, said, ranked);
  if (word.said !== undefined) return checkSaid(word, word.said, said, ranked);
  const places = placesOf(word, said, ranked);
  if (places.length === 0) {
    // A word of a title: what bears on it can't be compared, so nothing may.
    const added = [...word.under].filter((qualifier) => !ranked.some(({ sentence }) => sentence.counts.has(qualifier)));
    return added.length > 0 ? { kind: 'qualifier', detail: added.join(' ') } : undefined;
  }
  return agreesSomewhere(word, said, places);
}

function agreesSomewhere(
  word: QualifiedWord,
  said: QualifiedSentence,
  places: readonly Place[],
): Difference | undefined {
  const found = places.map((place) => differing(word, said, place));
  const first = found[0];
  if (first === undefined || found.some(({ length }) => length === 0)) return undefined;
  return { kind: 'qualifier', detail: `${first.join(' ')} ${word.shown}` };
}

/** Where the sources have the word: in the sentence nearest to the statement, at the places with the most alike neighbours. */
function placesOf(word: QualifiedWord, said: QualifiedSentence, ranked: readonly Ranked[]): Place[] {
  const around = neighbours(word, said);
  for (const { sentence } of ranked) {
    const same = sentence.words.filter((other) => isSame(word, other));
    if (same.length === 0) continue;
    const places = same.map((other) => ({
      word: other,
      sentence,
      nearness: alike(around, neighbours(other, sentence)),
    }));
    const most = Math.max(...places.map(({ nearness }) => nearness));
    return places.filter(({ nearness }) => nearness === most);
  }
  return [];
}

function isSame(word: QualifiedWord, other: QualifiedWord): boolean {
  if (word.figure === undefined || other.figure === undefined) return word.topic === other.topic;
  const { values, kind, unit } = other.figure;
  const isKind = kind === word.figure.kind || kind === 'number' || word.figure.kind === 'number';
  if (!isKind || (unit !== word.figure.unit && unit !== undefined && word.figure.unit !== undefined)) return false;
  return word.figure.values.some(
    (value) => values.includes(value) || values.some((has) => has.startsWith(`${value}-`)),
  );
}

const reach = 4;

function neighbours(word: QualifiedWord, { words }: QualifiedSentence): ReadonlySet<string> {
  const at = words.indexOf(word);
  const near = words.slice(Math.max(0, at - reach), at + reach + 1).filter((other) => other !== word);
  return new Set(near.map(({ topic, figure }) => (figure === undefined ? topic : (figure.values[0] ?? topic))));
}

function alike(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return [...a].filter((each) => b.has(each)).length;
}

/** Qualifiers that bear on the word on one side and are out of its reach on the other. */
function differing(word: QualifiedWord, said: QualifiedSentence, { word: other, sentence }: Place): Qualifier[] {
  const [here, there] = [reachOf(word, said), reachOf(other, sentence)];
  const added = [...word.under].filter((each) => !bearsOn(each, other, sentence, here.has));
  const dropped = [...other.under].filter((each) => !bearsOn(each, word, said, there.has, false));
  // "not forbidden" says no twice.
  const denied = [...word.under, ...other.under].find((each) => denials.has(each));
  const isTwice = denied !== undefined && here.denials !== there.denials && Math.max(here.denials, there.denials) > 1;
  return [...added, ...dropped, ...(isTwice && added.length + dropped.length === 0 ? [denied] : [])];
}

const denials: ReadonlySet<Qualifier> = new Set(['not', 'no', 'ban', 'free']);
/** These may stand anywhere in a sentence; how often they do is compared as well. */
const roaming: ReadonlySet<Qualifier> = new Set(['only', 'usually', 'except', 'about']);
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
function bearsOn(
  qualifier: Qualifier,
  word: QualifiedWord,
  sentence: QualifiedSentence,
  beside: ReadonlySet<Qualifier>,
  isAdded = true,
): boolean {
  if (roaming.has(qualifier)) return sentence.counts.has(qualifier);
  // "Ask your manager": whoever is told to has to.
  if (qualifier === 'must' && word.isFirst) return true;
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
function reachOf(
  word: QualifiedWord,
  { clauses }: QualifiedSentence,
  isCarried = true,
): { readonly has: ReadonlySet<Qualifier>; readonly denials: number } {
  const own = clauses[word.clause];
  const has = new Set([...word.under, ...(own?.has ?? [])]);
  let denied = own?.denials ?? 0;
  for (let n = word.clause; isCarried && clauses[n]?.goesOn === true && (clauses[n]?.carries.size ?? 0) === 0; n -= 1) {
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

/** "is allowed", "is required": some word beside it must stand under the same in a source. */
function checkSaid(
  word: QualifiedWord,
  qualifier: Qualifier,
  said: QualifiedSentence,
  ranked: readonly Ranked[],
): Difference | undefined {
  const same = placesOf(word, said, ranked);
  if (same.length > 0) return agreesSomewhere(word, said, same);
  const beside = said.words.filter((other) => other.clause === word.clause && other.said === undefined);
  const isSaidOf = beside.some((other) =>
    placesOf(other, said, ranked).some((place) =>
      bearsOn(qualifier, place.word, place.sentence, reachOf(word, said).has),
    ),
  );
  const holdsTime =
    ['before', 'after'].includes(qualifier) && ranked.some(({ sentence }) => sentence.counts.has(qualifier));
  return isSaidOf || holdsTime ? undefined : { kind: 'qualifier', detail: word.shown };
}

/** A figure must be the one that its surroundings have in the source, not another one of the same kind. */
function checkFigure(word: QualifiedWord, said: QualifiedSentence, ranked: readonly Ranked[]): Difference | undefined {
  const places = placesOf(word, said, ranked);
  if (places.length === 0) return undefined;
  const around = neighbours(word, said);
  const nearest = Math.max(...places.map(({ nearness }) => nearness));
  const sentence = places[0]?.sentence;
  const rivals = (sentence?.words ?? []).filter(
    (other) => other.figure !== undefined && !isSame(word, other) && isRival(word, other),
  );
  const isElsewhere =
    sentence !== undefined && rivals.some((other) => alike(around, neighbours(other, sentence)) >= nearest + 2);
  if (isElsewhere) return { kind: 'figure', detail: word.shown };
  return agreesSomewhere(word, said, places);
}

function isRival({ figure: one }: QualifiedWord, { figure: other }: QualifiedWord): boolean {
  return one?.kind === other?.kind && one?.unit === other?.unit;
}

/**
 * How often "only" and the like stand in the statement, in its sources, and in what it takes from the nearest one. Of a
 * statement that repeats nearly all of it, the same is asked of every qualifier.
 */
function checkCounts(said: QualifiedSentence, ranked: readonly Ranked[]): Difference[] {
  const nearest = ranked[0];
  if (nearest === undefined) return [];
  const topics = new Set(said.words.map(topicName));
  const roamed = [...roaming].filter((qualifier) => {
    const taken = nearest.sentence.words.filter(({ under, topic }) => under.has(qualifier) && topics.has(topic)).length;
    const held = ranked.reduce((sum, { sentence }) => sum + (sentence.counts.get(qualifier) ?? 0), 0);
    const has = said.counts.get(qualifier) ?? 0;
    return has < taken || has > held;
  });
  const isRepetition = nearest.shared >= nearCopy * Math.max(said.words.length, nearest.sentence.words.length);
  const counted = isRepetition
    ? groups.filter(
        (group) => sum(said, group) !== sum(nearest.sentence, group) && !isTold(group, said, nearest.sentence),
      )
    : [];
  return [...roamed, ...counted.map((group) => group[0])].flatMap((detail) =>
    detail === undefined ? [] : [{ kind: 'qualifier', detail }],
  );
}

const nearCopy = 0.85;
/** Denials can take each other's place; with them, what is denied changes its name. */
const groups: readonly (readonly Qualifier[])[] = [
  ['not', 'no', 'ban', 'free'],
  ['must'],
  ['may'],
  ['should'],
  ['before'],
  ['after'],
  ['most', 'under'],
  ['least', 'over'],
];

/** An imperative on one side is a duty on the other; what is denied on both sides may be a ban here and a "cannot" there. */
function isTold(group: readonly Qualifier[], said: QualifiedSentence, source: QualifiedSentence): boolean {
  if (group.includes('may')) return sum(said, ['may', 'ban']) === sum(source, ['may', 'ban']);
  if (!group.includes('must')) return false;
  const tells = ({ words: [first] }: QualifiedSentence, other: QualifiedSentence) =>
    first?.isFirst === true && other.words.some(({ topic, under }) => topic === first.topic && under.has('must'));
  return tells(said, source) || tells(source, said);
}

function sum({ counts }: QualifiedSentence, group: readonly Qualifier[]): number {
  return group.reduce((total, qualifier) => total + (counts.get(qualifier) ?? 0), 0);
}

/** A word that is said more often than the sources say it took another one's place. */
function checkRepeats(said: QualifiedSentence, quoted: readonly QualifiedWord[]): Difference[] {
  const plain = said.words.filter(({ figure, said: mark }) => figure === undefined && mark === undefined);
  const repeated = plain.filter(({ shown }, i) => plain.findIndex((word) => word.shown === shown) < i);
  const held = (topic: string) => quoted.filter((word) => word.topic === topic).length;
  return repeated
    .filter(({ topic }) => plain.filter((word) => word.topic === topic).length > Math.max(1, held(topic)))
    .map(({ shown }) => ({ kind: 'word', detail: shown }));
}
