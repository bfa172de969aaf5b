import { dayBefore, isDay } from '../days.ts';
import type { IsoDate } from '../domain.ts';
import { BylawError } from '../errors.ts';
import type { DocumentRecords, FoundDocument, KeptVersion } from '../records/records.ts';
import { inForce } from '../versions/in-force.ts';

const mostNamed = 10;

/** The one document that a person names. Throws `usage` where there is none, or several, and names those. */
export async function pickDocument(reference: string, documents: DocumentRecords): Promise<FoundDocument> {
  const found = await documents.findDocuments(reference);
  const inUse = found.filter(({ isRemoved }) => !isRemoved);
  const [first, ...others] = inUse.length > 0 ? inUse : found;
  if (first === undefined) {
    const advice = 'name it by its file, path or title; bylaw search finds it by what it says';
    throw new BylawError('usage', `there is no document “${reference}”: ${advice}`);
  }
  if (others.length === 0) return first;
  const names = [first, ...others].slice(0, mostNamed).map(({ document, title }) => `  ${document}  ${title}`);
  const more = others.length >= mostNamed ? [`  and ${others.length + 1 - mostNamed} more`] : [];
  throw new BylawError(
    'usage',
    `“${reference}” fits several documents, name one by its path:\n${[...names, ...more].join('\n')}`,
  );
}

/** A version by its number (`2`, `v2`) or by a day on which it was in force. Throws `usage`, naming those there are. */
export function pickVersion(name: string, versions: readonly KeptVersion[]): KeptVersion {
  const number = /^v?(\d{1,6})$/i.exec(name)?.[1];
  const found =
    number === undefined
      ? versions.find(({ validFrom = '', validTo = '9999' }) => isDay(name) && validFrom <= name && name < validTo)
      : versions.find((version) => version.number === Number(number));
  if (found !== undefined) return found;
  const known = versions.map((version) => `  ${version.number}  ${daysOf(version)}`).toReversed();
  const what = isDay(name) ? `no version was in force on ${name}` : `there is no version “${name}”`;
  throw new BylawError('usage', `${what}; name one by its number or by a day. There are:\n${known.join('\n')}`);
}

/** Such as `2026-03-15 to 2026-12-31`; both days count. `gone` is the day on which its document left its source. */
export function daysOf(version: KeptVersion, gone?: IsoDate): string {
  const { validFrom = '', validTo, seenOn } = version;
  if (validTo !== undefined && (validTo <= validFrom || validTo <= never)) return 'never in force';
  const { since, until } = inForce(version);
  const from = since ?? (seenOn === undefined ? 'always' : `before ${seenOn}`);
  if (gone !== undefined && (until === undefined || until > gone))
    return since !== undefined && since > gone ? 'never in force' : `${from} to ${gone}`;
  return until === undefined ? `from ${from} on` : `${from} to ${dayBefore(until)}`;
}

/** The records' mark of what answers on no day. */
const never = '0001-01-01';
