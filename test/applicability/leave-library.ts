import { limitsOf, passes } from '../../src/applicability/limits.ts';
import type { SearchHit } from '../../src/library/library.ts';
import { bestSentences } from '../../src/models/best-sentences.ts';
import { toSearchResult } from '../../src/tools/search-result.ts';
import { americanLeave, createHandbook, germanLeave, type SmallDocument } from '../answer/small-handbook.ts';

/** A small handbook whose search and records obey what documents are limited to. */
export function leaveLibrary(documents: readonly SmallDocument[] = [germanLeave, americanLeave]) {
  const handbook = createHandbook(documents);
  const { library, versions } = handbook;
  return {
    ...handbook,
    documents: {
      ...handbook.documents,
      matching: async (filter: Parameters<typeof handbook.documents.matching>[0]) =>
        [...versions.values()].filter(({ metadata }) => passes(limitsOf(metadata), filter)).map(({ id }) => id),
    },
    library: {
      ...library,
      search: async (query: Parameters<typeof library.search>[0]) => {
        const found = await library.search({ ...query, filter: [] });
        return {
          ...found,
          hits: found.hits.filter(({ version }) => passes(limitsOf(version.metadata), query.filter ?? [])),
        };
      },
    },
  };
}

/** As the app does it. */
export function bestOfHandbook(question: string, hits: readonly SearchHit[]) {
  const results = hits.map(({ version, passage }) => toSearchResult(version, passage));
  return bestSentences(question, results).map((sentences) =>
    sentences.map(({ result, text, score }) => ({ passage: hits[result]?.passage.id ?? '', text, score })),
  );
}
