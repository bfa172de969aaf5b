import { phrases } from './phrases.ts';

/**
 * Words that decide what a sentence says though they carry no topic: what is a duty, what is allowed, what is not, what
 * limits a figure, what comes before what. One name for all the words that say the same, in eight languages.
 */
export type Qualifier =
  | 'not'
  /** Of a thing: no, nobody, nothing, without. */
  | 'no'
  /** Must not, may not: nobody has leave to do it. */
  | 'ban'
  /** Need not: there is no duty. */
  | 'free'
  | 'must'
  | 'should'
  | 'may'
  | 'only'
  | 'except'
  | 'usually'
  | 'sometimes'
  /** It holds there too: even if, whether or not, regardless of. */
  | 'even'
  | 'most'
  | 'least'
  | 'over'
  | 'under'
  | 'about'
  | 'before'
  | 'after'
  | 'until'
  | 'within'
  | 'since'
  | 'first'
  | 'last'
  | 'next';

/**
 * Replaces them in a text in lower case, in which figures stand as `⟦n⟧`, by `‹name›`; by `‹name!›` where the word is
 * also what is said of something ("is required").
 */
export function markQualifiers(text: string): string {
  return rules.reduce((marked, [pattern, mark]) => marked.replace(pattern, mark), text.replace(/\s+/g, ' '));
}

/** The name inside a mark, and whether it is said of something. */
export function readMark(mark: string): { readonly qualifier: Qualifier; readonly isSaid: boolean } | undefined {
  const name = names.find((each) => mark === `‹${each}›` || mark === `‹${each}!›`);
  return name === undefined ? undefined : { qualifier: name, isSaid: mark.endsWith('!›') };
}

const names: readonly Qualifier[] = [
  ...(['not', 'ban', 'free', 'must', 'should', 'may', 'only', 'except', 'usually', 'most', 'least', 'over'] as const),
  ...([
    'under',
    'about',
    'before',
    'after',
    'until',
    'within',
    'since',
    'first',
    'last',
    'next',
    'no',
    'sometimes',
    'even',
  ] as const),
];

const figure = '⟦\\d+⟧';
const period = '(?:(?:working|business|calendar) )?(?:minute|hour|day|week|month|year)s?';
const be = '(?:is|are|was|were|be|been|being)';

