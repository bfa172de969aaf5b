import type { FilterTerm } from '../domain.ts';
import type { DocumentRecords } from '../records/records.ts';
import type { SearchHit } from './library.ts';

/** How a filter is put to the indexes: as the versions that alone may come back, or as those that may not. */
export interface Narrowing {
  readonly only?: readonly string[];
  readonly excluded: ReadonlySet<string>;
}

/**
 * To whom a question is limited leaves most documents in, and indexes are slow at being told thousands that may come back:
 * the few that may not are taken out instead.
 */
export async function narrow(
  documents: Pick<DocumentRecords, 'matching' | 'limitedToOthers'>,
  filter: readonly FilterTerm[] = [],
  archive: boolean,
): Promise<Narrowing> {
  const limits = filter.filter(isLimit);
  const others = filter.filter((term) => !isLimit(term));
  const excluded = new Set(limits.length === 0 ? [] : await documents.limitedToOthers(limits, { archive }));
  if (others.length === 0 && excluded.size <= mostExcluded) return { excluded };
  const only = await documents.matching(others, { archive });
  return { only: only.filter((id) => !excluded.has(id)), excluded: new Set() };
}

/** Of the nearest vectors so many may be left out afterwards, and enough are left. */
const mostExcluded = 1000;

function isLimit({ field, op }: FilterTerm): boolean {
  return op === '=' && (field === 'country' || field === 'entity' || field === 'employment');
}

/** A score apart by less is no reason to put what is for everyone before what is for the asker. */
const equal = 0.02;

/** Among equals the one that says more about whom it is for comes first; only where the question is for someone. */
export function preferSpecific(hits: readonly SearchHit[], filter: readonly FilterTerm[] = []): SearchHit[] {
  const fields = new Set(filter.filter(isLimit).map(({ field }) => field));
  if (fields.size === 0) return [...hits];
  const limits = ({ version: { metadata } }: SearchHit) =>
    [
      fields.has('country') && metadata.country,
      fields.has('entity') && metadata.entity,
      fields.has('employment') && metadata.employment,
    ].filter((values) => values && values.length > 0).length;
  const rank = (hit: SearchHit) => hit.score + equal * limits(hit);
  return hits.toSorted((a, b) => rank(b) - rank(a));
}
