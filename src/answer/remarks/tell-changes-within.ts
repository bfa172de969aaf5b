import { dayBefore, dayInWords } from '../../days.ts';
import type { IsoDate, Version, Viewer } from '../../domain.ts';
import type { DocumentRecords } from '../../records/records.ts';
import { compareVersions } from '../../versions/compare-versions.ts';
import { followClause } from '../../versions/follow-clause.ts';
import { refersTo } from '../../versions/refers-to.ts';
import { spaced } from './announce-upcoming.ts';
import { type CitedVersion, clausesOf, contentOf } from './cited-versions.ts';
import { type Remark, titleOf } from './remark.ts';

/**
 * What stood in place of the cited clauses earlier in the period that was asked for: an answer about March tells what
 * was in force at its end, and what changed within it.
 */
export async function tellChangesWithin(
  cited: readonly CitedVersion[],
  viewer: Viewer,
  documents: DocumentRecords,
): Promise<Remark[]> {
  const from = viewer.asOf?.from ?? viewer.on;
  const remarks: Remark[] = [];
  for (const { version, clauses } of cited) {
    const since = version.validFrom;
    if (since === undefined || since <= from) continue;
    const before = await versionBefore(version, since, viewer, documents);
    const [now, then] =
      before === undefined ? [] : [await contentOf(version, documents), await contentOf(before, documents)];
    if (before === undefined || now === undefined || then === undefined) continue;
    const until = `Until ${dayInWords(dayBefore(since))}`;
    let isTold = false;
    for (const clause of clauses) {
      const fate = followClause(now, clause, then);
      if (fate.kind === 'same') continue;
      const instead = fate.kind === 'gone' ? [] : await clausesOf(before, fate.sentences, documents);
      remarks.push(
        instead.length === 0
          ? [`${until} this did not stand in `, titleOf(before), '.']
          : [`${until}: `, ...spaced(instead)],
      );
      isTold = true;
    }
    if (!isTold && compareVersions(then, now).sections.length > 0)
      remarks.push([titleOf(version), ` changed on ${dayInWords(since)}, but not in what is quoted here.`]);
  }
  return remarks;
}

/** The one that gave way to it on its first day: of the same document, or of the one that it supersedes. */
async function versionBefore(
  version: Version,
  since: IsoDate,
  { audienceKeys }: Viewer,
  documents: DocumentRecords,
): Promise<Version | undefined> {
  const { supersedes } = version.metadata;
  const older = supersedes === undefined ? [] : await documents.findDocuments(supersedes);
  const names = older.filter(({ source, path, title }) => {
    return (
      source === version.source &&
      refersTo(supersedes ?? '', version, { path, metadata: { ...version.metadata, title } })
    );
  });
  const kept = await documents.kept([version.document, ...names.map(({ document }) => document)]);
  const ended = kept.filter(({ id, validTo, validFrom }) => {
    return id !== version.id && validTo === since && (validFrom ?? '') < since;
  });
  const readable = await documents.readable(
    ended.map(({ id }) => id),
    audienceKeys,
  );
  return ended.find(({ id }) => readable.has(id));
}
