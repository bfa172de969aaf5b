/** How a language names stretches of time. All in lower case; sources of regular expressions. */
export interface TimeWords {
  readonly endOf: string;
  readonly startOf: string;
  /** Links a month or a quarter with its year. */
  readonly of: string;
  /** Years, quarters and months counted from this one. */
  readonly relative: readonly {
    readonly words: string;
    readonly unit: 'year' | 'quarter' | 'month';
    readonly steps: number;
  }[];
  /** Parts of a year with their number and how many there are. */
  readonly parts: readonly { readonly words: string; readonly of: 2 | 4; readonly part: number }[];
  /** Months as people shorten them, with their numbers from 1. */
  readonly short: Readonly<Record<string, number>>;
  /** What says that chrono has something to read. */
  readonly ago?: RegExp;
}

const ordinals = (words: readonly string[], noun: string, count: 2 | 4) =>
  words.map((word, i) => ({ words: `(?:${word}) ${noun}`, of: count, part: i + 1 }) as const);
const quarters = [1, 2, 3, 4].map((part) => ({ words: `q${part}`, of: 4, part }) as const);

export const timeWords: Readonly<Record<string, TimeWords>> = {
  en: {
    endOf: 'the end of|end of',
    startOf: 'the (?:beginning|start) of|(?:beginning|start) of',
    of: 'of ',
    relative: [
      { words: '(?:the )?(?:last|previous|past) year', unit: 'year', steps: -1 },
      { words: '(?:the )?(?:last|previous|past) quarter', unit: 'quarter', steps: -1 },
      { words: '(?:the )?(?:last|previous|past) month', unit: 'month', steps: -1 },
      { words: '(?:the )?(?:next|coming) year', unit: 'year', steps: 1 },
      { words: '(?:the )?(?:next|coming) month', unit: 'month', steps: 1 },
      { words: 'this year', unit: 'year', steps: 0 },
    ],
    parts: [
      ...quarters,
      ...ordinals(['first|1st', 'second|2nd', 'third|3rd', 'fourth|4th|last'], 'quarter', 4),
      ...ordinals(['first|1st', 'second|2nd'], 'half', 2),
    ],
    short: { jan: 1, feb: 2, mar: 3, apr: 4, jun: 6, jul: 7, aug: 8, sep: 9, sept: 9, oct: 10, nov: 11, dec: 12 },
    ago: /\b(?:ago|yesterday)\b/u,
  },
  de: {
    endOf: 'ende',
    startOf: 'anfang',
    of: 'des jahres ',
    relative: [
      { words: '(?:letzte|vorige|vergangene)[nsrm]? jahr(?:e?s)?', unit: 'year', steps: -1 },
      { words: '(?:letzte|vorige|vergangene)[nsrm]? quartal', unit: 'quarter', steps: -1 },
      { words: '(?:letzte|vorige|vergangene)[nsrm]? monat', unit: 'month', steps: -1 },
      { words: '(?:nächste|kommende)[nsrm]? jahr(?:e?s)?', unit: 'year', steps: 1 },
      { words: '(?:nächste|kommende)[nsrm]? monat', unit: 'month', steps: 1 },
      { words: 'diese[ns] jahr(?:e?s)?', unit: 'year', steps: 0 },
    ],
    parts: [
      ...quarters,
      ...ordinals(['ersten|1\\.', 'zweiten|2\\.', 'dritten|3\\.', 'vierten|4\\.'], 'quartal', 4),
      ...ordinals(['ersten|1\\.', 'zweiten|2\\.'], 'halbjahr', 2),
    ],
    short: { jan: 1, feb: 2, mär: 3, apr: 4, jun: 6, jul: 7, aug: 8, sep: 9, sept: 9, okt: 10, nov: 11, dez: 12 },
    ago: /(?<!\p{L})(?:gestern|vor \p{L}+ (?:jahr|monat|woche|tag))/u,
  },
  fr: {
    endOf: 'la fin d[eu]|fin',
    startOf: 'le début d[eu]|début',
    of: 'de ',
    relative: [
      { words: "(?:l['’]an(?:née)? (?:derni(?:er|ère)|passée?))", unit: 'year', steps: -1 },
      { words: '(?:le )?mois dernier', unit: 'month', steps: -1 },
      { words: "l['’]an(?:née)? prochaine?", unit: 'year', steps: 1 },
    ],
    parts: [],
    short: {},
    ago: /(?<!\p{L})(?:hier|il y a)(?!\p{L})/u,
  },
  es: {
    endOf: 'finales de|fin de',
    startOf: 'principios de',
    of: 'del? (?:año )?',
    relative: [
      { words: '(?:el )?año pasado', unit: 'year', steps: -1 },
      { words: '(?:el )?mes pasado', unit: 'month', steps: -1 },
      { words: '(?:el )?(?:próximo año|año que viene)', unit: 'year', steps: 1 },
    ],
    parts: [],
    short: {},
    ago: /(?<!\p{L})ayer(?!\p{L})/u,
  },
  it: {
    endOf: '(?:la )?fine (?:del|di)',
    startOf: "(?:l['’])?inizio (?:del|di)",
    of: 'del ',
    relative: [
      { words: "(?:l['’]anno scorso|(?:lo )?scorso anno)", unit: 'year', steps: -1 },
      { words: '(?:il mese scorso|(?:lo )?scorso mese)', unit: 'month', steps: -1 },
      { words: "(?:l['’]anno prossimo|(?:il )?prossimo anno)", unit: 'year', steps: 1 },
    ],
    parts: [],
    short: {},
    ago: /(?<!\p{L})(?:ieri|fa)(?!\p{L})/u,
  },
  nl: {
    endOf: 'eind(?: van)?',
    startOf: 'begin(?: van)?',
    of: 'van ',
    relative: [
      { words: '(?:vorig|afgelopen) jaar', unit: 'year', steps: -1 },
      { words: '(?:vorige|afgelopen) maand', unit: 'month', steps: -1 },
      { words: 'volgend jaar', unit: 'year', steps: 1 },
    ],
    parts: [],
    short: {},
    ago: /(?<!\p{L})(?:gisteren|geleden)(?!\p{L})/u,
  },
  pt: {
    endOf: '(?:o )?fim de',
    startOf: '(?:o )?início de',
    of: 'de ',
    relative: [
      { words: '(?:o )?ano passado', unit: 'year', steps: -1 },
      { words: '(?:o )?mês passado', unit: 'month', steps: -1 },
      { words: '(?:o )?(?:próximo ano|ano que vem)', unit: 'year', steps: 1 },
    ],
    parts: [],
    short: {},
    ago: /(?<!\p{L})ontem(?!\p{L})/u,
  },
};
