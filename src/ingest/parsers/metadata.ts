import { unknownReaders } from '../../audience.ts';
import type { DocumentMetadata, DocumentStatus, IsoDate } from '../../domain.ts';
import { firstHeading, titleOfPath } from './document-title.ts';
import {
  collectFields,
  type Field,
  type FieldName,
  type FieldValue,
  findField,
  listOf,
  normaliseKey,
  textOf,
} from './metadata-fields.ts';
import { dayAfter, parseDay } from './parse-day.ts';
import { readApplies } from './read-applies.ts';
import { readAudience } from './read-audience.ts';

export interface MetadataReading {
  readonly metadata: DocumentMetadata;
  readonly notes: readonly string[];
}

/**
 * Turns what a document says about itself into metadata; keys nobody knows are ignored.
 * What limits readers or validity and cannot be understood is read the safe way: unknown readers, or a draft.
 */
export function readMetadata(input: {
  readonly fields: readonly Field[];
  /** Markdown, for the title where none is given. */
  readonly text: string;
  readonly path: string;
  /** The document has metadata that could not be read. */
  readonly broken?: boolean;
}): MetadataReading {
  const notes: string[] = [];
  const values = collectFields(input.fields, notes);
  const text = (name: FieldName) => textOf(findField(values, name)?.value);
  const firstOf = (name: FieldName) => {
    const value = findField(values, name)?.value;
    return Array.isArray(value) ? listOf(value)[0] : textOf(value);
  };
  const updated = readDay(findField(values, 'updated'), notes);
  const reviewDate = readDay(findField(values, 'review'), notes);
  const validity = readValidity(values, notes);
  const status = readStatus(values, notes);
  const { understood, ...applies } = readApplies(values, notes);
  const url = text('url');
  const metadata: DocumentMetadata = {
    title: text('title') ?? firstHeading(input.text) ?? titleOfPath(input.path),
    ...given('type', text('type')),
    ...given('author', text('author')),
    ...given('owner', text('owner')),
    ...given('updated', updated),
    ...given('effectiveFrom', validity.from),
    ...given('effectiveTo', validity.to),
    ...given('reviewDate', reviewDate),
    audience: input.broken ? [unknownReaders] : readAudience(values, notes),
    ...applies,
    tags: distinct(listOf(findField(values, 'tags')?.value)),
    status: validity.understood && understood ? status : 'draft',
    ...given('supersedes', firstOf('supersedes')),
    ...given('supersededBy', firstOf('supersededBy')),
    ...given('url', url !== undefined && /^https?:\/\//i.test(url) ? url : undefined),
  };
  return { metadata, notes };
}

function readDay(entry: FieldValue | undefined, notes: string[], consequence = ''): IsoDate | undefined {
  const text = textOf(entry?.value);
  if (entry === undefined || text === undefined) return undefined;
  const reading = parseDay(text);
  if (reading.kind === 'day') return reading.day;
  const reason = reading.kind === 'ambiguous' ? 'can be read as two different days' : 'is not a day that is understood';
  notes.push(`"${entry.key}: ${text}" ${reason}: write it like 2026-01-31${consequence}`);
  return undefined;
}

function readValidity(values: ReadonlyMap<string, FieldValue>, notes: string[]) {
  const asDraft = '; until then the document counts as a draft';
  const entries = {
    from: findField(values, 'effectiveFrom'),
    to: findField(values, 'effectiveTo'),
    last: findField(values, 'lastDay'),
  };
  const from = readDay(entries.from, notes, asDraft);
  const to = readDay(entries.to, notes, asDraft);
  const last = readDay(entries.last, notes, asDraft);
  const lost = (entry: FieldValue | undefined, day: IsoDate | undefined) =>
    listOf(entry?.value).length > 0 && day === undefined;
  const end = to ?? (last === undefined ? undefined : dayAfter(last));
  if (from !== undefined && end !== undefined && end <= from)
    notes.push('ends before it takes effect: it is never in force');
  const understood = !lost(entries.from, from) && !lost(entries.to, to) && !lost(entries.last, last);
  return { from, to: end, understood };
}

const statusWords: Readonly<Record<DocumentStatus, string>> = {
  active:
    'active approved published inforce current final effective valid live released aktiv gültig freigegeben veröffentlicht',
  draft:
    'draft proposed proposal inreview underreview forreview inprogress workinprogress wip pending unapproved notapproved ' +
    'entwurf inarbeit inprüfung vorläufig',
  superseded: 'superseded replaced obsolete ersetzt abgelöst',
  archived:
    'archived retired withdrawn deprecated expired outdated inactive cancelled canceled revoked repealed invalid ' +
    'archiviert abgelaufen veraltet ungültig zurückgezogen aufgehoben inaktiv',
};

const statuses: ReadonlyMap<string, DocumentStatus> = new Map(
  (['active', 'draft', 'superseded', 'archived'] as const).flatMap((status) =>
    statusWords[status].split(' ').map((word): [string, DocumentStatus] => [word, status]),
  ),
);

function readStatus(values: ReadonlyMap<string, FieldValue>, notes: string[]): DocumentStatus {
  const entry = findField(values, 'status');
  const text = textOf(entry?.value);
  if (entry !== undefined && text !== undefined) {
    const status = statuses.get(normaliseKey(text));
    if (status === 'active' && isHeldBack(values)) {
      notes.push(`"${entry.key}: ${text}" and a draft contradict each other: it counts as a draft`);
      return 'draft';
    }
    if (status !== undefined) return status;
    notes.push(`"${entry.key}: ${text}" is not known (draft, active, superseded, archived): it counts as active`);
  }
  return isHeldBack(values) ? 'draft' : 'active';
}

/** Site generators' own ways to hold a page back. */
function isHeldBack(values: ReadonlyMap<string, FieldValue>): boolean {
  const said = (key: string) => (textOf(values.get(key)?.value) ?? '').toLowerCase();
  return ['true', 'yes', 'on'].includes(said('draft')) || ['false', 'no', 'off'].includes(said('published'));
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}

function given<K extends string>(key: K, value: string | undefined): { readonly [P in K]?: string } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: string });
}
