import type { Applicable } from '../conflicts/find-pairs.ts';
import type { DocumentMetadata, IsoDate } from '../domain.ts';
import type { PassageDraft } from '../records/records.ts';

/** `error`: answers would be wrong or the document left out. `warning`: someone should have a look. */
export type Severity = 'error' | 'warning';

export const checks = ['readable', 'metadata', 'link', 'table', 'copy', 'conflict'] as const;
export type Check = (typeof checks)[number];

/** Something about a document that its owner should know. */
export interface Finding {
  /** Relative to the folder, with forward slashes. */
  readonly path: string;
  /** From 1, in the file as it is written; absent where it can't be told, as in a PDF. */
  readonly line?: number;
  readonly severity: Severity;
  readonly check: Check;
  readonly message: string;
}

/** A file of the folder as the index would take it. */
export interface CheckedDocument {
  readonly path: string;
  /** As written, with LF line ends; absent for formats that are not text. */
  readonly source?: string;
  readonly text: string;
  readonly metadata: DocumentMetadata;
  readonly notes: readonly string[];
  readonly passages: readonly PassageDraft[];
}

export interface CheckContext {
  readonly documents: readonly CheckedDocument[];
  /** Every file below the folder, documents or not, as far as links may lead to them. */
  readonly paths: ReadonlySet<string>;
  readonly today: IsoDate;
}

export function applicabilityOf({ metadata: { country, entity, employment } }: CheckedDocument): Applicable {
  return { country, ...(entity && { entity }), ...(employment && { employment }) };
}
