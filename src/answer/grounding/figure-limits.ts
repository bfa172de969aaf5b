import type { Restriction } from './restriction.ts';
import { namesOf, shownOf } from './token-names.ts';
import type { Token } from './tokens.ts';

/**
 * Figures that say where a rule begins or ends: "costs above 300", "expenses up to 500", "may carry over up to 5 days", and
 * of several figures of one kind what each is for.
 */
export function figureLimitsOf(part: readonly Token[]): Restriction[] {
  return part.flatMap((token, at): Restriction[] => {
    if (token.kind !== 'figure') return [];
    return [...boundOf(part, at), ...purposeOf(part, at)];
  });
}

function boundOf(part: readonly Token[], at: number): Restriction[] {
  const bound = part.slice(Math.max(0, at - 3), at).findLast((token) => token.kind === 'qualifier');
  const before = part.slice(0, at);
  if (bound?.kind !== 'qualifier' || !isLimiting(bound.qualifier, before)) return [];
  const figure = part.slice(at, at + 1);
  // What stands right before it is what it bounds.
  const limits = new Set([...namesOf(before)].slice(-2));
  return limits.size === 0 ? [] : [restriction(namesOf(figure), limits, figure)];
}

function isLimiting(qualifier: string, before: readonly Token[]): boolean {
  if (['over', 'under'].includes(qualifier)) return true;
  // Up to a number is what a rule gives, unless it is about that much or gives leave.
  if (!['most', 'least', 'within', 'until'].includes(qualifier)) return false;
  const allows = before.some((token) => token.kind === 'qualifier' && token.qualifier === 'may');
  return (allows && qualifier !== 'least') || !before.some(isVerb);
}

function isVerb(token: Token): boolean {
  if (token.kind === 'qualifier') return ['must', 'may', 'should', 'ban', 'free', 'not'].includes(token.qualifier);
  return token.kind === 'light' && ['is', 'are', 'was', 'were', 'will', 'has', 'have'].includes(token.text);
}

/** "14 EUR for half a day and 28 EUR for a full day": neither is the rate. */
function purposeOf(part: readonly Token[], at: number): Restriction[] {
  const token = part[at];
  const isRival = (other: Token) =>
    token?.kind === 'figure' &&
    other.kind === 'figure' &&
    other.figure.kind === token.figure.kind &&
    other.figure.unit === token.figure.unit &&
    other.figure.values[0] !== token.figure.values[0];
  const next = part[at + 1];
  if (next?.kind !== 'light' || next.text !== 'for' || !part.some(isRival)) return [];
  const end = part.findIndex((other, n) => n > at && (other.kind === 'joint' || other.kind === 'figure'));
  const purpose = part.slice(at + 2, end < 0 ? part.length : end);
  const names = namesOf(purpose);
  return names.size === 0 ? [] : [restriction(names, namesOf(part.slice(at, at + 1)), purpose)];
}

function restriction(names: Set<string>, limits: ReadonlySet<string>, shown: readonly Token[]): Restriction {
  const mark = { name: '', count: 1 };
  return { kind: 'figure', names, needed: Math.ceil(names.size / 2), limits, mark, either: [], shown: shownOf(shown) };
}
