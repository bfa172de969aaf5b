import { dayOf } from '../../days.ts';
import type { IsoDate } from '../../domain.ts';
import { monthsOf, type Period, spanOf, type Time } from './time.ts';
import { type TimeWords, timeWords } from './time-words.ts';

/** Times written with the names of months, or as years and parts of them. */
export function calendarTimes(text: string, language: string, today: IsoDate): Time[] {
  const words = timeWords[language];
  if (words === undefined) return [];
  const thisYear = Number(today.slice(0, 4));
  return formsOf(language, words).flatMap(({ pattern, months }) =>
    [...text.matchAll(pattern)].flatMap((match): Time[] => {
      const groups = match.groups ?? {};
      const year = yearOf(groups, words, thisYear);
      const inYear = (each: number) => cut(periodIn(each, groups, months, words), groups);
      if (groups.month === undefined && year === undefined) return [];
      const period = (direction: 'past' | 'future') =>
        year === undefined ? nearest(inYear, thisYear, today, direction) : inYear(year);
      return [{ ...spanOf(match), hasYear: year !== undefined, isEnd: groups.end !== undefined, period }];
    }),
  );
}

type Groups = Readonly<Record<string, string | undefined>>;

interface Form {
  readonly pattern: RegExp;
  /** Numbers of the months from 1, by how they are written. */
  readonly months: ReadonlyMap<string, number>;
}

const known = new Map<string, Form[]>();

function formsOf(language: string, words: TimeWords): Form[] {
  const forms = known.get(language) ?? makeForms(language, words);
  known.set(language, forms);
  return forms;
}

function makeForms(language: string, words: TimeWords): Form[] {
  const months = monthNames(language, words);
  const names = [...months.keys()].toSorted((a, b) => b.length - a.length).join('|');
  const month = `(?<month>${names})(?!\\p{L})(?:\\.(?=\\s\\d))?`;
  const relative = yearsOf(words).map((each) => each.words);
  // An amount is no year.
  const number = '(?:19|20)\\d{2}(?![\\d.,]*\\d)(?!\\s?(?:[€$£%]|eur|usd|gbp|chf|euro|dollar|km|hours|stunden))';
  const year = `(?:(?<year>${number})|(?<relative>${relative.join('|')})(?!\\p{L}))`;
  const edge = `(?:(?<end>${words.endOf})\\s|(?<start>${words.startOf})\\s)?`;
  const date = '(?<date>\\d{1,2})(?:st|nd|rd|th|er|[.º°])?(?:\\s(?:of|de))?';
  const itsYear = `(?:,?\\s(?:${words.of})?${year})?`;
  const parts = words.parts.map((each) => each.words).join('|');
  return [
    `(?<![\\d.,])${date}\\s?${month}${itsYear}`,
    `(?<!\\p{L})${month}\\s(?<date>\\d{1,2})(?:st|nd|rd|th)?(?!\\d)${itsYear}`,
    `(?<!\\p{L})${edge}${month}${itsYear}`,
    ...(parts === '' ? [] : [`(?<!\\p{L})${edge}(?<part>${parts})\\s(?:${words.of})?${year}`]),
    `(?<![\\p{L}\\d.,€$£#-])${edge}${year}`,
  ].map((source) => ({ pattern: new RegExp(source, 'gu'), months }));
}

function monthNames(language: string, { short }: TimeWords): Map<string, number> {
  const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  const names = new Map<string, number>();
  for (let month = 1; month <= 12; month += 1) {
    names.set(format.format(Date.UTC(2026, month - 1, 1)).toLowerCase(), month);
  }
  return new Map([...names, ...Object.entries(short)]);
}

function yearsOf({ relative }: TimeWords) {
  return relative.filter(({ unit }) => unit === 'year');
}

function yearOf({ year, relative }: Groups, words: TimeWords, thisYear: number): number | undefined {
  if (year !== undefined) return Number(year);
  const counted = yearsOf(words).find((each) => relative !== undefined && wholly(each.words).test(relative));
  return counted && thisYear + counted.steps;
}

function periodIn(
  year: number,
  { month, date, part }: Groups,
  months: ReadonlyMap<string, number>,
  words: TimeWords,
): Period | undefined {
  if (month !== undefined && date !== undefined) {
    const day = dayOf(year, months.get(month) ?? 0, Number(date));
    return day === undefined ? undefined : { from: day, to: day };
  }
  if (month !== undefined) return monthsOf(year, months.get(month) ?? 1, 1);
  const named = words.parts.find((each) => part !== undefined && wholly(each.words).test(part));
  if (part === undefined || named === undefined) return monthsOf(year, 1, 12);
  const length = 12 / named.of;
  return monthsOf(year, (named.part - 1) * length + 1, length);
}

function cut(period: Period | undefined, { start, end }: Groups): Period | undefined {
  if (period === undefined) return undefined;
  if (end !== undefined) return { from: period.to, to: period.to };
  return start === undefined ? period : { from: period.from, to: period.from };
}

/** The last one that has begun, or the next that has not ended. */
function nearest(
  inYear: (year: number) => Period | undefined,
  thisYear: number,
  today: IsoDate,
  direction: 'past' | 'future',
): Period | undefined {
  // 29 February stands in every fourth year.
  const years = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => (direction === 'past' ? thisYear - n : thisYear + n));
  const periods = years.flatMap((year) => inYear(year) ?? []);
  return periods.find(({ from, to }) => (direction === 'past' ? from <= today : to > today));
}

function wholly(words: string): RegExp {
  return new RegExp(`^(?:${words})$`, 'u');
}
