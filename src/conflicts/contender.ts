import type { IsoDate, Version } from '../domain.ts';
import { inForce } from '../versions/in-force.ts';
import type { Applicable } from './find-pairs.ts';
import type { Contender } from './precedence.ts';

/** What precedence goes by, of the version that a clause stands in. */
export function contenderOf(version: Version): Contender {
  const since = sinceOf(version);
  const { country, entity, employment } = applicabilityOf(version);
  const limits = [country, entity, employment].filter((values) => values !== undefined && values.length > 0).length;
  return { limits, ...(since && { since }) };
}

/** First day in force, else the day of its last change; absent where neither is known. */
export function sinceOf(version: Version): IsoDate | undefined {
  return inForce(version).since ?? version.metadata.updated;
}

export function applicabilityOf({ metadata: { country, entity, employment } }: Version): Applicable {
  return { country, ...(entity && { entity }), ...(employment && { employment }) };
}
