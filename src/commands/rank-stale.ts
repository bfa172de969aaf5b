import { daysBetween } from '../days.ts';
import type { IsoDate, Version } from '../domain.ts';

/** A document that its owner should look at. */
export interface StaleDocument {
  readonly document: string;
  readonly title: string;
  readonly owner?: string;
  readonly reviewDate?: IsoDate;
  /** Absent where nobody knows. */
  readonly lastChange?: IsoDate;
  /** Answers that cited it in the period. */
  readonly citations: number;
  /** Since its review date, or since its last change where it has none. */
  readonly days: number;
  /** Citations × days: how much rests on it, and for how long nobody looked. */
  readonly score: number;
}

export interface Staleness {
  /** Past their review date. */
  readonly overdue: readonly StaleDocument[];
  /** Without a review date, and not changed for long. */
  readonly untouched: readonly StaleDocument[];
}

/**
 * The newest versions that still answer, by how much harm they could do: the highest score first, of equal ones the
 * one that waits longest. A document is overdue from the day after its review date.
 */
export function rankStale(
  versions: readonly Version[],
  citations: ReadonlyMap<string, number>,
  { today, untouchedDays }: { readonly today: IsoDate; readonly untouchedDays: number },
): Staleness {
  const answering = versions.filter(({ metadata: { status }, validTo }) => {
    return status === 'active' && (validTo === undefined || validTo > today);
  });
  const rows = answering.flatMap((version): StaleDocument[] => {
    const { document, metadata } = version;
    const { title, owner, reviewDate } = metadata;
    const lastChange = version.changed?.on ?? metadata.updated ?? version.seenOn;
    const since = reviewDate ?? lastChange;
    if (since === undefined) return [];
    const days = daysBetween(since, today);
    const cited = citations.get(document) ?? 0;
    return [
      {
        ...{ document, title },
        ...(owner !== undefined && { owner }),
        ...(reviewDate !== undefined && { reviewDate }),
        ...(lastChange !== undefined && { lastChange }),
        ...{ citations: cited, days, score: cited * days },
      },
    ];
  });
  const ranked = rows.toSorted((a, b) => b.score - a.score || b.days - a.days || (a.document < b.document ? -1 : 1));
  return {
    overdue: ranked.filter(({ reviewDate, days }) => reviewDate !== undefined && days > 0),
    untouched: ranked.filter(({ reviewDate, days }) => reviewDate === undefined && days > untouchedDays),
  };
}
