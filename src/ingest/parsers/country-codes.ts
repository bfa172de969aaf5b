export interface CountryReading {
  /** ISO 3166-1 alpha-2 code, or the value in upper case where it names no country. */
  readonly code: string;
  readonly known: boolean;
}

/** Maps a code or an English, German, French or Spanish country name to its code. */
export function readCountry(value: string): CountryReading {
  const upper = value.trim().toUpperCase();
  const code = otherNames.get(upper.replaceAll('.', '')) ?? codesByName().get(upper);
  if (code !== undefined) return { code, known: true };
  return { code: upper, known: codes().has(upper) };
}

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
]);

/** Codes that Unicode knows as regions though they are no countries, or are retired. */
const notCountries = new Set(['EU', 'EZ', 'UN', 'QO', 'ZZ', 'XA', 'XB', 'AC', 'CP', 'CQ', 'DG', 'EA', 'IC', 'TA']);

let knownCodes: ReadonlySet<string> | undefined;
let knownNames: ReadonlyMap<string, string> | undefined;

function codes(): ReadonlySet<string> {
  knownCodes ??= new Set(
    letterPairs().filter((code) => {
      const current = new Intl.Locale('und', { region: code }).region;
      return !notCountries.has(code) && current === code && nameOf('en', code) !== undefined;
    }),
  );
  return knownCodes;
}

function codesByName(): ReadonlyMap<string, string> {
  knownNames ??= new Map(
    ['es', 'fr', 'de', 'en'].flatMap((language) =>
      [...codes()].map((code): [string, string] => [(nameOf(language, code) ?? code).toUpperCase(), code]),
    ),
  );
  return knownNames;
}

const displayNames = new Map<string, Intl.DisplayNames>();

function nameOf(language: string, code: string): string | undefined {
  const names = displayNames.get(language) ?? new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  displayNames.set(language, names);
  return names.of(code);
}

function letterPairs(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return letters.flatMap((first) => letters.map((second) => first + second));
}
