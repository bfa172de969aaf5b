import { isDay } from '../days.ts';
import type { AsOf, IsoDate, Question } from '../domain.ts';
import { type AskedTime, readAsOf } from './as-of/read-as-of.ts';
import { type Conversation, newTurn } from './conversation.ts';
import { earlierQuestions } from './history.ts';
import { wording } from './wording.ts';

/** Of which day the rules are asked for. */
export type SettledDay =
  | {
      readonly kind: 'settled';
      readonly question: Question;
      /** What to look for: the question without its time, or the one before where it was nothing but a time. */
      readonly plain: string;
    }
  /** The day can't be told; what to say. */
  | { readonly kind: 'unclear'; readonly text: string };

/**
 * Settles the day before anything is searched: one that came with the viewer, one written as `as-of:2026-03-01`, one
 * that the question asks for in its words, or today. A question in a thread is about today again unless it names a time.
 */
export async function settleDay(question: Question, conversation: Conversation): Promise<SettledDay> {
  const { viewer } = question;
  const today = viewer.asOf?.today ?? viewer.on;
  const { text, day } = withoutPrefix(question.text);
  if (day !== undefined && !isDay(day)) return { kind: 'unclear', text: wording.noSuchDay(day) };
  const before = earlierQuestions(conversation, newTurn(question, []).scope);
  const asked = await readAsOf(text, { today, follows: before[0]?.scope.asOf !== undefined });
  const rest = asked?.kind === 'time' ? asked.rest : asked?.kind === 'today' ? '' : text;
  const plain = rest === '' ? await lastPlain(before, today) : rest;
  if (viewer.asOf !== undefined) return { kind: 'settled', question, plain: plain ?? text };
  const on = (last: IsoDate, from: IsoDate, words = plain ?? text): SettledDay => {
    const asOf: AsOf = { from, today };
    const isToday = last === today && from === today;
    return {
      kind: 'settled',
      question: { ...question, text: text || words, viewer: { ...viewer, on: last, ...(!isToday && { asOf }) } },
      plain: words,
    };
  };
  if (day !== undefined && plain === undefined) return { kind: 'unclear', text: wording.empty };
  if (day !== undefined) return on(day, day);
  // Nothing but a time, and nothing before it that it could be about.
  if (asked === undefined || plain === undefined) return on(today, today, text);
  if (asked.kind === 'unclear') return { kind: 'unclear', text: unclear(asked) };
  return asked.kind === 'today' ? on(today, today) : on(asked.on, asked.from);
}

function unclear({ words, isAmbiguous }: Extract<AskedTime, { kind: 'unclear' }>): string {
  return isAmbiguous ? wording.ambiguousDay(words) : wording.noSuchDay(words);
}

/** A day may be written before or after the question itself. */
function withoutPrefix(text: string): { readonly text: string; readonly day?: string } {
  const match = /(?:^|\s)as[-_]of:\s?(\S*)/iu.exec(text);
  if (match === null) return { text };
  const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`;
  return { text: rest.replace(/\s+/g, ' ').trim(), day: (match[1] ?? '').replace(/[,;.?!]+$/, '') };
}

/** The last question that was more than a time, without the time that it named. */
async function lastPlain(before: readonly { readonly text: string }[], today: IsoDate): Promise<string | undefined> {
  for (const { text: written } of before) {
    const { text } = withoutPrefix(written);
    const asked = await readAsOf(text, { today, follows: true });
    if (asked?.kind === 'today' || (asked?.kind === 'time' && asked.rest === '')) continue;
    return asked?.kind === 'time' ? asked.rest : text;
  }
  return undefined;
}
