import type { Records } from '../records/records.ts';
import { collapseCopies } from './collapse-copies.ts';
import type { Scored } from './fusion.ts';
import type { SearchHit } from './library.ts';

/** The best passages with their versions, copies collapsed, as many as are wanted; what is gone meanwhile is left out. */
export async function readHits(
  { documents }: Pick<Records, 'documents'>,
  ranked: readonly Scored[],
  limit: number,
): Promise<SearchHit[]> {
  const read: SearchHit[] = [];
  let hits: SearchHit[] = [];
  for (let from = 0; from < ranked.length && hits.length < limit; from += limit) {
    const part = ranked.slice(from, from + limit);
    const passages = await documents.passages(part.map(({ passage }) => passage));
    const versions = await documents.versions([...new Set(part.map(({ passage }) => versionOf(passage)))]);
    for (const { passage: id, score } of part) {
      const [passage, version] = [passages.get(id), versions.get(versionOf(id))];
      if (passage && version) read.push({ passage, version, score });
    }
    hits = collapseCopies(read);
  }
  return hits.slice(0, limit);
}

function versionOf(passageId: string): string {
  return passageId.slice(0, passageId.lastIndexOf('#'));
}
