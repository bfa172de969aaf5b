import { commands, roaming } from './bearing.ts';
import type { QualifiedSentence, QualifiedWord } from './qualified-words.ts';
import type { Qualifier } from './qualifier-words.ts';
import { isSame, type Ranked, topicName } from './word-places.ts';

export interface Difference {
  /** `word`: no source has it. `qualifier`: a must, may, not, only, at least, before … that was dropped, added or changed. */
  readonly kind: 'word' | 'qualifier' | 'figure';
  /** What in the statement is meant. */
  readonly detail: string;
}

/**
 * How often "only" and the like stand in the statement, in its sources, and in what it takes from the nearest one. Of a
 * statement that repeats nearly all of it, the same is asked of every qualifier.
 */
export function checkCounts(said: QualifiedSentence, ranked: readonly Ranked[]): Difference[] {
  const nearest = ranked[0];
  if (nearest === undefined) return [];
  const topics = new Set(said.words.map(topicName));
  const roamed = [...roaming].filter((qualifier) => {
    const taken = nearest.sentence.words.filter(({ under, topic }) => under.has(qualifier) && topics.has(topic)).length;
    const held = ranked.reduce((sum, { sentence }) => sum + (sentence.counts.get(qualifier) ?? 0), 0);
    const has = said.counts.get(qualifier) ?? 0;
    return has < taken || has > held;
  });
  const held = ranked.reduce((total, { sentence }) => total + (sentence.counts.get('should') ?? 0), 0);
  // A second "recommended" took the place of "required".
  const advised = (said.counts.get('should') ?? 0) > held && held > 0 ? ['should'] : [];
  const isRepetition = repeats(said, nearest.sentence);
  const counted = isRepetition
    ? groups.filter(
        (group) => sum(said, group) !== sum(nearest.sentence, group) && !isTold(group, said, nearest.sentence),
      )
    : [];
  return [...roamed, ...advised, ...counted.map((group) => group[0])].flatMap((detail) =>
    detail === undefined ? [] : [{ kind: 'qualifier', detail }],
  );
}

/** Whether nearly all words are the same, whatever is said of them: "is required" of "is not required". */
function repeats(said: QualifiedSentence, source: QualifiedSentence): boolean {
  const [own, theirs] = [said, source].map(({ words }) => words.filter((word) => word.said === undefined));
  const shared = (own ?? []).filter((word) => theirs?.some((other) => isSame(word, other)) === true).length;
  return shared >= nearCopy * Math.max(own?.length ?? 0, theirs?.length ?? 0);
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
  ['within', 'until'],
  ...[...roaming].map((qualifier) => [qualifier]),
];

/** An imperative on one side is a duty on the other; what is denied on both sides may be a ban here and a "cannot" there. */
function isTold(group: readonly Qualifier[], said: QualifiedSentence, source: QualifiedSentence): boolean {
  if (group.includes('may')) return sum(said, ['may', 'ban']) === sum(source, ['may', 'ban']);
  if (group.includes('not')) return deniesBoth(said, source) || deniesBoth(source, said);
  if (!group.includes('must')) return false;
  return commands(said, source) || commands(source, said) || repeatsCarried(said, source);
}

/** "must be long and be stored" as "must be long and must be stored". */
function repeatsCarried(said: QualifiedSentence, source: QualifiedSentence): boolean {
  const carried = source.clauses.filter(
    ({ goesOn, has }, n) => goesOn && has.size === 0 && source.clauses[n - 1]?.carries.has('must') === true,
  ).length;
  const more = sum(said, ['must']) - sum(source, ['must']);
  return more > 0 && more <= carried;
}

/** "is not kept and not paid out" as "is not kept or paid out". */
function deniesBoth(said: QualifiedSentence, source: QualifiedSentence): boolean {
  const carried = said.clauses.filter(
    ({ isEither, goesOn, has }, n) =>
      isEither && goesOn && has.size === 0 && said.clauses[n - 1]?.carries.has('not') === true,
  ).length;
  const fewer = sum(source, ['not']) - sum(said, ['not']);
  return fewer > 0 && fewer <= carried && source.clauses.every(({ isEither }) => !isEither);
}

function sum({ counts }: QualifiedSentence, group: readonly Qualifier[]): number {
  return group.reduce((total, qualifier) => total + (counts.get(qualifier) ?? 0), 0);
}

/** A word or figure that is said more often than any source says it took another one's place. */
export function checkRepeats(said: QualifiedSentence, sources: readonly QualifiedSentence[]): Difference[] {
  const plain = said.words.filter(({ figure }) => figure === undefined);
  const repeated = plain.filter(({ shown }, i) => plain.findIndex((word) => word.shown === shown) < i);
  const count = (topic: string, words: readonly QualifiedWord[]) => words.filter((word) => word.topic === topic).length;
  const topics = new Set(plain.map(topicName));
  // Sentences of which it repeats most, where there are several, may each bring the word along.
  const joined = sources.filter(
    ({ words }) => words.length > 3 && words.filter(({ topic }) => topics.has(topic)).length >= words.length / 2,
  );
  const held = (topic: string) =>
    Math.max(
      ...sources.map(({ words }) => count(topic, words)),
      joined.reduce((total, { words }) => total + count(topic, words), 0),
    );
  const values = said.words.flatMap(({ figure }) => figure?.values[0] ?? []);
  const countFigure = (value: string, words: readonly QualifiedWord[]) =>
    words.filter(({ figure }) => figure?.values.includes(value) === true).length;
  const figures = [...new Set(values)].filter((value) => {
    const held = sources.reduce((total, { words }) => total + countFigure(value, words), 0);
    return held > 0 && countFigure(value, said.words) > held;
  });
  return [
    ...repeated
      .filter(({ topic }) => plain.filter((word) => word.topic === topic).length > Math.max(1, held(topic)))
      .map(({ shown }) => ({ kind: 'word' as const, detail: shown })),
    ...figures.map((detail) => ({ kind: 'figure' as const, detail })),
  ];
}
