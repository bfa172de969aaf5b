import { dayInWords } from '../../days.ts';
import type { Version, Viewer } from '../../domain.ts';
import type { DocumentRecords } from '../../records/records.ts';
import { followClause } from '../../versions/follow-clause.ts';
import { refersTo } from '../../versions/refers-to.ts';
import { type CitedVersion, clausesOf, contentOf } from './cited-versions.ts';
import { type Remark, titleOf } from './remark.ts';

const mostAnnounced = 3;

/**
 * What will stand in place of the cited clauses: the next version of each cited document, or of one that supersedes it,
 * if this viewer may read it and the clause itself changes.
 */
export async function announceUpcoming(
  cited: readonly CitedVersion[],
  viewer: Viewer,
  documents: DocumentRecords,
): Promise<Remark[]> {
  const upcoming = await upcomingVersions(viewer, documents);
  const remarks: Remark[] = [];
  for (const { version, clauses } of cited) {
    const next = upcoming.find((other) => isNext(other, version));
    const [now, then] =
      next === undefined ? [] : [await contentOf(version, documents), await contentOf(next, documents)];
    if (next?.validFrom === undefined || now === undefined || then === undefined) continue;
    const from = `From ${dayInWords(next.validFrom)}`;
    for (const clause of clauses) {
      const fate = followClause(now, clause, then);
      if (fate.kind === 'same') continue;
      const instead = fate.kind === 'gone' ? [] : await clausesOf(next, fate.sentences, documents);
      if (instead.length === 0) remarks.push([`${from} this no longer stands in `, titleOf(next), '.']);
      else remarks.push([`${from}: `, ...spaced(instead.map((each) => ({ ...each, isUpcoming: true as const })))]);
    }
  }
  return remarks.slice(0, mostAnnounced);
}

/** Those that take effect after today and may be read, the soonest first. */
export async function upcomingVersions({ on, audienceKeys }: Viewer, documents: DocumentRecords): Promise<Version[]> {
  const ids = await documents.upcoming(on);
  if (ids.length === 0) return [];
  const readable = await documents.readable(ids, audienceKeys);
  const versions = await documents.versions([...readable]);
  return [...versions.values()].toSorted((a, b) => ((a.validFrom ?? '') < (b.validFrom ?? '') ? -1 : 1));
}

function isNext(next: Version, version: Version): boolean {
  if (next.document === version.document) return next.number !== version.number;
  const { supersedes } = next.metadata;
  const { supersededBy } = version.metadata;
  return (
    next.source === version.source &&
    ((supersedes !== undefined && refersTo(supersedes, next, version)) ||
      (supersededBy !== undefined && refersTo(supersededBy, version, next)))
  );
}

/** With a space between two that follow one another. */
export function spaced<T>(parts: readonly T[]): (T | string)[] {
  return parts.flatMap((part, i) => (i === 0 ? [part] : [' ', part]));
}
