import type { Citation, Passage, Version } from '../../domain.ts';
import type { DocumentRecords } from '../../records/records.ts';
import type { VersionContent } from '../../versions/compare-versions.ts';
import type { Sentence } from '../../versions/sections.ts';
import { isPassageSource } from '../clauses.ts';
import type { CitedClause } from './remark.ts';

/** A version that an answer cites, with the places of its clauses in the text. */
export interface CitedVersion {
  readonly version: Version;
  readonly clauses: readonly { readonly start: number; readonly end: number }[];
}

/** The versions that citations stand in, each once, in their order. */
export async function citedVersions(
  citations: readonly Citation[],
  documents: DocumentRecords,
): Promise<CitedVersion[]> {
  const cited = citations.filter(({ passage, isUpcoming }) => isPassageSource(passage) && isUpcoming !== true);
  const passages = await documents.passages([...new Set(cited.map(({ passage }) => passage))]);
  const groups = Map.groupBy(cited, ({ document, version }) => `${document}@${version}`);
  const versions = await documents.versions([...groups.keys()]);
  return [...groups].flatMap(([id, group]) => {
    const version = versions.get(id);
    const clauses = group.flatMap(({ passage, quote }) => placeOf(passages.get(passage), quote));
    return version === undefined ? [] : [{ version, clauses }];
  });
}

function placeOf(passage: Passage | undefined, quote: string) {
  const at = passage?.text.indexOf(quote) ?? -1;
  if (passage === undefined || at < 0) return [];
  return [{ start: passage.start + at, end: passage.start + at + quote.length }];
}

/** A version with its text, to be compared; undefined where the text is no longer kept. */
export async function contentOf(version: Version, documents: DocumentRecords): Promise<VersionContent | undefined> {
  const text = await documents.text(version.id);
  return text === undefined ? undefined : { metadata: version.metadata, text };
}

/** Sentences of a version's text as clauses to cite: word for word as the records hold them. */
export async function clausesOf(
  version: Version,
  sentences: readonly Sentence[],
  documents: DocumentRecords,
): Promise<CitedClause[]> {
  const passages = await documents.passagesOf(version.id);
  const clauses: CitedClause[] = [];
  let last: { readonly passage: Passage; readonly start: number; end: number } | undefined;
  for (const { start, end } of sentences) {
    const passage = passages.find((each) => each.start <= start && end <= each.end);
    if (passage === undefined) continue;
    const between = last?.passage.text.slice(last.end - passage.start, start - passage.start);
    const isNext = last?.passage === passage && between?.trim() === '';
    if (isNext) clauses.pop();
    const from: number = isNext && last !== undefined ? last.start : start;
    last = { passage, start: from, end };
    const quote = passage.text.slice(from - passage.start, end - passage.start).trim();
    clauses.push({ kind: 'passage', stored: { passage, version, usable: true }, quote });
  }
  return clauses;
}
