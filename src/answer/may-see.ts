import type { Answer, Viewer } from '../domain.ts';
import type { DocumentRecords } from '../records/records.ts';

/**
 * Whether every passage of an answer stands in a version that the viewer may read and that is in force: on the day that
 * the answer is about, and for what it announces, later.
 */
export async function maySee(
  { citations, passages, asOf }: Pick<Answer, 'citations' | 'passages' | 'asOf'>,
  viewer: Viewer,
  documents: Pick<DocumentRecords, 'readable' | 'usable' | 'upcoming'>,
): Promise<boolean> {
  const on = asOf ?? viewer.on;
  const cited = citations.filter(({ document }) => !document.startsWith('script:'));
  const announced = versionsOf(cited.filter(({ isUpcoming }) => isUpcoming === true).map(({ passage }) => passage));
  const inForce = versionsOf([
    ...cited.filter(({ isUpcoming }) => isUpcoming !== true).map(({ passage }) => passage),
    ...passages.map(({ id }) => id),
  ]);
  const [readable, usable, upcoming] = await Promise.all([
    documents.readable([...announced, ...inForce], viewer.audienceKeys),
    documents.usable([...announced, ...inForce], on),
    announced.length === 0 ? noVersions : documents.upcoming(on),
  ]);
  return (
    [...announced, ...inForce].every((id) => readable.has(id)) &&
    inForce.every((id) => usable.has(id)) &&
    announced.every((id) => upcoming.includes(id) || usable.has(id))
  );
}

const noVersions: readonly string[] = [];

function versionsOf(passages: readonly string[]): string[] {
  return [...new Set(passages.map((id) => id.slice(0, id.lastIndexOf('#'))))];
}
