import type { Answer, Viewer } from '../domain.ts';
import type { DocumentRecords } from '../records/records.ts';

/** Whether the viewer may read all that an answer cites or offers, as its documents are now, in force or not. */
export async function mayRead(
  { citations, passages }: Pick<Answer, 'citations' | 'passages'>,
  viewer: Viewer,
  documents: Pick<DocumentRecords, 'readable'>,
): Promise<boolean> {
  const cited = citations.filter(({ document }) => !document.startsWith('script:')).map(({ passage }) => passage);
  const ids = [...cited, ...passages.map(({ id }) => id)].map((id) => id.slice(0, id.lastIndexOf('#')));
  const readable = await documents.readable([...new Set(ids)], viewer.audienceKeys);
  return ids.every((id) => readable.has(id));
}
