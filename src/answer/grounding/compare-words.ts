import { checkCounts, checkRepeats, type Difference } from './compare-counts.ts';
import { checkWord } from './compare-places.ts';
import { droppedRestrictions } from './dropped-restrictions.ts';
import { withoutImpliedOnly } from './granted-conditions.ts';
import { labelOf, leadingLabelOf, placeLabelOf } from './labels.ts';
import { isManner } from './manners.ts';
import { strayWords } from './mixed-sources.ts';
import { piecesOf } from './pieces.ts';
import { type QualifiedSentence, type QualifiedWord, readSentence } from './qualified-words.ts';
import { type CitedText, type Source, sourcesOf } from './sources.ts';
import { tellsOfOthers } from './subjects.ts';
import { type Ranked, rankSources, topicName } from './word-places.ts';

export interface ComparedSources {
  readonly cited: readonly CitedText[];
  /** What stands over the statement in the reply: "If you are ill:" over a list. */
  readonly lead?: string;
  /** What a script printed says nothing of duties: only the words are compared. */
  readonly isCalculated?: boolean;
}

/**
 * What a statement says differently from its sources, in the same language. Each of its topics must stand in them, under
 * the same qualifiers there, all in one sentence or beside it, with what that sentence makes its rule depend on. A
 * statement may leave other things out, put them in another order and use words of the same meaning. Words alone can't
 * prove that it follows.
 */
export function compareWords(statement: string, compared: ComparedSources): Difference[] {
  // A label that denies or limits is compared with the label of its source.
  const keepsLabels = leadingLabelOf(statement) !== '' && labelOf(statement) === '';
  const sources = sourcesOf(compared.cited, keepsLabels);
  const told = withoutImpliedOnly(statement, sources);
  const differences = compareOne(told, compared, sources);
  if (differences.length === 0) return [];
  const isJoined = piecesOf(told, sources).some((pieces) =>
    pieces.every((piece, n) => {
      // "If you leave, A is paid out and B is not": the condition in front is one for both.
      const lead = [compared.lead ?? '', n > 0 ? frontOf(told) : ''].join('\n');
      return compareOne(piece, { ...compared, lead }, sources).length === 0;
    }),
  );
  return isJoined ? [] : differences;
}

function frontOf(statement: string): string {
  return /^\W*(?:if|when|once|after|before|unless|until|during|in|for)\b[^,;]*,/i.exec(statement)?.[0] ?? '';
}

function compareOne(
  statement: string,
  { cited, lead = '', isCalculated = false }: ComparedSources,
  sources: readonly Source[],
): Difference[] {
  const around = cited.flatMap((each) => each.around);
  // A label of a source that limits something ("At least once a month:") is no mere label where it is repeated.
  const isLimited = sources.some(({ text }) => leadingLabelOf(text) !== '' && labelOf(text) === '');
  const label = (isLimited ? '' : labelOf(statement)) || placeLabelOf(statement, around);
  const said = readSentence(statement.slice(label.length));
  const labelled = [...readSentence(label).words, ...said.words];
  const unknown = unknownWords(labelled, sources, around);
  if (sources.length === 0 || isCalculated) return unknown;

  const ranked = rankSources(said, sources);
  return [
    ...unknown,
    ...said.words.flatMap((word) => checkWord(word, said, ranked) ?? []),
    ...checkCounts(said, ranked),
    ...checkRepeats(said, sources),
    ...checkRestrictions(statement, lead, ranked),
    ...checkSubject(statement, ranked),
    ...strayWords(labelled, sources).map(({ shown }) => ({ kind: 'word' as const, detail: shown })),
  ];
}

function unknownWords(
  words: readonly QualifiedWord[],
  sources: readonly Source[],
  around: readonly string[],
): Difference[] {
  const quoted = vocabularyOf(sources);
  // How fast or how often is said of the rule itself, not of the line over its list.
  const clauses = sources.filter(({ isIntro }) => !isIntro);
  const manners = clauses.length > 0 ? vocabularyOf(clauses) : quoted;
  const vocabulary = vocabularyOf([...around, ...sources.map(({ text }) => labelOf(text))].map(readSentence));
  return words
    .filter(({ figure, said }) => figure === undefined && said === undefined)
    .filter(({ topic, shown }) =>
      isManner(shown) ? !manners.has(topic) : !quoted.has(topic) && !vocabulary.has(topic),
    )
    .map(({ shown }) => ({ kind: 'word', detail: shown }));
}

function vocabularyOf(sentences: readonly QualifiedSentence[]): Set<string> {
  return new Set(sentences.flatMap(({ words }) => words.map(topicName)));
}

/** One of the sources that have as much of the statement has to say it of the same. */
function checkSubject(statement: string, ranked: readonly Ranked<Source>[]): Difference[] {
  const nearest = ranked.filter(({ shared }) => shared === ranked[0]?.shared);
  const differs = nearest.length > 0 && nearest.every(({ sentence }) => tellsOfOthers(statement, sentence));
  return differs ? [{ kind: 'word', detail: 'subject' }] : [];
}

/** Of sources that have as much of the statement, one whose restrictions it keeps is enough. */
function checkRestrictions(statement: string, lead: string, ranked: readonly Ranked<Source>[]): Difference[] {
  const nearest = ranked.filter(({ shared }) => shared === ranked[0]?.shared);
  // The question over an answer has the words of its rule, and not its conditions.
  const quoted = nearest.filter(({ sentence }) => !sentence.isIntro);
  const dropped = (quoted.length > 0 ? quoted : nearest).map(({ sentence }) =>
    droppedRestrictions(statement, lead, sentence),
  );
  if (dropped.some(({ length }) => length === 0)) return [];
  return (dropped[0] ?? []).map((detail) => ({ kind: 'qualifier', detail }));
}
