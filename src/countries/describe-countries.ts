import { countryCodes, countryNameIn } from './country-codes.ts';
import { regionOf } from './regions.ts';

const mostNamed = 5;

/** As it stands behind "in": `Germany and the United States`, `the EU`, `all countries except France`. Takes the codes sorted. */
export function describeCountries(codes: readonly string[], joint: 'and' | 'or' = 'and'): string {
  const region = regionOf(codes);
  if (region !== undefined) return region.label;
  const all = countryCodes();
  if (codes.length > all.size / 2) {
    const missing = [...all].filter((code) => !codes.includes(code)).sort();
    if (missing.length === 0) return 'all countries';
    return `all countries except ${list(missing.map(countryLabel), 'and')}`;
  }
  if (codes.length <= mostNamed) return list(codes.map(countryLabel), joint);
  return `${codes.slice(0, 3).map(countryLabel).join(', ')} ${joint} ${codes.length - 3} other countries`;
}

/** In English with its article: `the United Kingdom`. A value that names no country stays as it is. */
export function countryLabel(code: string): string {
  const name = countryNameIn('en', code)?.replace(/ SAR China$| \(.*\)$/, '');
  if (name === undefined) return code;
  return withArticle.test(name) ? `the ${name}` : name;
}

/** `a, b and c` */
export function list(items: readonly string[], joint: 'and' | 'or'): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} ${joint} ${last}`;
}

const withArticle =
  /^(?:United |Netherlands|Philippines|Bahamas|Gambia|Maldives|Marshall Islands|Solomon Islands|Seychelles|Comoros|Cayman|Faroe|Falkland|Central African|Dominican Republic|Czech Republic|Isle of)/;
