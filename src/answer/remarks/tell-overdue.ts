import { dayInWords } from '../../days.ts';
import type { IsoDate, Version } from '../../domain.ts';
import { type Remark, titleOf } from './remark.ts';

/** A line for each document that should have been looked at again before today. */
export function tellOverdue(versions: readonly Version[], today: IsoDate): Remark[] {
  return versions.flatMap((version) => {
    const { reviewDate, owner } = version.metadata;
    if (reviewDate === undefined || reviewDate >= today) return [];
    const whose = owner === undefined ? 'it names no owner' : `its owner is ${owner}`;
    return [[titleOf(version), ` has been due for review since ${dayInWords(reviewDate)}; ${whose}.`]];
  });
}
