import type { Answer, Viewer } from '../domain.ts';
import type { DocumentRecords } from '../records/records.ts';

/** Whether every passage of an answer stands in a version that is in force and that the viewer may read. */
export async function maySee(
  { citations, passages }: Pick<Answer, 'citations' | 'passages'>,
  viewer: Viewer,
  documents: Pick<DocumentRecords, 'versions' | 'usable'>,
): Promise<boolean> {
  const cited = citations.filter(({ document }) => !document.startsWith('script:')).map(({ passage }) => passage);
  const ids = [...cited, ...passages.map(({ id }) => id)];
  const versionIds = [...new Set(ids.map((id) => id.slice(0, id.lastIndexOf('#'))))];
  const [versions, usable] = await Promise.all([
    documents.versions(versionIds),
    documents.usable(versionIds, viewer.on),
  ]);
  return versionIds.every((id) => {
    const version = versions.get(id);
    return version !== undefined && usable.has(id) && viewer.audienceKeys.includes(version.audienceKey);
  });
}
