import type { DocumentMetadata } from '../domain.ts';
import { findKey, findValue } from './find-line.ts';
import type { CheckContext, CheckedDocument, Finding } from './finding.ts';

/** What a handbook may want every document to say. */
export const requirable = ['owner', 'review', 'effective', 'audience', 'country'] as const;
export type Requirable = (typeof requirable)[number];

const isGiven: Readonly<Record<Requirable, (metadata: DocumentMetadata) => boolean>> = {
  owner: ({ owner }) => owner !== undefined,
  review: ({ reviewDate }) => reviewDate !== undefined,
  effective: ({ effectiveFrom }) => effectiveFrom !== undefined,
  audience: ({ audience }) => audience.length > 0,
  country: ({ country }) => country.length > 0,
};

/** Whether people lean on it: where most documents say it, one that doesn't was forgotten. */
const usual: readonly Requirable[] = ['owner', 'review', 'effective'];

/** Metadata that is missing, not understood, impossible or past its date. */
export function checkMetadata({ documents, today }: CheckContext, required: readonly Requirable[]): Finding[] {
  const expected = usual.filter((field) => {
    const given = documents.filter(({ metadata }) => isGiven[field](metadata)).length;
    return documents.length > 2 && given * 2 >= documents.length;
  });
  return documents.flatMap((document) => [
    ...document.notes.map((note) => toFinding(document, note)),
    ...missing(document, required, expected),
    ...outdated(document, today),
  ]);
}

function missing(
  { path, metadata }: CheckedDocument,
  required: readonly Requirable[],
  expected: readonly Requirable[],
): Finding[] {
  return requirable.flatMap((field): Finding[] => {
    if (isGiven[field](metadata)) return [];
    const [isRequired, isExpected] = [required.includes(field), expected.includes(field)];
    if (!isRequired && !isExpected) return [];
    const message = isRequired
      ? `says no "${field}", which is required`
      : `says no "${field}", as most documents here do`;
    return [{ path, severity: isRequired ? 'error' : 'warning', check: 'metadata', message }];
  });
}

function outdated(document: CheckedDocument, today: string): Finding[] {
  const { path, metadata } = document;
  const { reviewDate, effectiveTo, status } = metadata;
  const found: Finding[] = [];
  const add = (key: 'review' | 'effective_to', message: string) => {
    found.push({ path, ...lineOf(document, key), severity: 'warning', check: 'metadata', message });
  };
  if (reviewDate !== undefined && reviewDate < today && status === 'active') {
    add('review', `is due for review since ${reviewDate}${metadata.owner === undefined ? '' : ` (${metadata.owner})`}`);
  }
  if (effectiveTo !== undefined && effectiveTo <= today && status === 'active') {
    add('effective_to', `is no longer in force since ${effectiveTo}: archive it, or give it a new day`);
  }
  return found;
}

/** A note names its key first, in quotes; what it says of the document's fate tells how bad it is. */
function toFinding(document: CheckedDocument, note: string): Finding {
  const yamlLine = /: line (\d+)/.exec(note)?.[1];
  const line = yamlLine === undefined ? lineOfNote(document, note) : Number(yamlLine);
  const severity = /\buntil\b|never in force|nobody|not read\b/.test(note) ? 'error' : 'warning';
  return { path: document.path, ...(line ? { line } : {}), severity, check: 'metadata', message: note };
}

/** The key or the value that it quotes, else the keys that it is about. */
function lineOfNote(document: CheckedDocument, note: string): number | undefined {
  const quoted = /^"([^"]+)"/.exec(note)?.[1];
  if (quoted !== undefined)
    return findKey(document, quoted.split(':', 1)[0] ?? '') ?? findValue(document, quoted, limits);
  return findFirst(document, note.startsWith('ends before') ? ends : limits);
}

const ends = ['effectiveto', 'expires', 'validuntil'];
const reviews = ['review', 'reviewdate', 'nextreview'];
const limits = ['appliesto', 'country', 'countries', 'entity', 'entities', 'employment', 'employmenttype'];

function findFirst(document: CheckedDocument, keys: readonly string[]): number | undefined {
  return keys.map((key) => findKey(document, key)).find((line) => line !== undefined);
}

function lineOf(document: CheckedDocument, key: 'review' | 'effective_to'): { line?: number } {
  const line = findFirst(document, key === 'review' ? reviews : ends);
  return line === undefined ? {} : { line };
}
