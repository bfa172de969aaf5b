import type { IsoDate, Validity, Version } from '../../domain.ts';
import { type Standing, standingsOf, type Timeline } from './successors.ts';
import { type Interval, isBefore, timelineOf } from './timeline.ts';
import { widerCopies } from './wider-copies.ts';

/** Before any question: a version that ends on this day never answers. */
const never: IsoDate = '0001-01-01';

export interface Ruling {
  readonly version: Version;
  readonly validity: Validity;
}

/** What holds of one document: its versions, oldest first, and what others say of it. */
export interface DocumentRuling extends Pick<Standing, 'successor' | 'problem' | 'note'> {
  readonly newest: Version;
  readonly versions: readonly Ruling[];
}

/**
 * When each version answers: after what its document says over time, and with what documents of the same source say
 * about each other. On every day at most one version of a document does.
 */
export function resolveValidity(versions: readonly Version[]): DocumentRuling[] {
  const timelines = [...Map.groupBy(versions, ({ document }) => document).values()].flatMap((group) => {
    const ordered = group.toSorted((a, b) => a.number - b.number);
    const newest = ordered.at(-1);
    return newest === undefined ? [] : [{ newest, intervals: timelineOf(ordered) }];
  });
  const standings = standingsOf(timelines);
  const wider = widerCopies(timelines.map(({ newest }) => newest));
  return timelines.map((timeline) => {
    const standing = standings.get(timeline.newest.document) ?? { cuts: [] };
    const problem = standing.problem ?? wider.get(timeline.newest.document);
    return ruleOn(timeline, { ...standing, ...(problem !== undefined && { problem }) });
  });
}

/** Whether a question of today may be answered from it; what was merely seen to begin or end has. */
export function isInForce({ validFrom, validTo, seen }: Validity, today: IsoDate): boolean {
  return (seen?.from === true || !isBefore(today, validFrom)) && !hasEnded({ validTo, seen }, today);
}

export function hasEnded({ validTo, seen }: Pick<Validity, 'validTo' | 'seen'>, today: IsoDate): boolean {
  return validTo !== undefined && (seen?.to === true || validTo <= today);
}

function ruleOn({ newest, intervals }: Timeline, { cuts, ...standing }: Standing): DocumentRuling {
  const versions = intervals.map((interval): Ruling => {
    const { version } = interval;
    const ends = [
      ...cuts.filter(({ from }) => version.number >= from).map(({ start }) => start),
      ...(isOver(version) ? [{ on: version.changed?.on ?? version.seenOn, isSeen: true }] : []),
    ];
    const isOut = standing.problem !== undefined || isWithdrawn(version, standing);
    return { version, validity: isOut ? withdrawn(interval) : validityOf(interval, ends) };
  });
  return { newest, versions, ...standing };
}

/**
 * One that says itself that it is over was in force until another took its place, or until the day that it names; where
 * neither is known, nobody can tell when it was.
 */
function isWithdrawn({ metadata }: Version, { successor }: Pick<Standing, 'successor'>): boolean {
  const { status, supersededBy, effectiveTo } = metadata;
  if (status === 'draft') return true;
  const isReplaced = status !== 'active' || supersededBy !== undefined;
  return isReplaced && successor === undefined && (status === 'active' || effectiveTo === undefined);
}

function isOver({ metadata: { status } }: Version): boolean {
  return status === 'superseded' || status === 'archived';
}

function withdrawn({ start }: Interval): Validity {
  return { ...(start.on !== undefined && { validFrom: start.on }), validTo: never };
}

function validityOf({ version, start, end }: Interval, cuts: readonly Interval['start'][]): Validity {
  const ends = end === undefined ? cuts : [end, ...cuts];
  const days = ends.map(({ on }) => on ?? never);
  if (version.metadata.effectiveTo !== undefined) days.push(version.metadata.effectiveTo);
  const validTo = days.sort()[0];
  const seen = {
    ...(start.isSeen && start.on !== undefined && { from: true }),
    ...(validTo !== never && ends.some(({ isSeen }) => isSeen) && { to: true }),
  };
  return {
    ...(start.on !== undefined && { validFrom: start.on }),
    ...(validTo !== undefined && { validTo }),
    ...(Object.keys(seen).length > 0 && { seen }),
  };
}
