import type { IsoDate, Version } from '../domain.ts';

export interface InForce {
  /** First day; absent where nobody knows. */
  readonly since?: IsoDate;
  /** First day no longer in force; absent means open-ended. */
  readonly until?: IsoDate;
}

/**
 * Between which days a version is in force, as people are told. The day on which the first version of a document was
 * seen says nothing of how long it had been in force by then, and nor does a later one that only read the same words anew.
 */
export function inForce({ number, metadata, changed, validFrom, validTo, seenOn }: Version): InForce {
  const isReadAnew = metadata.effectiveFrom === undefined && seenOn !== undefined && validFrom !== seenOn;
  const isKnown = changed !== undefined || (number > 1 && !isReadAnew);
  const since = isKnown ? (validFrom ?? metadata.effectiveFrom) : metadata.effectiveFrom;
  return { ...(since !== undefined && { since }), ...(validTo !== undefined && { until: validTo }) };
}
