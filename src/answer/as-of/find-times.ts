import { dayOf } from '../../days.ts';
import type { IsoDate, Span } from '../../domain.ts';
import { calendarTimes } from './calendar-times.ts';
import { relativeTimes } from './relative-times.ts';
import { spanOf, type Time } from './time.ts';

/**
 * The times that a text in lower case names, in order, none inside another. Months, quarters and years stand for all of
 * their days. Weekdays and times of the day are left out.
 */
export async function findTimes(text: string, language: string, today: IsoDate): Promise<Time[]> {
  const found = [
    ...numericDays(text),
    ...calendarTimes(text, language, today),
    ...(await relativeTimes(text, language, today)),
  ];
  const times: Time[] = [];
  for (const time of found.toSorted((a, b) => a.start - b.start || b.end - a.end))
    if (time.start >= (times.at(-1)?.end ?? 0)) times.push(time);
  return times;
}

/** With dots the day comes first; with strokes nobody can tell where both numbers could be a month. */
function numericDays(text: string): Time[] {
  const iso = [...text.matchAll(/(?<![\d.-])(\d{4})-(\d{1,2})-(\d{1,2})(?![\d-])/gu)].map((match) => {
    const [, year, month, date] = match.map(Number);
    return aDay(spanOf(match), dayOf(year ?? 0, month ?? 0, date ?? 0));
  });
  const others = [...text.matchAll(/(?<![\d./-])(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4})(?![\d/-])/gu)].map((match) => {
    const [a, b, year] = [Number(match[1]), Number(match[3]), Number(match[4])];
    const dayFirst = dayOf(year, b, a);
    if (match[2] === '.') return aDay(spanOf(match), dayFirst);
    const monthFirst = dayOf(year, a, b);
    const isAmbiguous = dayFirst !== undefined && monthFirst !== undefined && dayFirst !== monthFirst;
    return { ...aDay(spanOf(match), dayFirst ?? monthFirst), isAmbiguous };
  });
  return [...iso, ...others];
}

function aDay(span: Span, day: IsoDate | undefined): Time {
  return { ...span, hasYear: true, period: () => (day === undefined ? undefined : { from: day, to: day }) };
}
