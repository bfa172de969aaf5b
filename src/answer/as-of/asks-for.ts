import type { IsoDate, Span } from '../../domain.ts';
import { type AskingWords, timeMark } from './asking-words.ts';
import type { Time } from './time.ts';

/** A time whose rules are asked for. */
export interface Asked {
  readonly time: Time;
  readonly direction: 'past' | 'future';
  /** How the day lies to the time that is named. */
  readonly edge: Edge;
  /** Where the words that belong to the time begin. */
  readonly start: number;
}

export type Edge = 'at' | 'before' | 'until' | 'since';

/** Whether a question in lower case asks for the rules of one of the times that it names; undefined if that is part of the case. */
export function asksFor(
  time: Time,
  text: string,
  times: readonly Time[],
  words: AskingWords,
  today: IsoDate,
): Asked | undefined {
  const part = partAround(time, text, times);
  const lead = text.slice(part.start, time.start);
  const preposition = prepositionOf(lead, words);
  const head = lead.slice(0, lead.length - (preposition?.length ?? 0));
  const isAlone = words.followUp.test(head.trim()) && !/[\p{L}\p{N}]/u.test(text.slice(time.end, part.end));
  const body = (isAlone ? neighbourOf(part, text, times) : `${head} ${timeMark}${text.slice(time.end, part.end)}`)
    .trim()
    .replace(words.leadIn, '');
  const edge = preposition?.edge;
  const asked = (direction: 'past' | 'future', at: Edge, length: number): Asked => ({
    ...{ time, direction, edge: at },
    start: time.start - length,
  });

  const isFuture = words.future.test(body);
  if (edge === 'marker' && (head.trim() === '' || words.marked.test(body)))
    return asked(isFuture ? 'future' : 'past', 'at', preposition?.length ?? 0);
  const others = times.filter((other) => other !== time && other.start >= part.start && other.end <= part.end);
  if (others.length > 0) return undefined;

  const period = time.period('past');
  const named = words.named.exec(`${lead}${timeMark}${text.slice(time.end, part.end)}`)?.[0];
  if (named !== undefined && time.hasYear && period !== undefined && (period.to < today || period.from > today))
    return asked('past', 'at', /\s\p{L}{1,4}\s*$/u.exec(named.slice(0, named.indexOf(timeMark)))?.[0].length ?? 0);

  if (words.personal.test(body)) return undefined;
  const isBareTime =
    edge === undefined && time.hasYear && (words.hasBareYears || /^\p{L}/u.test(text.slice(time.start)));
  if (edge === undefined && !isBareTime) return undefined;
  const at = edge === undefined || edge === 'marker' ? 'at' : edge;
  const length = preposition?.length ?? 0;
  if (isFuture) {
    const to = time.period('future');
    return to === undefined || to.to > today ? asked('future', at, length) : undefined;
  }
  if (at === 'since' || !words.past.test(body)) return undefined;
  return period === undefined || period.from <= today ? asked('past', at, length) : undefined;
}

function prepositionOf(
  lead: string,
  { prepositions }: AskingWords,
): { readonly edge: Edge | 'marker'; readonly length: number } | undefined {
  for (const edge of ['marker', 'before', 'until', 'since', 'at'] as const) {
    const match = prepositions[edge].exec(lead);
    if (match !== null) return { edge, length: match[0].length };
  }
  return undefined;
}

/** The stretch between commas, colons and ends of sentences that a time stands in; the dots and commas of times end none. */
function partAround(time: Time, text: string, times: readonly Time[]): Span {
  const ends = [...text.matchAll(/[,;:!?\n–—]|\.(?=\s|$)/gu)]
    .map(({ index }) => index)
    .filter((at) => times.every(({ start, end }) => at < start || at >= end));
  const start = ends.findLast((at) => at < time.start);
  const end = ends.find((at) => at >= time.end);
  return { start: start === undefined ? 0 : start + 1, end: end ?? text.length };
}

/** A time that stands alone before a comma or a colon belongs to what follows, and one that stands alone at the end to what comes before. */
function neighbourOf(part: Span, text: string, times: readonly Time[]): string {
  if (/[,:]/.test(text.charAt(part.end))) {
    const next = text.slice(part.end + 1);
    const length = partLength(next, part.end + 1, times);
    return `${next.slice(0, length).trim()} ${timeMark}`;
  }
  const before = text.slice(0, Math.max(0, part.start - 1));
  return `${before.slice(Math.max(...['.', '!', '?', ',', '\n'].map((mark) => before.lastIndexOf(mark))) + 1).trim()} ${timeMark}`;
}

function partLength(text: string, offset: number, times: readonly Time[]): number {
  const ends = [...text.matchAll(/[,;!?\n–—]|\.(?=\s|$)/gu)].map(({ index }) => index);
  return ends.find((at) => times.every(({ start, end }) => at + offset < start || at + offset >= end)) ?? text.length;
}
