import { isFigureBefore } from './conditions.ts';
import type { Restriction } from './restriction.ts';
import { isSoft, markName, namesOf, shownOf } from './token-names.ts';
import type { Token } from './tokens.ts';
import { topicOf } from './topic-words.ts';

/** An adverb of time or degree or a rate, with the words beside it; "two weeks before" with its figure. */
export function mannersOf(part: readonly Token[]): Restriction[] {
  return part.flatMap((token, at): Restriction[] => {
    const name = mannerName(token, part, at);
    if (name === undefined) return [];
    // What stands right before it, or right behind it where nothing does.
    const before = [...namesOf(part.slice(0, at))].filter((each) => each !== name).slice(-1);
    const after = token.kind !== 'light' ? [...namesOf(part.slice(at + 1))].slice(0, 1) : [];
    const limits = new Set(before.length > 0 ? before : after.filter((each) => each !== name));
    if (limits.size === 0) return [];
    // "Usually" and "once" have no name among topics: they are counted.
    const isCounted = token.kind === 'joint' || (token.kind === 'qualifier' && !token.isSaid);
    const names = new Set(isCounted ? [] : [name]);
    const mark = { name, count: 1 };
    const anchor = anchorOf(part, at);
    return [{ kind: 'manner', names, needed: 1, limits, mark, either: [], anchor, shown: shownOf([token]) }];
  });
}

/** "During the first four weeks after the leave": what follows its preposition. */
function anchorOf(part: readonly Token[], at: number): Set<string> {
  const isPeriod = part
    .slice(Math.max(0, at - 3), at)
    .some((token) => token.kind === 'qualifier' && ['first', 'last'].includes(token.qualifier));
  const end = part.findIndex((token, n) => n > at && token.kind === 'joint');
  return isPeriod ? namesOf(part.slice(at + 1, end < 0 ? part.length : end)) : new Set();
}

function mannerName(token: Token, part: readonly Token[], at: number): string | undefined {
  const next = part[at + 1];
  if (token.kind === 'word') {
    const isKindOfDay = kindsOfDay.has(token.topic) && [next, part[at + 2]].some(isDay);
    return isManner(token.text) || rates.includes(token.text) || isKindOfDay ? token.topic : undefined;
  }
  // "Extended once"; "once it is approved" is a condition.
  if (token.kind === 'joint')
    return token.text === 'once' && (next === undefined || isSoft(next) || rates.some((rate) => rate === textOf(next)))
      ? markName(token)
      : undefined;
  if (token.kind === 'qualifier' && ['usually', 'sometimes'].includes(token.qualifier)) return markName(token);
  if (token.kind === 'qualifier')
    return ['before', 'after'].includes(token.qualifier) && isFigureBefore(part, at) ? markName(token) : undefined;
  // "45 EUR per person"
  return token.kind === 'light' && token.text === 'per' && next?.kind === 'word' ? next.topic : undefined;
}

function isDay(token: Token | undefined): boolean {
  return token?.kind === 'word' && /^days?$/.test(token.text);
}

function textOf(token: Token): string {
  return token.kind === 'word' ? token.text : '';
}

/** Whether a word says how fast, how far or how often something is done. */
export function isManner(word: string): boolean {
  return manners.has(word);
}

const kindsOfDay = new Set(['working', 'business', 'calendar', 'consecutive'].flatMap((word) => topicOf(word) ?? []));
const rates = 'perhour pernight perday perweek permonth perquarter peryear'.split(' ');
const adverbs =
  'immediately instantly always automatically fully completely entirely wholly totally strictly exclusively soonest ' +
  'permanently temporarily incompletely regularly frequently rarely seldom almost nearly directly barely';
const manners = new Set(adverbs.split(' '));
