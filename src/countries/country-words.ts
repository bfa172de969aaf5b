import { countryCodes, countryLanguages, countryNameIn } from './country-codes.ts';

/** What people call countries besides the names that Unicode has, in lower case. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  US: [
    'usa',
    'u.s.a.',
    'u.s.',
    'america',
    'the us',
    'the states',
    'vereinigten staaten',
    'amerika',
    'ee.uu.',
    'ee. uu.',
    'eeuu',
  ],
  GB: [
    ...[
      'u.k.',
      'the uk',
      'britain',
      'great britain',
      'england',
      'scotland',
      'wales',
      'northern ireland',
      'großbritannien',
    ],
    ...[
      'vereinigten königreich',
      'schottland',
      'nordirland',
      'angleterre',
      'grande-bretagne',
      'inglaterra',
      'gran bretaña',
    ],
  ],
  NL: ['the netherlands', 'holland', 'niederlanden', 'holanda', 'hollande'],
  CZ: ['czech republic', 'tschechische republik', 'república checa', 'république tchèque'],
  TR: ['turkey'],
  AE: ['uae', 'emirates', 'vereinigten arabischen emiraten'],
  HK: ['hong kong', 'hongkong'],
  KR: ['korea', 'south korea'],
  PH: ['philippinen'],
  SK: ['slowakischen republik'],
};

/** Names that are rather something else: a meeting, an island, a first name, a state of the US, a city, trousers. */
const misleading = new Set([
  ...['réunion', 'la réunion', 'reunion', 'island', 'maurice', 'malte', 'grenade', 'granada', 'jersey', 'georgia'],
  ...['montserrat', 'bermudas', 'man', 'saba', 'dominica', 'korea', 'dominique'],
  ...['salvador', 'guadalupe', 'santa lucía', 'san martín'],
]);

/** Written small, or without "in" before them, these are a bird, people, a pig or a fabric. */
export const namesOfOtherThings = new Set([
  'turkey',
  'jordan',
  'chad',
  'guinea',
  'suède',
  'guinée',
  'niger',
  'china',
  'israel',
]);

let known: ReadonlyMap<string, string> | undefined;

/** Codes by name in lower case. */
export function countriesByName(): ReadonlyMap<string, string> {
  if (known !== undefined) return known;
  const names = new Map<string, string>();
  for (const language of countryLanguages) {
    for (const code of countryCodes()) {
      const name = countryNameIn(language, code)
        ?.toLowerCase()
        .replace(/ \(.*\)$/, '');
      if (name === undefined || misleading.has(name)) continue;
      names.set(name, code);
      // "Österreichs Regeln"
      if (language === 'de' && /[a-zäöü]$/.test(name) && !name.endsWith('s')) names.set(`${name}s`, code);
    }
  }
  for (const [code, others] of Object.entries(otherNames)) for (const name of others) names.set(name, code);
  known = names;
  return names;
}

/** Written in capitals these mean a country, whatever language the sentence is in; most others (IT, HR, NO) don't. */
export const spokenCodes: ReadonlyMap<string, string> = new Map([
  ...['US', 'GB', 'DE', 'FR', 'NL', 'CH', 'JP', 'CN', 'NZ', 'AU', 'IE', 'DK', 'PL', 'SE', 'SG'].map(
    (code) => [code, code] as const,
  ),
  ['UK', 'GB'],
]);

/** Stems of adjectives, by code: English, German, French, Spanish. */
export const adjectives: Readonly<Record<string, readonly [string, string, string, string]>> = {
  US: ['american', '(?:us-)?amerikanisch', 'américain', 'estadounidense|american'],
  GB: ['british|english', 'britisch', 'britannique', 'británic'],
  DE: ['german', 'deutsch', 'allemand', 'alem[áa]n'],
  AT: ['austrian', 'österreichisch', 'autrichien', 'austríac'],
  CH: ['swiss', 'schweizer(?:isch)?', 'suisse', 'suiz'],
  FR: ['french', 'französisch', 'français', 'franc[ée]s'],
  ES: ['spanish', 'spanisch', 'espagnol', 'español'],
  IT: ['italian', 'italienisch', 'italien', 'italian'],
  NL: ['dutch', 'niederländisch', 'néerlandais', 'neerland[ée]s|holand[ée]s'],
  BE: ['belgian', 'belgisch', 'belge', 'belga'],
  IE: ['irish', 'irisch', 'irlandais', 'irland[ée]s'],
  PL: ['polish', 'polnisch', 'polonais', 'polac'],
  PT: ['portuguese', 'portugiesisch', 'portugais', 'portugu[ée]s'],
  SE: ['swedish', 'schwedisch', 'suédois', 'suec'],
  DK: ['danish', 'dänisch', 'danois', 'dan[ée]s'],
  NO: ['norwegian', 'norwegisch', 'norvégien', 'norueg'],
  FI: ['finnish', 'finnisch', 'finlandais', 'finland[ée]s'],
  CZ: ['czech', 'tschechisch', 'tchèque', 'chec'],
  IN: ['indian', 'indisch', 'indien', 'indi'],
  CA: ['canadian', 'kanadisch', 'canadien', 'canadiense'],
  AU: ['australian', 'australisch', 'australien', 'australian'],
  JP: ['japanese', 'japanisch', 'japonais', 'japon[ée]s'],
  BR: ['brazilian', 'brasilianisch', 'brésilien', 'brasileñ'],
  MX: ['mexican', 'mexikanisch', 'mexicain', 'mexican'],
};
