import { bearsOn, differing, reachOf } from './bearing.ts';
import type { Difference } from './compare-counts.ts';
import type { QualifiedSentence, QualifiedWord } from './qualified-words.ts';
import type { Qualifier } from './qualifier-words.ts';
import { alike, isSame, neighbours, type Place, placesOf, type Ranked } from './word-places.ts';

/** Whether a word of a statement stands under the same qualifiers, and a figure at the same place, where a source has it. */
export function checkWord(
  word: QualifiedWord,
  said: QualifiedSentence,
  ranked: readonly Ranked[],
): Difference | undefined {
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
  const beside = said.words.filter((other) => other.clause === word.clause && other.said === undefined);
  const same = placesOf(word, said, ranked).filter(
    ({ sentence }) => beside.length === 0 || beside.some((one) => sentence.words.some((other) => isSame(one, other))),
  );
  if (same.length > 0) return agreesSomewhere(word, said, same);
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
  if (isElsewhere || (own !== undefined && isSwapped(word, said, own))) return { kind: 'figure', detail: word.shown };
  return agreesSomewhere(word, said, places);
}

/** Whether it took the place of another figure of its source, which took its own: "6 weeks for a birth, 16 for an adoption". */
function isSwapped(word: QualifiedWord, said: QualifiedSentence, source: QualifiedSentence): boolean {
  const places = source.words.filter((other) => other.figure !== undefined && isOfItsKind(word, other));
  const own = places.filter((other) => isSame(word, other));
  if (own.length === 0) return false;
  const held = Math.max(...own.map((other) => sidesAlike(word, said, other, source)));
  return places.some((rival) => {
    const other = said.words.find((each) => each.figure !== undefined && isSame(each, rival));
    if (isSame(word, rival) || other === undefined) return false;
    const isBefore = said.words.indexOf(word) < said.words.indexOf(other);
    const isTurned = own.every((each) => source.words.indexOf(each) < source.words.indexOf(rival) !== isBefore);
    return sidesAlike(word, said, rival, source) - held > (isTurned ? 0 : 1);
  });
}

/** How many of the words right before and right behind it are the same. */
function sidesAlike(
  word: QualifiedWord,
  said: QualifiedSentence,
  other: QualifiedWord,
  source: QualifiedSentence,
): number {
  const [one, two] = [sidesOf(word, said), sidesOf(other, source)];
  return alike(one.before, two.before) + alike(one.behind, two.behind);
}

function sidesOf(word: QualifiedWord, { words }: QualifiedSentence) {
  const at = words.indexOf(word);
  const names = (part: readonly QualifiedWord[]) =>
    part.filter(({ figure }) => figure === undefined).map(({ topic }) => topic);
  return {
    before: new Set(names(words.slice(0, at)).slice(-2)),
    behind: new Set(names(words.slice(at + 1)).slice(0, 3)),
  };
}

/** Lengths of time can take each other's place in whatever unit they are. */
function isOfItsKind(word: QualifiedWord, other: QualifiedWord): boolean {
  const isTime = ({ figure }: QualifiedWord) => figure?.kind === 'number' && times.has(figure.unit ?? '');
  return isRival(word, other) || (isTime(word) && isTime(other));
}

const times = new Set(['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year']);

function isRival({ figure: one }: QualifiedWord, { figure: other }: QualifiedWord): boolean {
  return one?.kind === other?.kind && one?.unit === other?.unit;
}
