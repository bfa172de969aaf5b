import type { PassageDraft, VersionDraft } from '../../src/records/records.ts';

export interface DocumentText {
  readonly path: string;
  readonly title?: string;
  readonly audienceKey?: string;
  readonly country?: readonly string[];
  readonly validFrom?: string;
  readonly validTo?: string;
  readonly headings?: readonly string[];
  /** One passage each. */
  readonly passages: readonly string[];
}

export function draftOf(document: DocumentText): VersionDraft {
  const text = document.passages.join('\n\n');
  let start = 0;
  const passages = document.passages.map((passage): PassageDraft => {
    const span = { start, end: start + passage.length };
    start = span.end + 2;
    return { ...span, headings: document.headings ?? [], sentences: [{ start: 0, end: passage.length }] };
  });
  return {
    document: `test/${document.path}`,
    source: 'test',
    path: document.path,
    stamp: text,
    fingerprint: text,
    contentHash: text,
    metadata: {
      title: document.title ?? document.path,
      audience: [],
      country: document.country ?? [],
      tags: [],
      status: 'active',
    },
    audienceKey: document.audienceKey ?? 'everyone',
    validFrom: document.validFrom,
    validTo: document.validTo,
    text,
    passages,
  };
}
