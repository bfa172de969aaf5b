import type { IsoDate } from '../../domain.ts';

export type DayReading =
  | { readonly kind: 'day'; readonly day: IsoDate }
  | { readonly kind: 'ambiguous' }
  | { readonly kind: 'unknown' };

/** Reads `2026-01-31` (a time may follow), `2026/1/31`, `31.1.2026`, `31 January 2026`, `January 31, 2026`, `31/01/2026`. */
export function parseDay(text: string): DayReading {
  const value = text.trim().replace(/\s+/g, ' ');
  const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ]\d{1,2}:\d{2}.*)?$/.exec(value);
  if (yearFirst) return dayOf(yearFirst[1], yearFirst[3], yearFirst[4]);
  const german = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})$/.exec(value);
  if (german) return dayOf(german[3], german[2], german[1]);
  const slashed = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4})$/.exec(value);
  if (slashed) return slashedDay(slashed[4], Number(slashed[1]), Number(slashed[3]));
  return namedDay(value.replace(/^\p{L}+, /u, ''));
}

/** The day after; in force until and including a day means: no longer in force from the next one on. */
export function dayAfter(day: IsoDate): IsoDate {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

function slashedDay(year: string | undefined, first: number, second: number): DayReading {
  if (first === second || second > 12) return dayOf(year, first, second);
  if (first > 12) return dayOf(year, second, first);
  return { kind: 'ambiguous' };
}

function namedDay(value: string): DayReading {
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th|\.)?(?: of)? (\p{L}+)\.?,? (\d{4})$/iu.exec(value);
  if (dayFirst) return dayOf(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1]);
  const monthFirst = /^(\p{L}+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/iu.exec(value);
  if (monthFirst) return dayOf(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2]);
  return { kind: 'unknown' };
}

const monthNames: readonly (readonly string[])[] = [
  ['january', 'januar', 'jänner'],
  ['february', 'februar'],
  ['march', 'märz', 'maerz'],
  ['april'],
  ['may', 'mai'],
  ['june', 'juni'],
  ['july', 'juli'],
  ['august'],
  ['september'],
  ['october', 'oktober'],
  ['november'],
  ['december', 'dezember'],
];

function monthOf(name = ''): number {
  const start = name.toLowerCase();
  return start.length < 3 ? 0 : monthNames.findIndex((names) => names.some((full) => full.startsWith(start))) + 1;
}

function dayOf(year = '', month: string | number = '', day: string | number = ''): DayReading {
  const iso = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const time = Date.parse(`${iso}T00:00:00Z`);
  const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso);
  return exists ? { kind: 'day', day: iso } : { kind: 'unknown' };
}
