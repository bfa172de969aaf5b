import { type Token, tokensOf } from './tokens.ts';
import { topicOf } from './topic-words.ts';

/** What a sentence makes its rule depend on: a condition, for whom it holds, or how fast and how far. */
export interface Restriction {
  /** Names of the topics and figures that say it. */
  readonly names: ReadonlySet<string>;
  /** How many of them have to be told. */
  readonly needed: number;
  /** The word that opens it, and how often the sentence has it: compared where no name is its own. */
  readonly mark: { readonly name: string; readonly count: number };
  readonly kind: 'when' | 'whom' | 'manner';
  /** Alternatives of which one is enough: "if it is lost or stolen". */
  readonly either: readonly ReadonlySet<string>[];
  /** Names of what it limits. */
  readonly limits: ReadonlySet<string>;
  /** As a person would recognise it. */
  readonly shown: string;
}

/**
 * The restrictions of a source that a statement leaves out though it tells what they limit: "It is granted" of "Unless
 * the manager objects, it is granted". `lead` is what stands over the statement in the reply.
 */
export function droppedRestrictions(statement: string, lead: string, source: string): string[] {
  const tokens = tokensOf(statement);
  const said = limitNames(tokens);
  const told = [...tokens, ...tokensOf(lead)];
  const isWhole = tokens.length >= nearlyAll * tokensOf(source).length;
  const taken = restrictionsOf(source).filter(({ limits }) => isTaken(limits, said));
  return taken
    .filter((restriction) => {
      const { kind, mark, limits, names } = restriction;
      if (!isTold(restriction, told)) return true;
      // "Almost always … always"
      if (kind === 'manner')
        return countOf(mark.name, told) < taken.filter((one) => one.mark.name === mark.name).length;
      // All is said, though not as a condition: "You use your phone, enrol it" of "Should you use your phone, enrol it".
      return kind === 'when' && isWhole && holdsAll(said, names) && holdsAll(said, limits) && !isIffy(told);
    })
    .map(({ shown }) => shown);
}

const nearlyAll = 0.8;

/** Whether a statement tells what is limited, or a good part of it, and is mostly about that. */
function isTaken(limits: ReadonlySet<string>, said: ReadonlySet<string>): boolean {
  const both = shared(limits, said);
  return both >= Math.min(2, limits.size) && (both >= said.size / 4 || both >= limits.size / 2);
}

function isTold({ names, either, needed, mark }: Restriction, told: readonly Token[]): boolean {
  if (names.size === 0) return countOf(mark.name, told) >= mark.count;
  const held = namesOf(told);
  return shared(names, held) >= needed || either.some((one) => shared(one, held) >= Math.ceil(one.size / 2));
}

function holdsAll(said: ReadonlySet<string>, names: ReadonlySet<string>): boolean {
  return shared(names, said) === names.size;
}

export function restrictionsOf(sentence: string): Restriction[] {
  const tokens = tokensOf(sentence);
  return partsOf(tokens).flatMap((part) => [...conditionsOf(part, tokens), ...mannersOf(part)]);
}

