import { adjectives, countriesByName, namesOfOtherThings, spokenCodes } from './country-words.ts';

/**
 * How a text speaks of a country. `self`: the writer works there. `where`: what holds there is asked for. `travel`: someone
 * stays there for a while. `toward`: only where from or where to. `outside`: where the writer is not.
 */
export type MentionKind = 'self' | 'where' | 'travel' | 'toward' | 'outside';

export interface CountryMention {
  /** ISO 3166 code. */
  readonly code: string;
  readonly kind: MentionKind;
  readonly start: number;
  readonly end: number;
}

/**
 * The countries that a text names, in its order: by name in English, German, French or Spanish, by adjective with a noun
 * ("German employees"), and by code where that can't be another word. Cities and regions are none.
 */
export function findCountries(text: string): CountryMention[] {
  const found = [...namesIn(text), ...codesIn(text), ...adjectivesIn(text)].sort((a, b) => a.start - b.start);
  const distinct = found.filter(({ start }, i) => found.slice(0, i).every(({ end }) => end <= start));
  return distinct.map((place) => ({ ...place, kind: kindOf(text, place) }));
}

/** Whether a text asks how countries in general handle something. */
export function asksForAllCountries(text: string): boolean {
  return everyCountry.test(text);
}

const everyCountry =
  /(?<!\p{L})(?:all|each|every|which|what|by|per|across|between|alle[nr]?|jede[mns]?|welche[nm]?|tous les|chaque|quels|todos los|cada|qué)\s+(?:the\s+|unsere\w*\s+|our\s+)?(?:countr(?:y|ies)|länder\w*|land|pays|país(?:es)?)(?!\p{L})/iu;

interface Place {
  readonly code: string;
  readonly start: number;
  readonly end: number;
}

let names: RegExp | undefined;

