import { addDays, dayOf } from '../../days.ts';
import type { IsoDate, Span } from '../../domain.ts';

export interface Period {
  readonly from: IsoDate;
  /** Its last day; the same for a single day. */
  readonly to: IsoDate;
}

/** A time that a text names. */
export interface Time extends Span {
  /** The nearest one in that direction where it names no year; undefined where the calendar has no such day. */
  period(direction: 'past' | 'future'): Period | undefined;
  readonly hasYear: boolean;
  /** Whether it is the end of something. */
  readonly isEnd?: boolean;
  /** Whether another day could be meant as well. */
  readonly isAmbiguous?: boolean;
}

/** Where a match stands. */
export function spanOf({ 0: text, index }: RegExpMatchArray & { index?: number }): Span {
  return { start: index ?? 0, end: (index ?? 0) + text.length };
}

/** So many months from one on; the first counts from 1 and may lie outside the year. */
export function monthsOf(year: number, first: number, count: number): Period | undefined {
  const index = year * 12 + first - 1;
  const start = (at: number) => dayOf(Math.floor(at / 12), (at % 12) + 1, 1);
  const [from, next] = [start(index), start(index + count)];
  return from === undefined || next === undefined ? undefined : { from, to: addDays(next, -1) };
}
