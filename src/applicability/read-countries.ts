import { countryCodes, readCountry } from '../countries/country-codes.ts';
import { readRegion } from '../countries/regions.ts';

export interface CountriesReading {
  /** ISO 3166 codes, sorted; empty where every country is meant. */
  readonly countries: readonly string[];
  /** A sentence for the owner about each value that names no country. */
  readonly notes: readonly string[];
  /** Whether nothing that was written is a country: then it is for a place where nobody is. */
  readonly isNowhere: boolean;
}

/** Reads names, codes and regions, and lists of exceptions such as `all except US` or `!US`. */
export function readCountries(values: readonly string[]): CountriesReading {
  const excluded: string[] = [];
  const included: string[] = [];
  let excludes = false;
  for (const value of values) {
    const [, before = '', after] =
      /^(.*?)(?:^|\s)(?:except(?: for)?|excluding|but not|without|außer|ohne|sauf|excepto|not)\s+(.+)$/iu.exec(value) ??
      [];
    if (after !== undefined) {
      excludes = true;
      if (before.trim() !== '') included.push(before.trim());
      excluded.push(...split(after));
    } else if (/^[!-]\s*\S/.test(value)) {
      excludes = true;
      excluded.push(value.slice(1).trim());
      // "all except US, CA": what follows belongs to the exceptions.
    } else if (excludes) excluded.push(value);
    else included.push(value);
  }
  const notes: string[] = [];
  const everywhere = included.some((value) => isEverywhere(value));
  const named = included.filter((value) => !isEverywhere(value)).flatMap((value) => readOne(value, notes));
  const out = excluded.flatMap((value) => readOne(value, notes));
  const known = named.filter((code) => countryCodes().has(code));
  if (excludes) {
    const from = everywhere || known.length === 0 ? [...countryCodes()] : known;
    const countries = sorted(from.filter((code) => !out.includes(code)));
    // An exception that is not understood may be anybody's.
    const isNowhere = countries.length === 0 || out.some((code) => !countryCodes().has(code));
    return { countries: isNowhere ? sorted([...named, ...out, 'NOWHERE']) : countries, notes, isNowhere };
  }
  if (everywhere) return { countries: [], notes: [], isNowhere: false };
  return { countries: sorted(named), notes, isNowhere: named.length > 0 && known.length === 0 };
}

const everywhereWords = new Set([
  'global',
  'all',
  'allcountries',
  'worldwide',
  'everywhere',
  'international',
  'anywhere',
  'alle',
  'überall',
  'weltweit',
]);

export function isEverywhere(value: string): boolean {
  return everywhereWords.has(value.toLowerCase().replace(/[\s_-]/g, ''));
}

function readOne(value: string, notes: string[]): readonly string[] {
  const region = readRegion(value);
  if (region?.kind === 'region') return region.countries;
  const { code, known } = readCountry(value);
  if (known) return [code];
  notes.push(
    region?.kind === 'ambiguous'
      ? `"${value}" is drawn differently by every company: list its countries by code, such as DE, FR`
      : `"${value}" is not a country that is known: use a code such as DE`,
  );
  return [code];
}

function split(text: string): string[] {
  return text
    .split(/[,;]|\s(?:and|und|et|y)\s/i)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function sorted(codes: readonly string[]): string[] {
  return [...new Set(codes)].sort();
}
