import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IsoDate, Version } from '../domain.ts';
import type { Records } from '../records/records.ts';
import { applicabilityOf, contenderOf, sinceOf } from './contender.ts';
import type { Disagreement } from './disagreement.ts';
import { findPairs } from './find-pairs.ts';
import { findPrecedence, type Precedence, type PrecedenceRule } from './precedence.ts';

/** A clause with where it stands. */
export interface ClausePlace {
  readonly document: string;
  readonly title: string;
  /** Headings joined, empty where it stands under none. */
  readonly section: string;
  readonly page?: number;
  readonly since?: IsoDate;
  readonly owner?: string;
  readonly text: string;
}

export interface LibraryConflict extends Omit<Disagreement, 'specific'> {
  readonly first: ClausePlace;
  readonly second: ClausePlace;
  /** Which of the two counts by the rules of precedence; absent where none tells. */
  readonly counts?: Precedence;
}

export interface ConflictSearch {
  /** The day whose documents are compared. */
  readonly on: IsoDate;
  readonly precedence: readonly PrecedenceRule[];
  /** What nobody can be told contradicts nothing. */
  isReadable(version: Version): boolean;
  readonly signal: AbortSignal;
  onProgress?(done: number, total: number): void;
}

/** Suspected contradictions between all documents in force on a day, whoever may read them; the surest first. */
export async function findConflicts(
  documents: Pick<Records['documents'], 'current' | 'usable' | 'passagesOf'>,
  { on, precedence, isReadable, signal, onProgress }: ConflictSearch,
): Promise<LibraryConflict[]> {
  const current = await documents.current();
  const usable = await documents.usable(
    current.map(({ id }) => id),
    on,
  );
  const versions = current.filter((version) => usable.has(version.id) && isReadable(version));
  const sentences: Sentence[] = [];
  for (const [n, version] of versions.entries()) {
    signal.throwIfAborted();
    sentences.push(...sentencesOf(version, await documents.passagesOf(version.id)));
    onProgress?.(n + 1, versions.length);
    await nextTurn();
  }
  return findPairs(sentences).map(({ kind, likeness, first, second, specific }) => {
    const counts = findPrecedence(contenderOf(first.version), contenderOf(second.version), precedence, specific);
    return { kind, likeness, first: placeOf(first), second: placeOf(second), ...(counts && { counts }) };
  });
}

type Passages = Awaited<ReturnType<Records['documents']['passagesOf']>>;
type Sentence = ReturnType<typeof sentencesOf>[number];

function sentencesOf(version: Version, passages: Passages) {
  const about = {
    version,
    document: version.document,
    title: version.metadata.title,
    applies: applicabilityOf(version),
  };
  return passages.flatMap(({ text, headings, lead, page, sentences }) =>
    sentences.map(({ start, end }) => ({
      ...{ ...about, headings, text: text.slice(start, end) },
      ...(lead !== undefined && { lead }),
      ...(page !== undefined && { page }),
    })),
  );
}

function placeOf({ version, document, title, headings, page, text }: Sentence): ClausePlace {
  const since = sinceOf(version);
  const { owner } = version.metadata;
  return {
    ...{ document, title, section: headings.join(' › '), text },
    ...(page !== undefined && { page }),
    ...(since !== undefined && { since }),
    ...(owner !== undefined && { owner }),
  };
}
