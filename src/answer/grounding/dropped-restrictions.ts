import { conditionsOf, isIffy } from './conditions.ts';
import { figureLimitsOf } from './figure-limits.ts';
import { mannersOf } from './manners.ts';
import type { Restriction } from './restriction.ts';
import type { Source } from './sources.ts';
import { countOf, limitNames, namesOf, shared } from './token-names.ts';
import { type Token, tokensOf } from './tokens.ts';

/**
 * The restrictions of a source that a statement leaves out though it tells what they limit: "It is granted" of "Unless
 * the manager objects, it is granted". `lead` is what stands over the statement in the reply.
 */
export function droppedRestrictions(
  statement: string,
  lead: string,
  { text: source, titles }: Pick<Source, 'text' | 'titles'>,
): string[] {
  const tokens = tokensOf(statement);
  const said = limitNames(tokens);
  const told = [...tokens, ...tokensOf(lead)];
  const all = tokensOf(source);
  const isWhole = tokens.length >= nearlyAll * all.length;
  const taken = restrictionsOf(source).filter(({ limits, least = 2 }) => isTaken(limits, said, least));
  return taken
    .filter((restriction) => {
      const { kind, mark, limits, names, anchor = noNames } = restriction;
      if (anchor.size > 0 && shared(anchor, titles) === anchor.size) return false;
      if (!isTold(restriction, told)) return true;
      // "Almost always … always"
      if (kind === 'manner') return countOf(mark.name, told) < (isWhole ? countOf(mark.name, all) : 1);
      // All is said, though not as a condition: "You use your phone, enrol it" of "Should you use your phone, enrol it".
      return kind === 'when' && isWhole && holdsAll(said, names) && holdsAll(said, limits) && !isIffy(told);
    })
    .map(({ shown }) => shown);
}

const nearlyAll = 0.8;
const noNames: ReadonlySet<string> = new Set();

/** Whether a statement tells what is limited, or a good part of it, and is mostly about that. */
function isTaken(limits: ReadonlySet<string>, said: ReadonlySet<string>, least: number): boolean {
  const both = shared(limits, said);
  return both >= Math.min(least, limits.size) && (both >= said.size / 3 || both >= limits.size / 2);
}

function isTold({ names, either, needed, mark }: Restriction, told: readonly Token[]): boolean {
  if (names.size === 0) return countOf(mark.name, told) >= mark.count;
  const held = namesOf(told);
  const isEnough = (own: ReadonlySet<string>, least: number) =>
    shared(own, held) >= least && [...own].every((name) => !name.startsWith('#') || held.has(name));
  return isEnough(names, needed) || either.some((one) => isEnough(one, Math.ceil(one.size / 2)));
}

function holdsAll(said: ReadonlySet<string>, names: ReadonlySet<string>): boolean {
  return shared(names, said) === names.size;
}

function restrictionsOf(sentence: string): Restriction[] {
  const tokens = tokensOf(sentence);
  return partsOf(tokens).flatMap((part) => [
    ...conditionsOf(part, tokens),
    ...mannersOf(part),
    ...figureLimitsOf(part),
  ]);
}

/** What is between semicolons and the like. */
function partsOf(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (token.kind === 'joint' && [';', ':', '|'].includes(token.text)) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}
