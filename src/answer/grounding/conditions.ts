import type { Restriction } from './restriction.ts';
import { countOf, isSoft, limitNames, markName, namesOf, shownOf } from './token-names.ts';
import type { Token } from './tokens.ts';

/** What is behind if, unless, until and the like, and for whom a rule is. `part` has no semicolon in it. */
export function conditionsOf(part: readonly Token[], sentence: readonly Token[]): Restriction[] {
  const found = part.flatMap((token, start): Span[] => {
    const mark = markOf(token, part, start);
    if (mark === undefined) return [];
    const isFront = mark !== 'whom' && part.slice(0, start).every(opensOnly);
    const end = mark === 'whom' ? endOfRelative(part, start) : endOf(part, start, isFront);
    return end === undefined ? [] : [{ start, end, mark, isFront }];
  });
  const spans = found.map((span) => ({ ...span, end: Math.min(span.end, ...endsAround(span, found)) }));
  return spans.flatMap((span) => {
    const { start, end, isFront } = span;
    const own = part.slice(start, end);
    const [first] = own;
    const isClear = !isFront || endsClearly(span, part, spans);
    const limits = limitNames(isFront ? part.slice(end + 1) : limitedBy(part, span, spans));
    if (first === undefined || limits.size === 0 || own.length < 2 || !isClear) return [];
    // Words that stand elsewhere as well don't show that it was told.
    const elsewhere = namesOf(sentence.filter((token) => !own.includes(token)));
    const names = new Set([...namesOf(own.slice(1))].filter((name) => !elsewhere.has(name)));
    const name = markName(first);
    const mark = { name, count: countOf(name, sentence) };
    const either = orParts(own).map((one) => new Set([...namesOf(one)].filter((each) => names.has(each))));
    return [
      {
        ...{ kind: span.mark, names, needed: Math.ceil(names.size / 2), limits, mark, shown: shownOf(own) },
        // "Unless" and "before" one of two don't hold for that one alone.
        either: first.kind === 'qualifier' ? [] : either.filter(({ size }) => size > 0),
      },
    ];
  });
}

/** "Who joined after May | have": a condition in a relative clause ends with it. */
function endsAround({ start }: Span, spans: readonly Span[]): number[] {
  return spans.filter((span) => span.mark === 'whom' && span.start < start && start < span.end).map(({ end }) => end);
}

function orParts(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (token.kind === 'joint' && token.text === 'or') parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.length > 1 ? parts : [];
}

/** "Please", "only": nothing that a condition behind it could limit. */
function opensOnly(token: Token): boolean {
  return token.kind === 'light' || token.kind === 'joint' || (token.kind === 'qualifier' && token.qualifier === 'only');
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly mark: 'when' | 'whom';
  readonly isFront: boolean;
}

/** What stands before a condition up to the last joint of clauses; of a relative clause also what follows it. */
function limitedBy(part: readonly Token[], { start, end, mark }: Span, spans: readonly Span[]): Token[] {
  // Who is meant is a part of what a condition limits.
  const known = spans.filter((span) => endsClearly(span, part, spans) && (mark === 'whom' || span.mark === 'when'));
  const isOutside = (n: number) => known.every((span) => n < span.start || n >= span.end);
  const joint = part.findLastIndex((_, n) => n < start && isClauseJoint(part, n)) + 1;
  // ", but only if": what it limits stands before the joint.
  const begin = namesOf(part.slice(joint, start)).size === 0 ? 0 : joint;
  return part.filter((_, n) => isOutside(n) && (mark === 'whom' ? n >= end : n >= begin && n < start));
}

/** Of a condition in front without a comma before what it limits nobody can tell where it ends. */
function endsClearly({ end, isFront }: Span, part: readonly Token[], spans: readonly Span[]): boolean {
  const isCut = spans.some(({ start }) => start === end);
  return isFront ? isSoft(part[end]) && !spans.some(({ start }) => start === end + 1) : !isCut;
}

