import type { QualifiedSentence, QualifiedWord } from './qualified-words.ts';

export interface Ranked<Sentence extends QualifiedSentence = QualifiedSentence> {
  readonly sentence: Sentence;
  readonly shared: number;
}

/** Sources by how much of the statement stands in them, most first. */
export function rankSources<Sentence extends QualifiedSentence>(
  said: QualifiedSentence,
  sources: readonly Sentence[],
): Ranked<Sentence>[] {
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

/** Where a source has a word of the statement. */
export interface Place {
  readonly word: QualifiedWord;
  readonly sentence: QualifiedSentence;
  readonly nearness: number;
}

/** Where the sources have the word: in the sentence nearest to the statement, at the places with the most alike neighbours. */
export function placesOf(word: QualifiedWord, said: QualifiedSentence, ranked: readonly Ranked[]): Place[] {
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

export function isSame(word: QualifiedWord, other: QualifiedWord): boolean {
  if (word.figure === undefined || other.figure === undefined) return word.topic === other.topic;
  const { values, kind, unit } = other.figure;
  const isKind = kind === word.figure.kind || kind === 'number' || word.figure.kind === 'number';
  if (!isKind || (unit !== word.figure.unit && unit !== undefined && word.figure.unit !== undefined)) return false;
  return word.figure.values.some(
    (value) => values.includes(value) || values.some((has) => has.startsWith(`${value}-`)),
  );
}

const reach = 4;

export function neighbours(word: QualifiedWord, { words }: QualifiedSentence): ReadonlySet<string> {
  const at = words.indexOf(word);
  const near = words.slice(Math.max(0, at - reach), at + reach + 1).filter((other) => other !== word);
  return new Set(near.map(({ topic, figure }) => (figure === undefined ? topic : (figure.values[0] ?? topic))));
}

export function alike(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return [...a].filter((each) => b.has(each)).length;
}

export function topicName({ topic }: QualifiedWord): string {
  return topic;
}
