import { dayInWords } from '../../days.ts';
import type { Question, Viewer } from '../../domain.ts';
import type { Library } from '../../library/library.ts';
import type { DocumentRecords } from '../../records/records.ts';
import { loadStored } from '../stored-passages.ts';
import type { QuoteFor } from './add-remarks.ts';
import { spaced, upcomingVersions } from './announce-upcoming.ts';
import type { CitedClause, NamedVersion, Remark } from './remark.ts';

const hitsLookedAt = 5;

/** That nothing answers today, but a rule does which takes effect later: with its words. */
export async function announceRule(
  { text, viewer, filter }: Question,
  quoteFor: QuoteFor,
  signal: AbortSignal,
  { documents, library }: { readonly documents: DocumentRecords; readonly library: Pick<Library, 'search'> },
): Promise<Remark[]> {
  const upcoming = new Set((await upcomingVersions(viewer, documents)).map(({ id }) => id));
  if (upcoming.size === 0) return [];
  const { audienceKeys, on } = viewer;
  const search = { text, limit: hitsLookedAt, audienceKeys, on, upcoming: true, filter, signal } as const;
  const { hits } = await library.search(search);
  const day = hits[0]?.version.validFrom;
  if (day === undefined) return [];
  const then = { ...viewer, on: day };
  const quoted = (await quoteFor(then)).filter(({ document, version }) => upcoming.has(`${document}@${version}`));
  const stored = await loadStored(
    documents,
    quoted.map(({ passage }) => passage),
    then,
  );
  const clauses = quoted.flatMap(({ passage, quote }): CitedClause[] => {
    const found = stored.get(passage);
    return found === undefined ? [] : [{ kind: 'passage', stored: found, quote, isUpcoming: true }];
  });
  return clauses.length === 0 ? [] : [[`A rule on this takes effect on ${dayInWords(day)}: `, ...spaced(clauses)]];
}

/** That a document answers today, and that nobody knows what it said on the day that was asked for. */
export async function tellUnknownPast(
  viewer: Viewer,
  quoteFor: QuoteFor,
  documents: DocumentRecords,
): Promise<Remark[]> {
  const { asOf, ...rest } = viewer;
  if (asOf === undefined || viewer.on >= asOf.today) return [];
  const quoted = await quoteFor({ ...rest, on: asOf.today });
  const named = new Map(
    quoted.map(({ document, version, title }): [string, NamedVersion] => [
      document,
      { kind: 'title', id: `${document}@${version}`, title },
    ]),
  );
  const remarks: Remark[] = [];
  for (const [document, title] of named) {
    const versions = await documents.kept([document]);
    const ids = versions.map(({ id }) => id);
    if ((await documents.usable(ids, viewer.on)).size > 0) continue;
    const first = versions.toSorted((a, b) => ((a.validFrom ?? '') < (b.validFrom ?? '') ? -1 : 1))[0];
    if (first?.validFrom === undefined || first.validFrom <= viewer.on) continue;
    const since = dayInWords(first.validFrom);
    remarks.push([
      title,
      first.metadata.effectiveFrom === first.validFrom
        ? ` answers this today, but it is in force only since ${since}.`
        : ` answers this today, but I know it only since ${since}, so I can't tell what it said on ${dayInWords(viewer.on)}.`,
    ]);
  }
  return remarks;
}

/** That what is asked for is still to come. */
export function unsettled({ on, asOf }: Viewer): Remark[] {
  if (asOf === undefined || on <= asOf.today) return [];
  return [[`This is what I know today about the rules of ${dayInWords(on)}; they may still change.`]];
}
