import type { IsoDate } from './domain.ts';

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];
const dayMs = 86_400_000;

/** As people write a day: `1 May 2026`. Anything that is no day stays as it is. */
export function dayInWords(day: IsoDate): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  const name = months[Number(month) - 1];
  return name === undefined ? day : `${Number(date)} ${name} ${year}`;
}

export function dayBefore(day: IsoDate): IsoDate {
  return addDays(day, -1);
}

export function addDays(day: IsoDate, count: number): IsoDate {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);
}

/** How many days the second comes after the first. */
export function daysBetween(first: IsoDate, second: IsoDate): number {
  return Math.round((Date.parse(`${second}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / dayMs);
}

/** Undefined where the calendar has no such day. Months count from 1; the year has four digits. */
export function dayOf(year: number, month: number, date: number): IsoDate | undefined {
  const moment = new Date(Date.UTC(year, month - 1, date));
  const isReal = moment.getUTCMonth() === month - 1 && moment.getUTCDate() === date && year >= 1000 && year <= 9999;
  return isReal ? moment.toISOString().slice(0, 10) : undefined;
}

/** Whether it is written `YYYY-MM-DD` and stands in the calendar. */
export function isDay(text: string): boolean {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  return year !== undefined && dayOf(Number(year), Number(month), Number(date)) !== undefined;
}
