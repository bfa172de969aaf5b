import { closeToGeneral, type Rival } from '../applicability/difference.ts';
import { filterOf, type KnownLimits } from '../applicability/known.ts';
import { limitFields, limitsOf, passes } from '../applicability/limits.ts';
import { appliesRemarks, noRuleText } from '../applicability/remarks.ts';
import type { DocumentRecords } from '../records/records.ts';
import { quoting } from './answer-skills.ts';
import type { TurnResult } from './turn-result.ts';

/** What would answer, and whether it is for the asker as far as that is known. */
export type Found = Rival & { readonly isFound: boolean; readonly version: string };

/** Adds to an answer to whom it applies, or says who has a rule where the asker has none. */
export async function tellApplicability(
  result: TurnResult,
  known: KnownLimits,
  rivals: readonly (readonly Found[])[],
  { records }: { readonly records: { readonly documents: Pick<DocumentRecords, 'versions'> } },
): Promise<TurnResult> {
  if (result.status === 'not_found') return withoutRule(result, known, rivals.flat()) ?? result;
  if (result.status !== 'answered') return result;
  // Whatever is quoted instead of a rule that is for others only comes closest among what is left.
  const others = result.model === quoting ? withoutRule(result, known, rivals.flatMap(closest)) : undefined;
  if (others !== undefined) return others;
  const versionOf = (passage: string) => passage.slice(0, passage.lastIndexOf('#'));
  const ids = new Set(result.citations.map(({ passage }) => versionOf(passage)));
  const versions = await records.documents.versions([...ids]);
  const alike = known.country === undefined ? countriesAlike(rivals) : [];
  const sources = result.citations.flatMap(({ n, passage }) => {
    const version = versions.get(versionOf(passage));
    if (version === undefined) return [];
    const limits = limitsOf(version.metadata);
    const country = limits.country.some((code) => alike.includes(code)) ? alike : limits.country;
    return [{ n, limits: { ...limits, country } }];
  });
  const remarks = appliesRemarks(sources, known);
  return remarks.length === 0 ? result : { ...result, remarks: [...remarks, ...(result.remarks ?? [])] };
}

function closest(rivals: readonly Found[]): readonly Found[] {
  const best = Math.max(...rivals.map(({ score }) => score));
  return rivals.filter(({ score }) => score >= closeToGeneral * best);
}

/** Where rules for several countries say the same, whichever is cited holds in all of them. */
function countriesAlike(rivals: readonly (readonly Found[])[]): string[] {
  const [only = []] = rivals.length === 1 ? rivals : [];
  return [...new Set(only.filter(({ isFound }) => isFound).flatMap(({ limits }) => limits.country))].sort();
}

/** Where only others have a rule, that is said rather than that there is none; undefined where that is not so. */
function withoutRule(result: TurnResult, known: KnownLimits, rivals: readonly Found[]): TurnResult | undefined {
  if (rivals.length === 0 || rivals.some(({ isFound }) => isFound)) return undefined;
  const field = limitFields.find((each) => {
    const wanted = filterOf({ [each]: known[each] });
    return wanted.length > 0 && rivals.every(({ limits }) => !passes(limits, wanted));
  });
  const limit = field && known[field];
  if (field === undefined || limit === undefined) return undefined;
  const { remarks: _, followUps: __, ...rest } = result;
  const asked = result.status === 'answered' ? { ...rest, citations: [] } : result;
  const others = rivals.map(({ limits }) => limits);
  return {
    ...{ ...asked, status: 'not_found' },
    text: `${dayOf(result)}${noRuleText(field, limit, others)}`,
    named: [...new Set([...(result.named ?? []), ...rivals.map(({ version }) => version)])],
  };
}

/** The words before the text that tell of which day it is, where that is not today. */
function dayOf({ asOf, text }: TurnResult): string {
  return asOf === undefined ? '' : text.slice(0, text.indexOf('\n\n') + 2);
}
