import { dayBefore, dayInWords } from './days.ts';
import type { Citation } from './domain.ts';

type Dated = Pick<Citation, 'document' | 'version' | 'effective' | 'until' | 'isUpcoming'>;

/** Which version of its document a citation stands in, and when that is in force, in words. */
export function versionFacts({ document, version, effective, until, isUpcoming }: Dated): string[] {
  if (document.startsWith('script:')) return ['calculated from the sources of its steps'];
  if (document.startsWith('tool:')) return [];
  return [`version ${version}`, ...daysFact(effective, until, isUpcoming === true)];
}

function daysFact(since: string | undefined, until: string | undefined, isUpcoming: boolean): string[] {
  const end = until === undefined ? undefined : dayInWords(dayBefore(until));
  if (since === undefined) return end === undefined ? [] : [`in force until ${end}`];
  const start = dayInWords(since);
  if (end !== undefined) return [`in force from ${start} to ${end}`];
  return [`in force ${isUpcoming ? 'from' : 'since'} ${start}`];
}
