import { countryLabel } from '../countries/describe-countries.ts';
import { figuresIn } from '../figures/figures.ts';
import { type LimitField, type Limits, limitFields } from './limits.ts';

/** A sentence that would answer a question, the best of its document. */
export interface Rival {
  readonly limits: Limits;
  readonly text: string;
  readonly score: number;
}

export interface Difference {
  readonly field: LimitField;
  /** Values of the limits that the rivals have, each list as it stands with one of them, the best first. */
  readonly groups: readonly (readonly string[])[];
}

/** By which of the fields that are not known the answer depends; undefined where the rivals agree. */
export function findDifference(
  rivals: readonly Rival[],
  isKnown: (field: LimitField) => boolean,
): Difference | undefined {
  for (const field of limitFields) {
    if (isKnown(field)) continue;
    const groups = Map.groupBy(rivals, ({ limits }) => limits[field].join());
    if (groups.size < 2) continue;
    const best = [...groups.values()].flatMap((group) => group.toSorted((a, b) => b.score - a.score)[0] ?? []);
    const limited = best.filter(({ limits }) => limits[field].length > 0);
    const differs = best.some((a, i) => best.slice(i + 1).some((b) => contradict(a, b, field)));
    if (differs) return { field, groups: limited.map(({ limits }) => limits[field]) };
  }
  return undefined;
}

function contradict(a: Rival, b: Rival, field: LimitField): boolean {
  const [here, there] = [a.limits[field], b.limits[field]];
  // What applies to everyone often only touches what a rule for some of them says.
  if (here.length === 0 || there.length === 0)
    return (
      Math.min(a.score, b.score) >= closeToGeneral * Math.max(a.score, b.score) && !agree(a, b) && haveFigures(a, b)
    );
  return !here.some((value) => there.includes(value)) && !agree(a, b);
}

/** A rule for everyone answers beside one for some of them from this share of its score on. */
export const closeToGeneral = 0.85;

function haveFigures(a: Rival, b: Rival): boolean {
  return figuresIn(a.text).length > 0 && figuresIn(b.text).length > 0;
}

/** Whether both say the same, apart from the names of those to whom it applies. */
function agree(a: Rival, b: Rival): boolean {
  const [one, other] = [plain(a), plain(b)];
  if (one === other) return true;
  const figures = [one, other].map((text) =>
    figuresIn(text)
      .map(({ kind, unit, per, values }) => [kind, unit, per, ...values].join())
      .sort()
      .join('|'),
  );
  if (figures[0] !== figures[1]) return false;
  return likeness(wordsOf(one), wordsOf(other)) >= (figures[0] === '' ? 0.85 : 0.6);
}

function plain({ text, limits }: Rival): string {
  const names = [
    ...limits.country.flatMap((code) => [countryLabel(code).replace(/^the /, ''), code]),
    ...limits.entity,
    ...limits.employment,
  ];
  return names.reduce(
    (rest, name) =>
      rest.replaceAll(new RegExp(`(?<!\\p{L})(?:(?:in|of) )?(?:the )?${literal(name)}(?!\\p{L})`, 'giu'), ' '),
    text,
  );
}

function literal(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / Math.max(1, a.size + b.size - shared);
}
