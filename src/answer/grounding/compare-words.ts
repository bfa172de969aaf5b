import { bearsOn, differing, reachOf } from './bearing.ts';
import { checkCounts, checkRepeats, type Difference } from './compare-counts.ts';
import { type QualifiedSentence, type QualifiedWord, readSentence } from './qualified-words.ts';
import type { Qualifier } from './qualifier-words.ts';
import { alike, isSame, neighbours, type Place, placesOf, type Ranked, rankSources, topicName } from './word-places.ts';

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
export function compareWords(statement: string, compared: ComparedSources): Difference[] {
  const differences = compareOne(statement, compared);
  if (differences.length === 0) return [];
  return piecesOf(statement, compared.quoted).some((pieces) =>
    pieces.every((piece) => compareOne(piece, compared).length === 0),
  )
    ? []
    : differences;
}

/**
 * Ways to cut a statement that joins what several sentences say, so that each piece comes from another one: then it is
 * as if they had been written one after the other.
 */
function piecesOf(statement: string, quoted: readonly string[]): string[][] {
  if (quoted.length < 2) return [];
  const sources = quoted.map(readSentence);
  const cuts = [...statement.matchAll(/;\s+(?:and |but )?|,\s+(?:and|but)\s+|\s+(?:and|but)\s+|,\s+or\s+|\s+[–—]\s+/g)];
  return cuts
    .map(({ index, 0: joint }) => [statement.slice(0, index), statement.slice(index + joint.length)])
    .filter((pieces) => {
      const nearest = pieces.map((piece) => nearestOf(readSentence(piece), sources));
      return nearest.every((source) => source !== undefined) && new Set(nearest).size === pieces.length;
    });
}

/** The source that has most of it, where that is one, and more than a word or two. */
function nearestOf(piece: QualifiedSentence, sources: readonly QualifiedSentence[]): QualifiedSentence | undefined {
  const [first, second] = rankSources(piece, sources);
  if (first === undefined || piece.words.length < 3 || first.shared <= (second?.shared ?? 0)) return undefined;
  return first.shared >= piece.words.length / 2 ? first.sentence : undefined;
}

function compareOne(statement: string, { quoted, around, isCalculated = false }: ComparedSources): Difference[] {
  // A label of a source that limits something ("At least once a month:") is no mere label where it is repeated.
  const isLimited = quoted.some((text) => leadingLabel.test(text) && labelOf(text) === '');
  const label = (isLimited ? '' : labelOf(statement)) || placeLabelOf(statement, around);
  const said = readSentence(statement.slice(label.length));
  const sources = quoted
    .map((text) => readSentence(text.slice(labelOf(text).length)))
    .filter(({ words }) => words.length > 0);
  const known = [...sources, ...[...around, ...quoted.map(labelOf)].map(readSentence)].flatMap(({ words }) => words);
  const vocabulary = new Set(known.map(topicName));
  const unknown = [...readSentence(label).words, ...said.words].filter(
    (word) => word.figure === undefined && word.said === undefined && !vocabulary.has(word.topic),
  );
  const differences: Difference[] = unknown.map(({ shown }) => ({ kind: 'word', detail: shown }));
  if (sources.length === 0 || isCalculated) return differences;

  const ranked = rankSources(said, sources);
  for (const word of said.words) {
    const difference = checkWord(word, said, ranked);
    if (difference !== undefined) differences.push(difference);
  }
  return [...differences, ...checkCounts(said, ranked), ...checkRepeats(said, sources)];
}

/** "**Carry-over:**" before a sentence only repeats what it is about. */
function labelOf(sentence: string): string {
  const label = leadingLabel.exec(sentence)?.[0] ?? '';
  return [...readSentence(label).counts.keys()].every((qualifier) => qualifier === 'no') ? label : '';
}

const leadingLabel = /^\s*(?:[-*+]\s+)?\*\*[^*\n]{1,60}(?:\*\*:|:\*\*)/;

/** "Germany:" before a sentence of a document that applies there. */
function placeLabelOf(sentence: string, around: readonly string[]): string {
  const label = /^\s*(?:[-*+]\s+)?\p{L}[^.:;!?\d]{0,60}:\s/u.exec(sentence)?.[0] ?? '';
  if (label === '') return '';
  const known = new Set(around.flatMap((text) => readSentence(text).words.map(topicName)));
  const { words, counts } = readSentence(label);
  return counts.size === 0 && words.every(({ topic }) => known.has(topic)) ? label : '';
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
  const own = places[0]?.sentence;
  const isElsewhere = ranked.some(({ sentence }) =>
    sentence.words.some(
      (other) =>
        other.figure !== undefined &&
        !isSame(word, other) &&
        isRival(word, other) &&
        // What another sentence has there may well be said beside it.
        (sentence === own || !said.words.some((each) => each.figure !== undefined && isSame(each, other))) &&
        alike(around, neighbours(other, sentence)) >= nearest + 2,
    ),
  );
  if (isElsewhere) return { kind: 'figure', detail: word.shown };
  return agreesSomewhere(word, said, places);
}

function isRival({ figure: one }: QualifiedWord, { figure: other }: QualifiedWord): boolean {
  return one?.kind === other?.kind && one?.unit === other?.unit;
}