function namesIn(text: string): Place[] {
  const byName = countriesByName();
  names ??= new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${[...byName.keys()]
      .sort((a, b) => b.length - a.length)
      .map(escaped)
      .join('|')})(?![\\p{L}\\p{N}])`,
    'giu',
  );
  return [...text.replaceAll('’', "'").matchAll(names)].flatMap(({ 0: written, index }) => {
    const name = written.toLowerCase();
    const code = byName.get(name) ?? byName.get(name.replaceAll("'", '’'));
    if (code === undefined || isOtherThing(text, name, written, index)) return [];
    return [{ code, start: index, end: index + written.length }];
  });
}

function isOtherThing(text: string, name: string, written: string, index: number): boolean {
  const before = text.slice(0, index);
  if (/(?:\bnew|\bnueva|\bneu|\blatin|\bsouth|\bnorth|\bcentral)[ -]$/i.test(before)) return true;
  // "in the us" and "the us office" are the country; "the us versus them" is rare.
  if (name === 'the us' || name === 'the uk') return /\b(?:of|us)\s+$/i.test(before) && written === name;
  if (!namesOfOtherThings.has(name)) return false;
  return !/(?<!\p{L})(?:in|en|au|within|across)\s+$/iu.test(before) || (name !== 'china' && written === name);
}

function codesIn(text: string): Place[] {
  // Where everything is in capitals, "US" may be the pronoun.
  const isShouted = text === text.toUpperCase() && /\p{L}{4}/u.test(text);
  return [...text.matchAll(/(?<![\p{L}\p{N}&/.-])[A-Z]{2}(?![\p{L}\p{N}&]|-[A-Z]|\.\p{L})/gu)].flatMap(
    ({ 0: written, index }) => {
      const code = spokenCodes.get(written);
      if (code === undefined || (isShouted && !/\bTHE $/.test(text.slice(0, index)))) return [];
      return [{ code, start: index, end: index + written.length }];
    },
  );
}

const nouns = {
  en: '(?:employees?|staff|offices?|entit(?:y|ies)|company|companies|subsidiary|branch|teams?|colleagues?|polic(?:y|ies)|rules?|laws?|handbook|leave|vacation|holidays?|contracts?|employment|workers?|interns?|sites?|locations?|labou?r|payroll|side)',
  de: '(?:mitarbeite\\p{L}*|beschäftigt\\p{L}*|angestellt\\p{L}*|kolleg\\p{L}*|team\\p{L}*|büro\\p{L}*|standort\\p{L}*|gesellschaft\\p{L}*|niederlassung\\p{L}*|regel\\p{L}*|richtlinie\\p{L}*|recht|urlaub\\p{L}*|vert?räge?n?|arbeits\\p{L}*|praktikant\\p{L}*|gmbh)',
  fr: '(?:salariée?s?|employée?s?|collègues?|équipes?|bureaux?|filiales?|entités?|règles?|droit|contrats?|congés?|stagiaires?)',
  es: '(?:emplead[oa]s?|trabajador(?:es|as?)?|colegas?|equipos?|oficinas?|filial(?:es)?|entidad(?:es)?|reglas?|normas?|derecho|contratos?|vacaciones|becari[oa]s?)',
} as const;

let adjectivePatterns: readonly (readonly [string, RegExp])[] | undefined;

function adjectivesIn(text: string): Place[] {
  adjectivePatterns ??= Object.entries(adjectives).map(([code, [en, de, fr, es]]) => {
    const forms = [
      `(?<adjective>${en})\\s+${nouns.en}`,
      `(?<adjective>(?:${de})(?:e[nrsm]?)?)\\s+${nouns.de}`,
      `(?<=${nouns.fr}\\s)(?<adjective>(?:${fr})(?:ne|e)?s?)`,
      `(?<=${nouns.es}\\s)(?<adjective>(?:${es})(?:[oae]?s?))`,
    ];
    const pattern = forms.map((form) => `(?:${form})`).join('|');
    return [code, new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'giu')] as const;
  });
  return adjectivePatterns.flatMap(([code, pattern]) =>
    [...text.matchAll(pattern)].flatMap(({ index, groups }) => {
      const written = groups?.adjective ?? '';
      // "Polish the policy"
      if (written === 'polish' || (written === 'Polish' && index === 0)) return [];
      return [{ code, start: index, end: index + written.length }];
    }),
  );
}

function kindOf(text: string, { start, end }: Place): MentionKind {
  const before = sentenceBefore(text, start).replace(
    /(?:\b(?:the|der|die|den|dem|la|le|les|los|las|el)\s+|\bl['’])$/i,
    '',
  );
  const sentence = before + text.slice(start, end) + sentenceAfter(text, end);
  if (outside.some((pattern) => pattern.test(before))) return 'outside';
  const isTravel = travelling.test(sentence);
  if (!isTravel && selves.some((pattern) => pattern.test(before))) return 'self';
  if (isDirection.test(before) && !compares.test(before)) return 'toward';
  return isTravel ? 'travel' : 'where';
}

function sentenceBefore(text: string, at: number): string {
  return (
    text
      .slice(0, at)
      .split(/[.?!;]\s+/)
      .at(-1) ?? ''
  );
}

function sentenceAfter(text: string, at: number): string {
  return text.slice(at).split(/[.?!;](?:\s|$)/)[0] ?? '';
}

const isDirection = /(?<!\p{L})(?:to|from|into|towards|via|nach|aus|von|vers|depuis|desde|hacia|a)\s+$/iu;
const compares =
  /(?:appl(?:y|ies|icable)|compar\w*|differ\w*|according|relevant|employees|colleagues|people|staff|those|unterschied\p{L}*|vergl\p{L}*|gilt|gelten|mitarbeiter\p{L}*|kolleg\p{L}*|différence|salariés|diferencia|empleados)(?!\p{L})[^.?!]{0,60}$/iu;
const travelling =
  /(?<!\p{L})(?:abroad|remote(?:ly)?|workations?|trips?|travel\p{L}*|visit\p{L}*|conferences?|clients?|customers?|hotels?|flights?|fly(?:ing)?|per[ -]diems?|relocat\p{L}*|secondments?|temporar\p{L}*|for (?:an?|one|two|three|four|six|\d+|several|some|a few) (?:weeks?|months?|days?)|dienstreise\p{L}*|geschäftsreise\p{L}*|reisen?|ausland\p{L}*|kunden?|déplacements?|voyages?|télétravail\p{L}*|étranger|viaj\p{L}*|teletrabaj\p{L}*|extranjero)(?!\p{L})/iu;

/** What stands before a country in which people say that they are not. */
const outside: readonly RegExp[] = [
  /\b(?:(?:i|we) (?:do not|don['’]t|am not|are not|aren['’]t|no longer|never)|(?:i['’]m|we['’]re) not)(?: (?:currently|actually|even))?(?: (?:work(?:ing)?|live|living|based|employed|located))? in\s+$/i,
  /(?:^|[,(–-]\s*)not in\s+$/i,
  /\b(?:outside|other than|elsewhere than)(?: of| in)?\s+$/i,
  /(?<!\p{L})(?:ich|wir) (?:arbeiten?|wohnen?|leben?|bin|sind|sitzen?) (?:gar |aber )?nicht(?: mehr)? in\s+$/iu,
  /(?<!\p{L})außerhalb(?: von)?\s+$/iu,
  /(?<!\p{L})(?:je ne|nous ne) (?:travaill(?:e|ons)|suis|sommes|vis|vivons) (?:pas|plus) (?:en|au|aux)\s+$/iu,
  /(?<!\p{L})(?:en dehors|hors) d(?:e|u|es)?\s*$/iu,
  /(?<!\p{L})(?:ya )?no (?:trabajo|trabajamos|vivo|vivimos|estoy|estamos) en\s+$/iu,
  /(?<!\p{L})fuera de\s+$/iu,
];

/** What stands before the country where people tell where they themselves work. */
const selves: readonly RegExp[] = [
  /(?<!\b(?:can|could|may|might|should|would|will|do|did|must|if|when|while|where) )\b(?:i|we)(?:['’](?:m|re)| am| are)?(?: (?:currently|now|also|only|both))? (?:work(?:ing)?|live|living|based|employed|located|sit|sitting|am|are)\b[^,]{0,30}\b(?:in|out of)\s+$/i,
  /\b(?:i['’]m|we['’]re|i am|we are)(?: (?:an?|the) [\p{L}-]+){0,2} (?:in|from|at)\s+$/iu,
  /\b(?:here|us|our (?:office|team|entity)|my (?:office|contract|team|employer)(?: is)?) in\s+$/i,
  /\bmy (?:country|location|place of work) is\s+$/i,
  /(?<!\p{L})(?:ich|wir) (?:arbeiten?|wohnen?|leben?|bin|sind|sitzen?|kommen?)(?!\p{L})[^,]{0,30}(?<!\p{L})(?:in|aus)\s+$/iu,
  /(?<!\p{L})(?:bei uns|bei mir|hier|hier bei uns|wir hier) in\s+$/iu,
  /(?<!\p{L})(?:je travaille|nous travaillons|je vis|j['’]habite|je suis|nous sommes)(?!\p{L})[^,]{0,30}(?<!\p{L})(?:en|au|aux|à)\s+$/iu,
  /(?<!\p{L})(?:chez nous|ici) (?:en|au|aux)\s+$/iu,
  /(?<!\p{L})(?:trabajo|trabajamos|vivo|vivimos|estoy|estamos)(?!\p{L})[^,]{0,30}(?<!\p{L})en\s+$/iu,
  /(?<!\p{L})aquí en\s+$/iu,
];

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
