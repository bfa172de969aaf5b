import picomatch from 'picomatch';
import { readEmployment } from '../../applicability/employment.ts';
import { readEntity } from '../../applicability/entities.ts';
import { readCountries } from '../../applicability/read-countries.ts';
import { narrowAudience } from '../../audience.ts';
import type { DocumentMetadata } from '../../domain.ts';
import { readAudience } from '../parsers/read-audience.ts';
import type { Source, SourceFile } from './source.ts';

/** What an operator says of all documents below a path. */
export interface FolderRule {
  /** A glob relative to the source. */
  readonly path: string;
  /** Who may read them at most, whatever they say of themselves. */
  readonly audience?: readonly string[] | undefined;
  /** To whom they apply, where they don't say so themselves. */
  readonly appliesTo?:
    | {
        readonly country?: readonly string[] | undefined;
        readonly entity?: readonly string[] | undefined;
        readonly employment?: readonly string[] | undefined;
      }
    | undefined;
  readonly owner?: string | undefined;
}

/**
 * A source whose files have what the rules say of them. All rules that fit count, in their order: each can only narrow who
 * may read a document, and a later one has the last word on its owner and to whom it applies.
 */
export function withFolderRules(source: Source, rules: readonly FolderRule[]): Source {
  if (rules.length === 0) return source;
  const notes: string[] = [];
  const readings = rules.map((rule) => readRule(rule, notes));
  return {
    ...source,
    list: async (signal, known) => {
      const listing = await source.list(signal, known);
      const files = listing.files.map((file) => readings.filter(({ fits }) => fits(file.path)).reduce(apply, file));
      return { ...listing, files, ...(notes.length > 0 && { notes: [...(listing.notes ?? []), ...notes] }) };
    },
  };
}

interface RuleReading {
  readonly fits: (path: string) => boolean;
  readonly audience: readonly string[];
  readonly metadata: Partial<DocumentMetadata>;
}

function readRule({ path, audience, appliesTo = {}, owner }: FolderRule, notes: string[]): RuleReading {
  const said: string[] = [];
  const readers =
    audience === undefined
      ? []
      : readAudience(new Map([['audience', { key: 'audience', value: [...audience], repeated: false }]]), said);
  const places = readCountries(appliesTo.country ?? []);
  said.push(...places.notes);
  notes.push(...said.map((note) => `the rule for ${path}: ${note}`));
  const words = (values: readonly string[] = [], read: (value: string) => string) =>
    [...new Set(values.map(read))].sort();
  const metadata = {
    ...given('country', places.countries),
    ...given('entity', words(appliesTo.entity, readEntity)),
    ...given('employment', words(appliesTo.employment, readEmployment)),
    ...(owner !== undefined && { owner }),
  };
  return { fits: picomatch(path, { dot: true }), audience: readers, metadata };
}

function apply(file: SourceFile, { audience, metadata }: RuleReading): SourceFile {
  const onlyFor = narrowAudience(file.onlyFor ?? [], audience);
  return {
    ...file,
    ...(Object.keys(metadata).length > 0 && { metadata: { ...file.metadata, ...metadata } }),
    ...(onlyFor.length > 0 && { onlyFor }),
  };
}

function given<K extends string>(key: K, values: readonly string[]): { readonly [P in K]?: readonly string[] } {
  return values.length === 0 ? {} : ({ [key]: values } as { readonly [P in K]?: readonly string[] });
}
