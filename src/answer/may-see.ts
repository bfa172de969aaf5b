import { dayBefore } from '../days.ts';
import type { Answer, Citation, IsoDate, Viewer } from '../domain.ts';
import type { DocumentRecords } from '../records/records.ts';

/**
 * Whether every passage of an answer stands in a version that the viewer may read and that is in force: on the day that
 * the answer is about, for what it announces later, and for what changed within the time that was asked for before.
 * What it only names has to be readable.
 */
export async function maySee(
  { citations, passages, named = [], asOf }: Pick<Answer, 'citations' | 'passages' | 'named' | 'asOf'>,
  viewer: Viewer,
  documents: Pick<DocumentRecords, 'readable' | 'usable' | 'upcoming'>,
): Promise<boolean> {
  const on = asOf ?? viewer.on;
  const cited = citations.filter(({ document }) => !document.startsWith('script:'));
  const days = Map.groupBy(
    cited.filter(({ isUpcoming }) => isUpcoming !== true),
    (citation) => lastDay(citation, asOf) ?? on,
  );
  const inForce = new Map([...days].map(([day, group]) => [day, versionsOf(group.map(({ passage }) => passage))]));
  inForce.set(on, [...new Set([...(inForce.get(on) ?? []), ...versionsOf(passages.map(({ id }) => id))])]);
  const announced = versionsOf(cited.filter(({ isUpcoming }) => isUpcoming === true).map(({ passage }) => passage));

  const all = [...named, ...announced, ...[...inForce.values()].flat()];
  const readable = await documents.readable(all, viewer.audienceKeys);
  if (!all.every((id) => readable.has(id))) return false;
  for (const [day, ids] of inForce) {
    const usable = await documents.usable(ids, day);
    if (!ids.every((id) => usable.has(id))) return false;
  }
  if (announced.length === 0) return true;
  const [upcoming, begun] = await Promise.all([documents.upcoming(on), documents.usable(announced, on)]);
  return announced.every((id) => upcoming.includes(id) || begun.has(id));
}

/** Of a version whose time was over by the end of the time that was asked for. */
function lastDay({ until }: Citation, asOf: IsoDate | undefined): IsoDate | undefined {
  return asOf !== undefined && until !== undefined && until <= asOf ? dayBefore(until) : undefined;
}

function versionsOf(passages: readonly string[]): string[] {
  return [...new Set(passages.map((id) => id.slice(0, id.lastIndexOf('#'))))];
}
