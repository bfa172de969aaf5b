import type { Chrono } from 'chrono-node';
import { dayOf } from '../../days.ts';
import type { IsoDate } from '../../domain.ts';
import { monthsOf, type Period, spanOf, type Time } from './time.ts';
import { timeWords } from './time-words.ts';

/** Times counted from today: last year, the previous month, two years ago. */
export async function relativeTimes(text: string, language: string, today: IsoDate): Promise<Time[]> {
  const words = timeWords[language];
  if (words === undefined) return [];
  const counted = words.relative
    .filter(({ unit }) => unit !== 'year')
    .flatMap(({ words: source, unit, steps }) =>
      [...text.matchAll(new RegExp(`(?<!\\p{L})(?:${source})(?!\\p{L})`, 'gu'))].map((match) => {
        const period = countedFrom(today, unit === 'quarter' ? 3 : 1, steps);
        return { ...spanOf(match), hasYear: true, period: () => period };
      }),
    );
  return words.ago?.test(text) === true ? [...counted, ...(await daysAgo(text, language, today))] : counted;
}

function countedFrom(today: IsoDate, length: number, steps: number): Period | undefined {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const first = Math.floor((month - 1) / length) * length + 1;
  return monthsOf(year, first + steps * length, length);
}

/** What chrono counts back to a day; dates it reads by other rules than ours, and those are read elsewhere. */
async function daysAgo(text: string, language: string, today: IsoDate): Promise<Time[]> {
  const chrono = await loadChrono(language);
  const noon = { instant: new Date(`${today}T12:00:00Z`), timezone: 0 };
  return (chrono?.parse(text, noon) ?? []).flatMap(({ index, text: words, start }) => {
    const [year, month, date] = [start.get('year'), start.get('month'), start.get('day')];
    const day = dayOf(year ?? 0, month ?? 0, date ?? 0);
    const isCountedBack = start.get('year') !== null && !start.isCertain('hour') && day !== undefined && day < today;
    const isDate = /\d{4}|\d[./-]\d/.test(words) || (start.isCertain('day') && /\d/.test(words));
    if (!isCountedBack || isDate) return [];
    return [{ start: index, end: index + words.length, hasYear: true, period: () => ({ from: day, to: day }) }];
  });
}

/** Each takes a while to load, and most questions need none. */
async function loadChrono(language: string): Promise<Pick<Chrono, 'parse'> | undefined> {
  switch (language) {
    case 'en':
      return (await import('chrono-node/en')).casual;
    case 'de':
      return (await import('chrono-node/de')).casual;
    case 'fr':
      return (await import('chrono-node/fr')).casual;
    case 'es':
      return (await import('chrono-node/es')).casual;
    case 'it':
      return (await import('chrono-node/it')).casual;
    case 'nl':
      return (await import('chrono-node/nl')).casual;
    case 'pt':
      return (await import('chrono-node/pt')).casual;
    default:
      return undefined;
  }
}
