import type { Answer, Viewer } from '../domain.ts';
import type { DocumentRecords } from '../records/records.ts';

/** Whether the viewer may read all that an answer cites, offers or names, as its documents are now, in force or not. */
export async function mayRead(
  { citations, passages, named = [] }: Pick<Answer, 'citations' | 'passages' | 'named'>,
  viewer: Viewer,
  documents: Pick<DocumentRecords, 'readable'>,
): Promise<boolean> {
  const cited = citations.filter(({ document }) => !document.startsWith('script:')).map(({ passage }) => passage);
  const shown = [...cited, ...passages.map(({ id }) => id)].map((id) => id.slice(0, id.lastIndexOf('#')));
  const ids = [...shown, ...named];
  const readable = await documents.readable([...new Set(ids)], viewer.audienceKeys);
  return ids.every((id) => readable.has(id));
}
