export type RegionReading =
  | { readonly kind: 'region'; readonly label: string; readonly countries: readonly string[] }
  /** A word for which there are several lists of countries. */
  | { readonly kind: 'ambiguous' };

export interface Region {
  /** As it stands in a sentence: "the EU". */
  readonly label: string;
  /** ISO 3166 codes, sorted. */
  readonly countries: readonly string[];
}

/** Reads a word for several countries; undefined for any other word. */
export function readRegion(value: string): RegionReading | undefined {
  const word = value
    .toLowerCase()
    .replace(/[.\s_-]+/g, ' ')
    .replace(/^the /, '')
    .trim();
  const region = regions.find(({ words }) => words.includes(word));
  if (region !== undefined) return { kind: 'region', label: region.label, countries: region.countries };
  return ambiguous.has(word) ? { kind: 'ambiguous' } : undefined;
}

/** The region that consists of exactly these countries, which must be sorted. */
export function regionOf(countries: readonly string[]): Region | undefined {
  const key = countries.join();
  return regions.find((region) => region.countries.join() === key);
}

const eu = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK';

/** https://european-union.europa.eu (27 members), https://www.efta.int (EEA), https://www.norden.org. */
const regions: readonly (Region & { readonly words: readonly string[] })[] = [
  region(
    'the EU',
    eu,
    'eu',
    'eu27',
    'eu 27',
    'european union',
    'europäische union',
    'union européenne',
    'unión europea',
    'ue',
  ),
  region('the EEA', `${eu} IS LI NO`, 'eea', 'european economic area', 'ewr', 'eee'),
  region('the EU and the UK', `${eu} GB`, 'eu + uk', 'eu and uk', 'eu/uk', 'eu & uk'),
  region('Germany, Austria and Switzerland', 'AT CH DE', 'dach', 'd a ch'),
  region('the Benelux countries', 'BE LU NL', 'benelux'),
  region('the Nordic countries', 'DK FI IS NO SE', 'nordics', 'nordic countries', 'nordic', 'norden'),
  region('Scandinavia', 'DK NO SE', 'scandinavia', 'skandinavien', 'scandinavie', 'escandinavia'),
  region('the Baltic states', 'EE LT LV', 'baltics', 'baltic states', 'baltikum'),
  region('the UK and Ireland', 'GB IE', 'uki', 'uk and ireland', 'uk & ireland', 'uk&i'),
  region('the United States and Canada', 'CA US', 'us and canada', 'us & canada', 'us/canada'),
  region('Australia and New Zealand', 'AU NZ', 'anz', 'australia and new zealand'),
];

/** Every company draws these in another way. */
const ambiguous: ReadonlySet<string> = new Set([
  ...[
    'emea',
    'apac',
    'amer',
    'americas',
    'latam',
    'noram',
    'na',
    'europe',
    'europa',
    'asia',
    'asien',
    'africa',
    'mena',
  ],
  ...['north america', 'south america', 'latin america', 'middle east', 'asia pacific', 'cee', 'gcc', 'oceania', 'row'],
]);

function region(label: string, countries: string, ...words: readonly string[]) {
  return { label, countries: countries.split(' ').sort(), words };
}
