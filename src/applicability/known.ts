import { asksForAllCountries, findCountries } from '../countries/find-countries.ts';
import type { FilterTerm, Profile, ProfileOrigin } from '../domain.ts';
import { findEmployment } from './employment.ts';
import { findEntities } from './entities.ts';
import { type LimitField, type Limits, limitFields } from './limits.ts';

/** `question`: named in it, for this question alone. `said`: told of oneself in this conversation. */
export type Origin = 'question' | 'said' | 'given' | ProfileOrigin;

export interface Known {
  /** Alternatives; empty where everything is asked for. */
  readonly values: readonly string[];
  readonly origin: Origin;
}

/** What a question is to be answered for, as far as it is known. */
export type KnownLimits = Readonly<Partial<Record<LimitField, Known>>>;

export interface KnownReading {
  readonly known: KnownLimits;
  /** What the asker says of themselves, to be kept for the conversation. */
  readonly said: Profile;
  /** Countries that someone stays in for a while: what is asked for, unless that is known otherwise. */
  readonly visited: readonly string[];
}

/**
 * Reads from a question what it is to be answered for: what it names first, then what the person said here, then what
 * else is known of them. `occurring` are the limits of documents that were found for it: other words name nothing.
 */
export function readKnown(
  text: string,
  about: {
    readonly said: Profile;
    readonly profile?: Profile | undefined;
    readonly from?: Readonly<Partial<Record<LimitField, ProfileOrigin>>> | undefined;
    readonly occurring: readonly Limits[];
    /** The words are someone else's. */
    readonly isQuoted: boolean;
  },
): KnownReading {
  const { profile = {}, from = {}, isQuoted } = about;
  const own = (field: LimitField, told: Profile): Known | undefined => {
    const said = told[field] ?? about.said[field];
    if (said !== undefined) return { values: said.split(','), origin: 'said' };
    const known = profile[field];
    return known === undefined ? undefined : { values: [known], origin: from[field] ?? 'given' };
  };
  const places = findCountries(text);
  const selves = distinct(places.filter(({ kind }) => kind === 'self').map(({ code }) => code));
  const named = distinct(places.filter(({ kind }) => kind === 'self' || kind === 'where').map(({ code }) => code));
  const visited = distinct(places.filter(({ kind }) => kind === 'travel').map(({ code }) => code));
  const values = (field: LimitField) => distinct(about.occurring.flatMap((limits) => limits[field]));
  const kinds = findEmployment(text, values('employment'));
  const told: Profile = isQuoted
    ? {}
    : {
        ...(selves.length === 1 && { country: selves[0] }),
        ...(kinds.filter(({ isSelf }) => isSelf).length === 1 && {
          employment: kinds.find(({ isSelf }) => isSelf)?.value,
        }),
      };
  const country = countryOf(text, { named, visited, told: told.country, own: own('country', told) });
  const entities = findEntities(text, values('entity'));
  const entity: Known | undefined =
    entities.length > 0 ? { values: entities, origin: 'question' } : own('entity', told);
  const spoken = distinct(kinds.map(({ value }) => value)).filter((value) => values('employment').includes(value));
  const ownKind = own('employment', told);
  const employment: Known | undefined =
    spoken.length > 0 && told.employment === undefined
      ? { values: distinct([...spoken, ...(isAbout.test(text) ? [] : (ownKind?.values ?? []))]), origin: 'question' }
      : ownKind;
  return {
    known: { ...(country && { country }), ...(entity && { entity }), ...(employment && { employment }) },
    said: told,
    visited,
  };
}

/** "What applies to interns?" is about them alone; "May I hire interns?" is about the asker as well. */
const isAbout =
  /(?<!\p{L})(?:for|to|do|as|für|pour|para)(?: (?:an?|the|our|die|unsere|les|los|las))? (?:[\p{L}-]+ )?[\p{L}-]+\s*[?.!]*$|^(?:and|und|et|y) (?:for|as|für|als|pour|para)(?!\p{L})/iu;

function countryOf(
  text: string,
  about: {
    readonly named: readonly string[];
    readonly visited: readonly string[];
    readonly told: string | undefined;
    readonly own: Known | undefined;
  },
): Known | undefined {
  const { named, visited, told, own } = about;
  if (asksForAllCountries(text)) return { values: [], origin: 'question' };
  if (named.length === 1 && named[0] === told) return { values: named, origin: 'said' };
  if (named.length > 0) return { values: named, origin: 'question' };
  if (visited.length > 0 && own !== undefined)
    return { values: distinct([...own.values, ...visited]), origin: own.origin };
  return own;
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}

/** As a search is narrowed by it. */
export function filterOf(known: KnownLimits): FilterTerm[] {
  return limitFields.flatMap((field) =>
    (known[field]?.values ?? []).map((value) => ({ field, op: '=', value }) as const),
  );
}
