import type { Version } from '../../domain.ts';
import { createFinder, type Finder } from './find-document.ts';
import { type Interval, isBefore, type Start } from './timeline.ts';

/** The versions of one document with their days, oldest first; there is at least one. */
export interface Timeline {
  readonly newest: Version;
  readonly intervals: readonly Interval[];
}

/** What other documents, or a document's own word about others, do to it. */
export interface Standing {
  /** From when another document takes its place; it holds for its versions from this number on. */
  readonly cuts: readonly { readonly start: Start; readonly from: number }[];
  /** The document that does so, as it is now. */
  readonly successor?: Version;
  /** Why nobody can tell whether it holds, so that none of it is used. */
  readonly problem?: string;
  /** What its owner should know. */
  readonly note?: string;
}

/**
 * How documents of one source supersede each other, by the newest version of each. A document gives way on the first
 * day in force of the one that takes its place. One that is in a circle, or supersedes itself, is not used at all; what
 * supersedes something that isn't there supersedes nothing.
 */
export function standingsOf(timelines: readonly Timeline[]): Map<string, Standing> {
  const standings = new Map<string, Standing>();
  for (const ofSource of Map.groupBy(timelines, ({ newest }) => newest.source).values()) {
    const linked = ofSource.filter(({ newest: { metadata } }) => metadata.supersedes ?? metadata.supersededBy);
    if (linked.length === 0) continue;
    for (const [document, standing] of standingsIn(ofSource, linked)) standings.set(document, standing);
  }
  return standings;
}

interface Replacement {
  readonly old: Timeline;
  readonly by: Timeline;
  readonly start: Start;
  readonly from: number;
}

function standingsIn(all: readonly Timeline[], linked: readonly Timeline[]): Map<string, Standing> {
  const find = createFinder(all);
  const standings = new Map<string, Standing>();
  const replacements = linked.flatMap((timeline) => {
    const problem = selfReference(timeline, find);
    const note = nothingThere(timeline, find);
    if (problem ?? note) standings.set(timeline.newest.document, { cuts: [], problem, note });
    return problem === undefined ? replacementsOf(timeline, find) : [];
  });
  for (const { old, by, start, from } of replacements) {
    const { cuts = [], successor, ...rest } = standings.get(old.newest.document) ?? {};
    const isSooner = cuts.every((cut) => isBefore(start.on, cut.start.on));
    standings.set(old.newest.document, {
      ...rest,
      cuts: [...cuts, { start, from }],
      successor: isSooner ? by.newest : successor,
    });
  }
  for (const circle of circlesIn(replacements)) {
    const paths = circle.map(({ newest }) => newest.path).sort();
    for (const { newest } of circle) {
      const others = paths.filter((path) => path !== newest.path).join(', ');
      const problem = `it and ${others} supersede each other in a circle: say in one of them only which is newer`;
      standings.set(newest.document, { cuts: [], problem });
    }
  }
  return standings;
}

function replacementsOf(timeline: Timeline, find: Finder): Replacement[] {
  const { supersedes, supersededBy, status } = timeline.newest.metadata;
  const found: Replacement[] = [];
  // A draft supersedes nothing yet.
  const old = supersedes === undefined || status !== 'active' ? undefined : find(supersedes, timeline.newest);
  if (old !== undefined) {
    const said = saidSince(
      timeline,
      ({ metadata }) => metadata.supersedes === supersedes && metadata.status === 'active',
    );
    found.push({ old, by: timeline, start: said.start, from: 0 });
  }
  const by = supersededBy === undefined ? undefined : find(supersededBy, timeline.newest);
  if (by !== undefined) {
    const said = saidSince(timeline, ({ metadata }) => metadata.supersededBy === supersededBy);
    found.push({ old: timeline, by, start: startOf(by), from: said.version.number });
  }
  return found;
}

/** The first of the last versions in a row that say so. */
function saidSince({ intervals }: Timeline, says: (version: Version) => boolean): Interval {
  const before = intervals.findLastIndex(({ version }) => !says(version));
  const first = intervals[before + 1] ?? intervals.at(-1);
  if (first === undefined) throw new Error('a document has no version');
  return first;
}

/** When a document first came into force. */
function startOf({ intervals }: Timeline): Start {
  const starts = intervals.map(({ start }) => start);
  return starts.reduce((first, start) => (isBefore(start.on, first.on) ? start : first));
}

function selfReference({ newest }: Timeline, find: Finder): string | undefined {
  const { supersedes, supersededBy } = newest.metadata;
  const names = (reference: string | undefined) =>
    reference !== undefined && find(reference, newest) === undefined && find.isItself(reference, newest);
  return names(supersedes) || names(supersededBy) ? 'says that it supersedes itself' : undefined;
}

function nothingThere({ newest }: Timeline, find: Finder): string | undefined {
  const { supersedes } = newest.metadata;
  if (supersedes === undefined || find(supersedes, newest) !== undefined || find.isItself(supersedes, newest)) return;
  return `supersedes ${supersedes}, which is not there`;
}

/** Documents from which following what takes their place leads back to them, each circle in its order. */
function circlesIn(replacements: readonly Replacement[]): Timeline[][] {
  let left = replacements;
  for (;;) {
    const [olds, news] = [new Set(left.map(({ old }) => old)), new Set(left.map(({ by }) => by))];
    // Who replaces something and is not replaced, or the other way round, is in no circle.
    const kept = left.filter(({ old, by }) => olds.has(by) && news.has(old));
    if (kept.length === left.length) break;
    left = kept;
  }
  const circles: Timeline[][] = [];
  const seen = new Set<Timeline>();
  for (const { old } of left) {
    const circle: Timeline[] = [];
    for (let at: Timeline | undefined = old; at !== undefined && !seen.has(at); ) {
      const from: Timeline = at;
      seen.add(from);
      circle.push(from);
      at = left.find((replacement) => replacement.old === from)?.by;
    }
    if (circle.length > 0) circles.push(circle);
  }
  return circles;
}
