import { countryCodes, countryNameIn } from '../countries/country-codes.ts';

/** The countries that a text names, as ISO 3166 codes: names in English or German, two-letter codes in upper case. */
export function countriesIn(text: string): string[] {
  const lower = ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  const found = new Set<string>();
  for (const [name, code] of names) if (lower.includes(` ${name} `)) found.add(code);
  for (const [code] of text.matchAll(/(?<![\p{L}\p{N}])[A-Z]{2}(?![\p{L}\p{N}])/gu)) {
    const known = abbreviations.get(code) ?? code;
    if (spokenCodes.has(code)) found.add(known);
  }
  return [...found];
}

export function countryName(code: string): string {
  return countryNameIn('en', code) ?? code;
}

/** Most other codes (HR, IT, CV, PM) mean something else at work. */
const spokenCodes = new Set(['US', 'UK', 'GB', 'DE', 'FR', 'NL', 'CH', 'JP', 'CN', 'NZ', 'AU']);
const abbreviations = new Map([['UK', 'GB']]);
const names = new Map<string, string>([
  ['usa', 'US'],
  ['u s', 'US'],
  ['america', 'US'],
  ['the states', 'US'],
  ['britain', 'GB'],
  ['england', 'GB'],
]);
for (const code of countryCodes()) {
  for (const name of [countryNameIn('en', code), countryNameIn('de', code)]) {
    const words = name
      ?.toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
    if (words !== undefined && words.length > 3) names.set(words, code);
  }
}