/** In order: what a longer phrase takes is out of reach for the words in it. */
const rules: readonly (readonly [RegExp, string])[] = [
  [/\bcan['’]?t\b|\bcannot\b/g, 'can not'],
  [/\bwon['’]t\b/g, 'will not'],
  [/n['’]t\b/g, ' not'],
  // "…, not even a manager" denies nothing that isn't denied already.
  [/(?<=\b(?:not|never|nobody|forbidden|prohibited)\b[^.;]*), not even\b/g, ','],
  [/\bwithout (?:any )?exceptions?\b/g, 'always'],
  [/\bnot only\b(?=[^.;]*\bbut\b)/g, ' '],
  [/\bas long as\b(?! ⟦)|\b(?:provided|providing) (?:that\b|(?=(?:it|they|there|he|she)\b))/g, 'if '],
  ...phrases,
  mark(
    'even',
    'even(?: though)?|whether or not|regardless of(?: whether)?|irrespective of|no matter|despite|in spite of|although|though',
  ),
  // Limits of a figure.
  [
    new RegExp(`(${figure}(?:[\\s-]\\p{L}+){0,4}) (?:and|or) (?:more|above|over|longer|older|higher|later)\\b`, 'gu'),
    ' ‹least› $1',
  ],
  [
    new RegExp(`(${figure}(?:[\\s-]\\p{L}+){0,4}) (?:and|or) (?:less|fewer|below|under|shorter|younger)\\b`, 'gu'),
    ' ‹most› $1',
  ],
  [
    new RegExp(
      `(${figure}(?:[\\s-]\\p{L}+){0,3}),? (?:at (?:the )?most|maximum|max\\.?)(?!\\p{L})(?! of\\b| ⟦| once| twice)`,
      'gu',
    ),
    ' ‹most› $1',
  ],
  [
    new RegExp(
      `(${figure}(?:[\\s-]\\p{L}+){0,3}),? (?:at (?:the )?least|minimum)(?!\\p{L})(?! of\\b| ⟦| once| twice)`,
      'gu',
    ),
    ' ‹least› $1',
  ],
  [new RegExp(`(${figure}(?:[\\s-]\\p{L}+){0,3}),? at the latest\\b`, 'gu'), ' ‹until› $1'],
  // "No later than 30 days after" is "within 30 days of".
  [new RegExp(`(?<!\\p{L})(?:no|not) later than (?=${figure} ${period} (?:before|ahead|prior))`, 'gu'), ' at least '],
  [new RegExp(`(?<!\\p{L})(?:no|not) later than (?=${figure} ${period})`, 'gu'), ' within '],
  [new RegExp(`(?<=\\bwithin (?:the )?${figure} ${period} )(?:of|from)(?!\\p{L})`, 'gu'), 'after'],
  mark('until', 'no later than|not later than|at the latest(?: on| by)?'),
  mark(
    'most',
    "(?:may|must|can|shall|will|do|does)? ?not exceed(?:ing)?|(?:no|not) (?:more|longer|greater|higher|older|over) than|up to(?: and including)?|at (?:the )?most|(?:an? |the )?maxim(?:um|al)(?: (?:of|is|are))?|capped at|as (?:many|much|long) as(?= ⟦)|höchstens|maximal|bis zu|au plus|au maximum|jusqu[’']à|como máximo|al massimo|fino a|hoogstens|maximaal|no máximo|maksymalnie|najwyżej",
  ),
  [new RegExp(`(?<!\\p{L})(?:limited|restricted) to (?=(?:\\p{L}+ ){0,2}${figure})`, 'gu'), ' ‹most› '],
  mark(
    'least',
    'at least|(?:an? |the )?minim(?:um|al)(?: (?:of|is))?|(?:no|not) (?:less|fewer|earlier|shorter) than|mindestens|wenigstens|au moins|au minimum|al menos|como mínimo|almeno|minstens|ten minste|pelo menos|no mínimo|co najmniej',
  ),
  mark(
    'over',
    'more than|later than(?= ⟦)|longer than|greater than|higher than|older than|above|exceed(?:s|ing|ed)?|in excess of|beyond|over(?= ⟦| an? (?:minute|hour|day|week|month|year)\\b)|mehr als|über(?= ⟦)|plus de|más de|meer dan|mais de|więcej niż|ponad',
  ),
  mark(
    'under',
    'less than|earlier than(?= ⟦)|fewer than|shorter than|lower than|younger than|below|under(?= ⟦)|weniger als|unter(?= ⟦)|moins de|menos de|meno di|minder dan|mniej niż',
  ),
  mark(
    'about',
    'approximately|about(?= ⟦)|around(?= ⟦)|roughly|circa|etwa(?= ⟦)|ungefähr|environ(?= ⟦)|aproximadamente',
  ),
  // Duty, permission, denial.
  mark(
    'free',
    `(?:do|does|did|would|will) not (?:need(?: to)?|have to)|need(?:s)? not(?: be)?|no need(?: to| for)?|nicht (?:müssen|muss|brauch\\p{L}*)|(?:muss|müssen|brauch\\p{L}*) (?:\\p{L}+ )?nicht|(?:not|never) (?:under any obligation)`,
  ),
  [
    new RegExp(
      `(?<!\\p{L})${be} not (?:required|necessary|needed|obliged|obligated|mandatory|obligatory|compulsory)(?!\\p{L})`,
      'gu',
    ),
    ' ‹free!› ',
  ],
  [
    /(?<!\p{L})not (?:required|necessary|needed|mandatory|obligatory|compulsory|nötig|erforderlich|notwendig)(?!\p{L})/gu,
    ' ‹free!› ',
  ],
  [
    /(?<!\p{L})(?:(?:not|never|no longer) (?:be )?(?:allowed|permitted)|prohibit(?:s|ed)?|forbidden|forbids?|banned|nicht (?:erlaubt|gestattet|zulässig)|verboten|untersagt|interdite?s?|prohibid[oa]s?|vietat[oaie]|verboden|proibid[oa]s?|zabronion\p{L}*)(?!\p{L})/gu,
    ' ‹ban!› ',
  ],
  mark(
    'ban',
    '(?:must|may|can|could|shall) (?:not|never|no longer)|(?:darf|dürfen|dürfte[n]?|kann|können) (?:nicht|kein\\p{L}*|niemals|nie)|(?:nicht|kein\\p{L}*|nie|niemals) (?:\\p{L}+ )?(?:werden )?(?:darf|dürfen)',
  ),
  mark(
    'should',
    `should|ought to|(?:${be} )?(?:recommended|encouraged|advised|advisable|expected)(?: to)?|recommends?|encourages?|asked to|sollte[n]?|soll(?:en)?|devrait|devraient|debería[n]?|dovrebbe(?:ro)?|zou(?:den)?(?= )|deveria[m]?|powinn\\p{L}+`,
  ),
  mark(
    'must',
    `must|shall|(?:has|have|had|having) to|(?:${be} )(?:obliged|obligated|bound) to|need(?:s|ed)? to|(?:is|are) to(?= be)|muss|müssen|musst|müsst|haben zu|hat zu|doit|doivent|devez|dois|debe[ns]?|deberá[n]?|deve|devono|devi|moet(?:en)?|devem|musi\\p{L}*|muszą|należy`,
  ),
  [
    /(?<!\p{L})(?:(?:is |are |be )?required(?: to)?|requires?|requiring|mandatory|obligatory|compulsory|needed|needs?|necessary|verpflichtet|verpflichtend|nötig|erforderlich|notwendig|obligatoires?|obligatori[oa]s?|verplicht|wymagan\p{L}*)(?!\p{L})/gu,
    ' ‹must!› ',
  ],
  mark(
    'may',
    `may|might|can|could|(?:${be} )?(?:able|free|welcome|entitled) to(?= \\p{L}+)(?! ⟦)|darf|darfst|dürfen|dürft|kann|kannst|können|könnt|peut|peuvent|pouvez|peux|puede[ns]?|podrá[n]?|può|possono|puoi|mag|mogen|kunnen|pode[m]?|może\\p{L}*|mogą|można`,
  ),
  [
    /(?<!\p{L})(?:(?:is |are |be )?(?:allowed|permitted)(?: to)?|allows?|permits?|optional|possible|erlaubt|gestattet|zulässig|autorisée?s?|permitid[oa]s?|permess[oaie]|toegestaan|dozwolon\p{L}*)(?!\p{L})/gu,
    ' ‹may!› ',
  ],
  mark(
    'only',
    'only|solely|exclusively|merely|nur|ausschließlich|lediglich|uniquement|seulement|exclusivement|sólo|solamente|únicamente|soltanto|solo|alleen|uitsluitend|slechts|apenas|somente|tylko|wyłącznie',
  ),
  mark(
    'except',
    'except(?:ions?|ed|ing)?(?: for)?|exclud(?:es?|ed|ing)|exclusive of|unless|other than|apart from|aside from|außer|ausgenommen|ausnahmen?|es sei denn|sauf|excepté|hormis|excepto|salvo|tranne|eccetto|behalve|tenzij|exceto|oprócz|z wyjątkiem|chyba że',
  ),
  mark('not', 'not|never|no longer|non|nicht|nie|niemals|pas|jamais|nunca|niet|nooit|não|nigdy'),
  // The word stays, so that what a rule does without can be told.
  [/(?<!\p{L})(?:without)(?!\p{L})/gu, ' without ‹no› '],
  mark(
    'no',
    'no(?=\\s+[\\p{L}‹])|none|nobody|no one|nothing|nowhere|neither|nor|kein\\p{L}*|niemand|ohne|aucune?|sans|ninguna?|ningún|senza|geen|zonder|sem|bez',
  ),
  mark(
    'usually',
    'usually|normally|generally|typically|ordinarily|commonly|in general|(?:as )?a rule of thumb|rule of thumb|as a rule|often|in most cases|mostly|mainly|in der regel|normalerweise|üblicherweise|meist(?:ens)?|généralement|normalement|normalmente|generalmente|meestal|doorgaans|zazwyczaj',
  ),
  mark(
    'sometimes',
    'sometimes|occasional(?:ly)?|at times|in some cases|on occasion|manchmal|gelegentlich|parfois|a veces|a volte',
  ),
  mark('first', 'first|erste[nmrs]?|premi(?:er|ère)s?|primer[oa]?s?|eerste|primeir[oa]s?|pierwsz\\p{L}+'),
  mark('last', 'last|final|letzte[nmrs]?|derni(?:er|ère)s?|últim[oa]s?|laatste|ostatni\\p{L}*'),
  mark('next', 'next|nächste[nmrs]?|prochaine?s?|próxim[oa]s?|volgende|następn\\p{L}+'),
  // How often: one word however it is said.
  [/(?<=\b(?:per|each|every) \p{L}+ )and (?=(?:day|week|month|quarter|year)\b)/gu, 'per '],
  [/\/ ?(?=(?:day|week|month|quarter|year)\b)/g, ' per '],
  [
    /(?<!\p{L})(?:(?:per|each|every) (?:single )?|\/ ?)(hour|night)(?!\p{L})|(?<!\p{L})(hour)ly(?!\p{L})/gu,
    ' per$1$2 ',
  ],
  ...(['day', 'week', 'month', 'quarter', 'year'] as const).map((unit): readonly [RegExp, string] => [
    new RegExp(
      `(?<!\\p{L})(?:(?:per|each|every|(?<!within |in |for |after |than |of |with |over |›\\s*)an?) (?:calendar |working |business |single )?${unit}|${unit === 'day' ? 'daily' : unit === 'year' ? 'yearly|annual|annually|per annum' : `${unit}ly`})(?!\\p{L})`,
      'gu',
    ),
    ` per${unit} `,
  ]),
  // Order in time; also what is said of a period ("two weeks ahead").
  [
    /(?<!\p{L})(?:before(?:hand)?|prior(?: to)?|ahead(?: of)?|in advance(?: of)?|earlier than|preceding|vor|vorher|im voraus|avant|antes|prima|voordat|przed)(?!\p{L})/gu,
    ' ‹before!› ',
  ],
  [
    /(?<!\p{L})(?:after(?:wards)?|thereafter|following|later(?: than)?|subsequent(?:ly)?(?: to)?|nach|danach|nachdem|après|después|dopo|nadat|depois|após|po)(?!\p{L})/gu,
    ' ‹after!› ',
  ],
  mark('until', "until|till|by(?= (?:\\p{L}+ ){0,2}⟦)|through(?= ⟦)|bis|jusqu[’']au|hasta|fino al|até"),
  mark('within', 'within|inside of|innerhalb|binnen|dans les|dentro de|entro|w ciągu'),
  mark('since', 'since|from(?= (?:\\p{L}+ ){0,3}⟦)|as of|starting|seit|ab(?= ⟦)|depuis|desde|vanaf|od(?= ⟦)'),
];

function mark(qualifier: Qualifier, words: string): readonly [RegExp, string] {
  return [new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'gu'), ` ‹${qualifier}› `];
}
