import type { IsoDate, Version } from '../../domain.ts';

/** When something begins. */
export interface Start {
  /** Absent means that no day is known: before every day. */
  readonly on?: IsoDate;
  /** It is only the day on which something was seen, and not what a document says. */
  readonly isSeen: boolean;
}

/** A version with its first day in force and, where another of the same document takes its place, that one's. */
export interface Interval {
  readonly version: Version;
  readonly start: Start;
  /** `isSeen` where any later version began on a day that was merely seen: then it is over, whatever the clock says. */
  readonly end?: Start;
}

/**
 * One document's versions, oldest first, each with the days that it is the one in force, so that every day has at most
 * one. A later version that begins before an earlier one leaves that no day.
 */
export function timelineOf(versions: readonly Version[]): Interval[] {
  const starts: Start[] = [];
  for (const [i, version] of versions.entries()) {
    const [before, startBefore] = [versions[i - 1], starts[i - 1]];
    starts.push(before && startBefore ? startAfter(before, startBefore, version) : firstStart(version));
  }
  return versions.map((version, i): Interval => {
    const later = starts.slice(i + 1);
    const start = starts[i] ?? { isSeen: true };
    if (later.length === 0) return { version, start };
    const on = later.map((next) => next.on).reduce(earliest);
    return { version, start, end: { ...(on !== undefined && { on }), isSeen: later.some(({ isSeen }) => isSeen) } };
  });
}

/** Whether a day is before another, where an unknown one is before all. */
export function isBefore(a: IsoDate | undefined, b: IsoDate | undefined): boolean {
  return b !== undefined && (a === undefined || a < b);
}

function firstStart({ metadata, changed, seenOn }: Version): Start {
  if (metadata.effectiveFrom !== undefined) return { on: metadata.effectiveFrom, isSeen: false };
  return seen(changed?.on ?? metadata.updated, seenOn);
}

function startAfter(before: Version, startBefore: Start, version: Version): Start {
  const own = version.metadata.effectiveFrom;
  if (own !== undefined && own !== before.metadata.effectiveFrom) return { on: own, isSeen: false };
  // Read anew, as after an update of a parser: the same words, which hold since they did.
  if (version.contentHash !== undefined && version.contentHash === before.contentHash) return startBefore;
  const change = seen(version.changed?.on, version.seenOn);
  // Whoever takes the day away says that there is nothing to wait for.
  if (own === undefined && !startBefore.isSeen) return change;
  return isBefore(startBefore.on, change.on) ? change : startBefore;
}

/** Nothing was changed later than it was seen, whatever clock has dated the change. */
function seen(dated: IsoDate | undefined, seenOn: IsoDate | undefined): Start {
  const on = dated === undefined || isBefore(seenOn, dated) ? (seenOn ?? dated) : dated;
  return { ...(on !== undefined && { on }), isSeen: true };
}

function earliest(a: IsoDate | undefined, b: IsoDate | undefined): IsoDate | undefined {
  return isBefore(a, b) ? a : b;
}
