import { type Token, tokensOf } from './tokens.ts';
import { topicOf } from './topic-words.ts';

/** What a sentence makes its rule depend on: a condition, for whom it holds, or how fast and how far. */
export interface Restriction {
  /** Names of the topics and figures that say it. */
  readonly names: ReadonlySet<string>;
  /** How many of them have to be told. */
  readonly needed: number;
  /** Names of what it limits. */
  readonly limits: ReadonlySet<string>;
  /** As a person would recognise it. */
  readonly shown: string;
}

/**
 * The restrictions of a source that a statement leaves out though it tells what they limit: "It is granted" of "Unless
 * the manager objects, it is granted". `told` are the names of the topics and figures of the statement and of what leads
 * to it.
 */
export function droppedRestrictions(statement: string, lead: string, source: string): string[] {
  const said = namesOf(tokensOf(statement));
  const told = new Set([...said, ...namesOf(tokensOf(lead))]);
  return restrictionsOf(source)
    .filter(({ limits }) => shared(limits, said) >= Math.min(2, limits.size))
    .filter(({ names, needed }) => shared(names, told) < needed)
    .map(({ shown }) => shown);
}

export function restrictionsOf(sentence: string): Restriction[] {
  return partsOf(tokensOf(sentence), isStrong).flatMap((part) => [...conditionsOf(part), ...mannersOf(part)]);
}

function conditionsOf(part: readonly Token[]): Restriction[] {
  const spans = part.flatMap((token, start): Span[] => {
    const mark = markOf(token, part, start);
    if (mark === undefined) return [];
    const end = mark === 'whom' ? endOfRelative(part, start) : endOf(part, start);
    return end === undefined ? [] : [{ start, end, mark }];
  });
  return spans.flatMap(({ start, end, mark }) => {
    const isFront = namesOf(part.slice(0, start)).size === 0 && mark !== 'whom';
    const limited = isFront ? part.slice(end + 1) : limitedBy(part, start, end, mark, spans);
    const limits = namesOf(limited);
    const names = new Set([...namesOf(part.slice(start, end))].filter((name) => !limits.has(name)));
    if (names.size === 0 || limits.size === 0) return [];
    return [{ names, needed: Math.ceil(names.size / 2), limits, shown: shownOf(part.slice(start, end)) }];
  });
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly mark: 'when' | 'whom';
}

/** What stands before a condition up to the last joint of clauses; of a relative clause also what follows it. */
function limitedBy(
  part: readonly Token[],
  start: number,
  end: number,
  mark: Span['mark'],
  spans: readonly Span[],
): Token[] {
  const isOutside = (n: number) => spans.every((span) => n < span.start || n >= span.end);
  const begin = part.findLastIndex((_, n) => n < start && isClauseJoint(part, n)) + 1;
  return part.filter((_, n) => isOutside(n) && (mark === 'whom' ? n >= end : n >= begin && n < start));
}

/** Whether a condition begins here. */
function markOf(token: Token, part: readonly Token[], at: number): Span['mark'] | undefined {
  if (token.kind === 'qualifier') {
    if (!['except', 'before', 'after', 'until'].includes(token.qualifier)) return undefined;
    // "Two weeks before the trip": what bears on a figure is compared with the figure.
    return isFigureBefore(part, at) ? undefined : 'when';
  }
  if (token.kind !== 'joint' && token.kind !== 'light') return undefined;
  if (conditional.has(token.text)) return 'when';
  if (openers.has(token.text) && (at === 0 || isSoft(part[at - 1]))) return 'when';
  if (relatives.has(token.text) && part[at - 1]?.kind === 'word' && namesOf(part.slice(0, at)).size <= 3) return 'whom';
  return undefined;
}

const conditional = new Set([
  'if',
  'when',
  'whenever',
  'once',
  'without',
  'wenn',
  'falls',
  'sofern',
  'quand',
  'cuando',
]);
const openers = new Set(['where', 'while', 'during', 'for']);
const relatives = new Set(['who', 'whose', 'that', 'which']);

function isFigureBefore(part: readonly Token[], at: number): boolean {
  const [before, other, third] = [part[at - 1], part[at - 2], part[at - 3]];
  return before?.kind === 'figure' || (before?.kind === 'word' && [other?.kind, third?.kind].includes('figure'));
}

function endOf(part: readonly Token[], start: number): number {
  const end = part.findIndex((token, n) => n > start && (isSoft(token) || markOf(token, part, n) === 'when'));
  return end < 0 ? part.length : end;
}

/** Up to the verb of what it belongs to: "Employees who travel abroad | must". */
function endOfRelative(part: readonly Token[], start: number): number | undefined {
  const end = part.findIndex((token, n) => n > start + 1 && isVerb(token) && namesOf(part.slice(start, n)).size > 0);
  return end < 0 || part.slice(start, end).some(isSoft) ? undefined : end;
}

function isVerb(token: Token): boolean {
  if (token.kind === 'qualifier') return ['must', 'may', 'should', 'ban', 'free'].includes(token.qualifier);
  return token.kind === 'light' && ['is', 'are', 'will', 'was', 'were', 'get', 'receive'].includes(token.text);
}

/** An adverb of time or degree, with the words beside it. */
function mannersOf(part: readonly Token[]): Restriction[] {
  return part.flatMap((token, at) => {
    if (token.kind !== 'word' || !manners.has(token.topic)) return [];
    const before = [...namesOf(part.slice(0, at))].slice(-2);
    const after = [...namesOf(part.slice(at + 1))].slice(0, 2);
    const limits = new Set([...before, ...after]);
    return limits.size === 0 ? [] : [{ names: new Set([token.topic]), needed: 1, limits, shown: token.text }];
  });
}

const manners = new Set(
  (
    'immediately instantly always automatically fully completely entirely wholly totally strictly exclusively ' +
    'permanently temporarily partially partly regularly frequently rarely seldom almost nearly directly barely'
  )
    .split(' ')
    .flatMap((word) => topicOf(word) ?? []),
);

/** What is between semicolons and the like. */
function partsOf(tokens: readonly Token[], ends: (token: Token) => boolean): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (ends(token)) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

function isStrong(token: Token): boolean {
  return token.kind === 'joint' && [';', ':', '|', '–', '—'].includes(token.text);
}

function isSoft(token: Token | undefined): boolean {
  return token?.kind === 'joint' && [',', '(', ')'].includes(token.text);
}

/** ", and": what follows is another clause. */
function isClauseJoint(part: readonly Token[], at: number): boolean {
  const [comma, joint] = [part[at - 1], part[at]];
  return isSoft(comma) && joint?.kind === 'joint' && ['and', 'but', 'or', 'so'].includes(joint.text);
}

function namesOf(tokens: readonly Token[]): Set<string> {
  return new Set(
    tokens.flatMap((token) => {
      if (token.kind === 'word') return [token.topic];
      return token.kind === 'figure' ? [`#${token.figure.values[0]}`] : [];
    }),
  );
}

function shownOf(tokens: readonly Token[]): string {
  return tokens
    .flatMap((token) => {
      if (token.kind === 'qualifier') return [token.qualifier];
      return [token.kind === 'figure' ? token.figure.raw : token.text];
    })
    .join(' ');
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return [...a].filter((each) => b.has(each)).length;
}
