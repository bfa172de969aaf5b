export interface CountryReading {
  /** ISO 3166-1 alpha-2 code, or the value in upper case where it names no country. */
  readonly code: string;
  readonly known: boolean;
}

/** Stands for a country that no document is for, where a person says only that theirs is none of those that are. */
export const otherCountry = 'ZZ';

/** Maps a code or an English, German, French or Spanish country name to its code. */
export function readCountry(value: string): CountryReading {
  const upper = value.trim().toUpperCase();
  const code = otherNames.get(upper.replaceAll('.', '')) ?? codesByName().get(upper);
  if (code !== undefined) return { code, known: true };
  // Nobody may come to be in a place that is not known, those in some other country included.
  return { code: upper === otherCountry ? `${upper} (unknown)` : upper, known: countryCodes().has(upper) };
}

/** All countries and territories, as ISO 3166-1 alpha-2 codes. */
export function countryCodes(): ReadonlySet<string> {
  knownCodes ??= new Set(
    letterPairs().filter((code) => {
      const current = new Intl.Locale('und', { region: code }).region;
      return !notCountries.has(code) && current === code && countryNameIn('en', code) !== undefined;
    }),
  );
  return knownCodes;
}

/** In `en`, `de`, `fr` or `es`, as Unicode writes it; undefined for what is no region. */
export function countryNameIn(language: CountryLanguage, code: string): string | undefined {
  const names = displayNames.get(language) ?? new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  displayNames.set(language, names);
  return /^[A-Z]{2}$/.test(code) ? names.of(code) : undefined;
}

export const countryLanguages = ['en', 'de', 'fr', 'es'] as const;
export type CountryLanguage = (typeof countryLanguages)[number];

const otherNames: ReadonlyMap<string, string> = new Map([
  ['UK', 'GB'],
  ['GREAT BRITAIN', 'GB'],
  ['ENGLAND', 'GB'],
  ['USA', 'US'],
  ['UNITED STATES OF AMERICA', 'US'],
  ['AMERICA', 'US'],
  ['HOLLAND', 'NL'],
  ['THE NETHERLANDS', 'NL'],
  ['CZECH REPUBLIC', 'CZ'],
  ['TURKEY', 'TR'],
  ['HONG KONG', 'HK'],
  ['MACAU', 'MO'],
  ['KOREA', 'KR'],
]);

/** Codes that Unicode knows as regions though they are no countries, or are retired. */
const notCountries = new Set(['EU', 'EZ', 'UN', 'QO', 'ZZ', 'XA', 'XB', 'AC', 'CP', 'CQ', 'DG', 'EA', 'IC', 'TA']);

let knownCodes: ReadonlySet<string> | undefined;
let knownNames: ReadonlyMap<string, string> | undefined;

function codesByName(): ReadonlyMap<string, string> {
  knownNames ??= new Map(
    countryLanguages
      .toReversed()
      .flatMap((language) =>
        [...countryCodes()].map((code): [string, string] => [
          (countryNameIn(language, code) ?? code).toUpperCase(),
          code,
        ]),
      ),
  );
  return knownNames;
}

const displayNames = new Map<string, Intl.DisplayNames>();

function letterPairs(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return letters.flatMap((first) => letters.map((second) => first + second));
}
