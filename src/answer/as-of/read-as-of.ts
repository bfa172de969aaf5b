import { dayBefore } from '../../days.ts';
import type { IsoDate } from '../../domain.ts';
import { english } from './asking-in-english.ts';
import { german } from './asking-in-german.ts';
import { dutch, french, italian, portuguese, spanish } from './asking-in-more-languages.ts';
import type { AskingWords } from './asking-words.ts';
import { type Asked, asksFor } from './asks-for.ts';
import { findTimes } from './find-times.ts';
import type { Time } from './time.ts';

/** The time whose rules a question asks for. */
export type AskedTime =
  | {
      readonly kind: 'time';
      /** The day whose rules answer: the last of the period, or today where that is still to come. */
      readonly on: IsoDate;
      /** First day of the period; the same as `on` for a single day. */
      readonly from: IsoDate;
      /** The question without its time; empty where it was nothing else. */
      readonly rest: string;
    }
  /** A follow-up question that comes back to the present. */
  | { readonly kind: 'today' }
  /** A time is asked for, but there is no such day, or two could be meant. */
  | { readonly kind: 'unclear'; readonly words: string; readonly isAmbiguous: boolean };

export interface ReadAsOfOptions {
  readonly today: IsoDate;
  /** Whether the question before it in the same conversation asked for another time. */
  readonly follows?: boolean;
}

const languages: readonly AskingWords[] = [english, german, french, spanish, italian, dutch, portuguese];
const maxQuestion = 1000;

/**
 * The time whose rules a question asks for in words, such as "what was the rule in March?"; undefined where it asks for
 * today's. A time that is only part of the case ("can I take leave in March?") is none: a question is rather taken for
 * one about today than for one about another time.
 */
export async function readAsOf(question: string, options: ReadAsOfOptions): Promise<AskedTime | undefined> {
  const text = question.toLowerCase();
  // What can't be read place by place, or is no question but a whole text, is about today.
  if (question.length > maxQuestion || text.length !== question.length) return undefined;
  for (const words of languages) {
    if (options.follows === true && words.today.test(text.replace(/^[\s¿¡]+|[\s?!.]+$/gu, '')))
      return { kind: 'today' };
    const times = await findTimes(text, words.language, options.today);
    const whole = times.length === 1 ? asFollowUp(words, text, times, options) : undefined;
    const asked = whole ?? times.flatMap((time) => asksFor(time, text, times, words, options.today) ?? [])[0];
    if (asked !== undefined) return answerFor(asked, question, options.today, whole !== undefined);
  }
  return undefined;
}

/** A question that is nothing but a time: "and in 2024?" */
function asFollowUp(
  words: AskingWords,
  text: string,
  [time]: readonly Time[],
  { today, follows = false }: ReadAsOfOptions,
): Asked | undefined {
  if (time === undefined) return undefined;
  const lead = text
    .slice(0, time.start)
    .replace(/^[\s¿¡]+/u, '')
    .trim();
  if (!words.followUp.test(lead) || /[\p{L}\p{N}]/u.test(text.slice(time.end))) return undefined;
  const { from, to } = time.period('past') ?? { from: today, to: today };
  // Without a year it may be part of the case, as in the question before.
  if (!follows && !(time.hasYear && (to < today || from > today))) return undefined;
  const edge = words.prepositions.before.test(lead) ? 'before' : 'at';
  return { time, direction: 'past', edge, start: 0 };
}

function answerFor(
  { time, direction, edge, start }: Asked,
  question: string,
  today: IsoDate,
  isWhole: boolean,
): AskedTime | undefined {
  const period = time.period(direction);
  const isAmbiguous = time.isAmbiguous === true;
  if (period === undefined || isAmbiguous)
    return { kind: 'unclear', words: question.slice(time.start, time.end), isAmbiguous };
  const { from, to } = period;
  const rest = isWhole ? '' : without(question, start, time.end);
  const single = (on: IsoDate): AskedTime => ({ kind: 'time', on, from: on, rest });
  if (edge === 'before' || (edge === 'until' && time.isEnd !== true)) return single(dayBefore(from));
  if (edge === 'since') return single(from);
  const on = direction === 'past' && from <= today && to > today ? today : to;
  return on === today && from === today ? undefined : { kind: 'time', on, from, rest };
}

function without(question: string, start: number, end: number): string {
  const rest = `${question.slice(0, start)} ${question.slice(end).replace(/^['’]s(?!\p{L})/u, '')}`;
  return rest
    .replace(/\s+/g, ' ')
    .replace(/ ([?!.,;:])/g, '$1')
    .replace(/^[\s,;:.–—-]+/u, '')
    .replace(/,(?=[?!.]|$)/g, '')
    .trim();
}