/** Whether a condition begins here. */
function markOf(token: Token, part: readonly Token[], at: number): Span['mark'] | undefined {
  if (token.kind === 'qualifier') {
    // "Allowed only for medical reasons"; "only software from the list" limits nothing before it.
    if (token.qualifier === 'only') return onlyBehind(part, at) ? 'when' : undefined;
    if (!['except', 'before', 'after', 'until'].includes(token.qualifier)) return undefined;
    // "Two weeks before the trip" may be told as "two weeks ahead".
    return ['before', 'after'].includes(token.qualifier) && isFigureBefore(part, at) ? undefined : 'when';
  }
  if (token.kind !== 'joint' && token.kind !== 'light') return undefined;
  // "Including when and by whom" asks.
  if (conditional.has(token.text)) return isAnd(part[at + 1]) ? undefined : 'when';
  if (openers.has(token.text) && (at === 0 || isSoft(part[at - 1]))) return 'when';
  if (relatives.has(token.text) && part[at - 1]?.kind === 'word' && namesOf(part.slice(0, at)).size <= 3) return 'whom';
  return undefined;
}

const conditional = new Set('if when whenever once without during while wenn falls sofern quand cuando'.split(' '));
const openers = new Set(['where', 'for']);
const relatives = new Set(['who', 'whose', 'that', 'which']);

/** Whether a text makes something depend on something. */
export function isIffy(tokens: readonly Token[]): boolean {
  return tokens.some(
    (token, n) =>
      (token.kind === 'qualifier' && ['except', 'before', 'after', 'until', 'only'].includes(token.qualifier)) ||
      ((token.kind === 'joint' || token.kind === 'light') &&
        (conditional.has(token.text) ||
          openers.has(token.text) ||
          relatives.has(token.text) ||
          (n === 0 && places.has(token.text)))),
  );
}

const places = new Set('for in on with as at upon by where'.split(' '));

function isAnd(token: Token | undefined): boolean {
  return token?.kind === 'joint' && ['and', 'or'].includes(token.text);
}

function onlyBehind(part: readonly Token[], at: number): boolean {
  const next = part[at + 1];
  return next?.kind === 'light' && prepositions.has(next.text) && namesOf(part.slice(0, at)).size > 0;
}

const prepositions = new Set('for at on in to with from by within as'.split(' '));

export function isFigureBefore(part: readonly Token[], at: number): boolean {
  const [before, other, third] = [part[at - 1], part[at - 2], part[at - 3]];
  return before?.kind === 'figure' || (before?.kind === 'word' && [other?.kind, third?.kind].includes('figure'));
}

/** A condition in front ends with its comma, another one where the next begins. */
function endOf(part: readonly Token[], start: number, isFront: boolean): number {
  const comma = part.findIndex((token, n) => n > start && isSoft(token));
  const end = part.findIndex((token, n) => n > start && (isSoft(token) || markOf(token, part, n) === 'when'));
  if (isFront && comma > 0) return comma;
  return end < 0 ? part.length : end;
}

/** Up to the verb of what it belongs to: "Employees who travel abroad | must". */
function endOfRelative(part: readonly Token[], start: number): number | undefined {
  const end = part.findIndex((token, n) => n > start + 1 && isVerb(token) && namesOf(part.slice(start, n)).size > 0);
  return end < 0 || part.slice(start, end).some(isSoft) ? undefined : end;
}

function isVerb(token: Token): boolean {
  if (token.kind === 'qualifier') return ['must', 'may', 'should', 'ban', 'free'].includes(token.qualifier);
  return (
    token.kind === 'light' && ['is', 'are', 'will', 'was', 'were', 'have', 'has', 'get', 'receive'].includes(token.text)
  );
}

/** ", and": what follows is another clause. */
function isClauseJoint(part: readonly Token[], at: number): boolean {
  const [comma, joint] = [part[at - 1], part[at]];
  return isSoft(comma) && joint?.kind === 'joint' && ['and', 'but', 'or', 'so'].includes(joint.text);
}