function conditionsOf(part: readonly Token[], sentence: readonly Token[]): Restriction[] {
  const found = part.flatMap((token, start): Span[] => {
    const mark = markOf(token, part, start);
    if (mark === undefined) return [];
    const end = mark === 'whom' ? endOfRelative(part, start) : endOf(part, start);
    const isFront = mark !== 'whom' && part.slice(0, start).every(opensOnly);
    return end === undefined ? [] : [{ start, end, mark, isFront }];
  });
  const spans = found.map((span) => ({ ...span, end: Math.min(span.end, ...endsAround(span, found)) }));
  return spans.flatMap((span) => {
    const { start, end, isFront } = span;
    const own = part.slice(start, end);
    const [first] = own;
    const limits = limitNames(isFront ? part.slice(end + 1) : limitedBy(part, span, spans));
    if (first === undefined || limits.size === 0 || own.length < 2) return [];
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
  // Of a condition in front without a comma nobody can tell where it ends.
  const known = spans.filter((span) => !span.isFront || isSoft(part[span.end]));
  const isOutside = (n: number) => known.every((span) => n < span.start || n >= span.end);
  const joint = part.findLastIndex((_, n) => n < start && isClauseJoint(part, n)) + 1;
  // ", but only if": what it limits stands before the joint.
  const begin = namesOf(part.slice(joint, start)).size === 0 ? 0 : joint;
  return part.filter((_, n) => isOutside(n) && (mark === 'whom' ? n >= end : n >= begin && n < start));
}

/** Whether a condition begins here. */
function markOf(token: Token, part: readonly Token[], at: number): Span['mark'] | undefined {
  if (token.kind === 'qualifier') {
    if (!['except', 'before', 'after', 'until'].includes(token.qualifier)) return undefined;
    // "Two weeks before the trip" may be told as "two weeks ahead".
    return isFigureBefore(part, at) ? undefined : 'when';
  }
  if (token.kind !== 'joint' && token.kind !== 'light') return undefined;
  if (conditional.has(token.text)) return 'when';
  if (openers.has(token.text) && (at === 0 || isSoft(part[at - 1]))) return 'when';
  if (relatives.has(token.text) && part[at - 1]?.kind === 'word' && namesOf(part.slice(0, at)).size <= 3) return 'whom';
  return undefined;
}

const conditional = new Set('if when whenever once without during while wenn falls sofern quand cuando'.split(' '));
const openers = new Set(['where', 'for']);
const relatives = new Set(['who', 'whose', 'that', 'which']);

/** Whether a text makes something depend on something. */
function isIffy(tokens: readonly Token[]): boolean {
  return tokens.some(
    (token, n) =>
      (token.kind === 'qualifier' && ['except', 'before', 'after', 'until'].includes(token.qualifier)) ||
      ((token.kind === 'joint' || token.kind === 'light') &&
        (conditional.has(token.text) ||
          openers.has(token.text) ||
          relatives.has(token.text) ||
          (n === 0 && places.has(token.text)))),
  );
}

const places = new Set('for in on with as at upon by where'.split(' '));

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
  return (
    token.kind === 'light' && ['is', 'are', 'will', 'was', 'were', 'have', 'has', 'get', 'receive'].includes(token.text)
  );
}

/** An adverb of time or degree or a rate, with the words beside it; "two weeks before" with its figure. */
function mannersOf(part: readonly Token[]): Restriction[] {
  return part.flatMap((token, at) => {
    const name = mannerName(token, part, at);
    if (name === undefined) return [];
    const before = [...namesOf(part.slice(0, at))].filter((each) => each !== name).slice(-2);
    const after = token.kind === 'word' ? [...namesOf(part.slice(at + 1))].slice(0, 2) : [];
    const limits = new Set([...before, ...after].filter((each) => each !== name));
    const mark = { name, count: 1 };
    return limits.size === 0
      ? []
      : [
          {
            kind: 'manner' as const,
            names: new Set([name]),
            needed: 1,
            limits,
            mark,
            either: [],
            shown: shownOf([token]),
          },
        ];
  });
}

function mannerName(token: Token, part: readonly Token[], at: number): string | undefined {
  const next = part[at + 1];
  if (token.kind === 'word') {
    const isKindOfDay = kindsOfDay.has(token.topic) && next?.kind === 'word' && /^days?$/.test(next.text);
    return manners.has(token.text) || isKindOfDay ? token.topic : undefined;
  }
  if (token.kind === 'qualifier')
    return ['before', 'after'].includes(token.qualifier) && isFigureBefore(part, at) ? markName(token) : undefined;
  // "45 EUR per person"
  return token.kind === 'light' && token.text === 'per' && next?.kind === 'word' ? next.topic : undefined;
}

const kindsOfDay = new Set(['working', 'business', 'calendar', 'consecutive'].flatMap((word) => topicOf(word) ?? []));
const manners = new Set(
  (
    'immediately instantly always automatically fully completely entirely wholly totally strictly exclusively ' +
    'soonest permanently temporarily partially partly regularly frequently rarely seldom almost nearly directly barely ' +
    'perhour pernight perday perweek permonth perquarter peryear'
  ).split(' '),
);

/** What is between semicolons and the like. */
function partsOf(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (token.kind === 'joint' && [';', ':', '|', '–', '—'].includes(token.text)) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
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
      if (token.kind === 'qualifier') return token.isSaid ? [markName(token)] : [];
      return token.kind === 'figure' ? [`#${token.figure.values[0]}`] : [];
    }),
  );
}

/** Where nothing has a topic ("You need not do this"), what is said of it stands for it. */
function limitNames(tokens: readonly Token[]): Set<string> {
  const marks = tokens.flatMap((token) => (token.kind === 'qualifier' ? [markName(token)] : []));
  const names = tokens.some(({ kind }) => kind === 'word' || kind === 'figure') ? namesOf(tokens) : marks;
  return new Set(names);
}

function markName(token: Token): string {
  if (token.kind === 'qualifier') return `‹${token.qualifier}›`;
  return token.kind === 'figure' ? token.figure.raw : token.text;
}

function countOf(name: string, tokens: readonly Token[]): number {
  return tokens.filter((token) => markName(token) === name || (token.kind === 'word' && token.topic === name)).length;
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
