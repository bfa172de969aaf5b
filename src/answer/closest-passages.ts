import { linkTo } from '../document-link.ts';
import type { ClosePassage, Passage, Question, Version } from '../domain.ts';
import { loggable } from '../errors.ts';
import type { Library } from '../library/library.ts';
import type { Log } from '../log.ts';
import type { Records } from '../records/records.ts';
import { loadStored } from './stored-passages.ts';

export interface ClosestPassagesDeps {
  readonly library: Pick<Library, 'search'>;
  readonly records: Pick<Records, 'documents'>;
  readonly log: Log;
}

const closestCount = 5;
const scoredCount = 50;

/**
 * The passages given, in their order, each with the score that the question's own words give it and 0 where those don't
 * find it; without any, the closest ones. Only what the asker may read. Empty if the library can't be asked.
 */
export async function listPassages(
  question: Question,
  retrieved: readonly string[],
  signal: AbortSignal,
  { library, records, log }: ClosestPassagesDeps,
): Promise<ClosePassage[]> {
  const { viewer, filter, text } = question;
  const limit = retrieved.length > 0 ? scoredCount : closestCount;
  try {
    const { hits } = await library.search({
      text,
      limit,
      audienceKeys: viewer.audienceKeys,
      on: viewer.on,
      filter,
      signal,
    });
    if (retrieved.length === 0)
      return hits.map(({ passage, version, score }) => toClosePassage(passage, version, score));
    const scores = new Map(hits.map(({ passage, score }) => [passage.id, score]));
    const stored = await loadStored(records.documents, retrieved, viewer);
    return retrieved.flatMap((id) => {
      const found = stored.get(id);
      const isVisible = found?.usable === true && viewer.audienceKeys.includes(found.version.audienceKey);
      return isVisible ? [toClosePassage(found.passage, found.version, scores.get(id) ?? 0)] : [];
    });
  } catch (error) {
    signal.throwIfAborted();
    log.warn('passages.not_listed', { reason: loggable(error) });
    return [];
  }
}

function toClosePassage(passage: Passage, version: Version, score: number): ClosePassage {
  const url = linkTo(version.metadata, passage.start);
  return {
    id: passage.id,
    document: passage.document,
    title: version.metadata.title,
    section: passage.headings.join(' › '),
    ...(passage.page === undefined ? {} : { page: passage.page }),
    text: passage.text,
    score,
    ...(url === undefined ? {} : { url }),
  };
}
