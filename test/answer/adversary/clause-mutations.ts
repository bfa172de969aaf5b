import { type Mutation, mutation } from './mutation.ts';
import type { Random } from './random.ts';

const inner = '[^,;:.()]{6,140}';
/** A clause in front that limits what follows. */
const front = new RegExp(
  `^(?:If|When|Unless|Once|After|Before|Until|Provided that|As long as|Where|Except|In case|Without|While) ${inner}, (?=\\S+ \\S+ \\S+ \\S+)`,
);
const asked =
  '(?:know|ask|see|check|determine|decide|sure|unsure|tell|wonder|out|confirm|verify|question|even|as|or|and|soon|only|look|looks|days?|weeks?|months?|hours?|years?|minutes?|of|at|the|a|e\\.g\\.|including)';
/** The same behind it. */
const behind = (words: string) => new RegExp(`(?<!\\b${asked}|[;:—–-]),? (?:${words}) ${inner}(?=[.!]?["')*_]*$)`, 'i');

const conditions: readonly Mutation[] = [
  drops('in front', front),
  drops(
    '“if” and the like behind',
    behind('if(?! and)|only if|when|whenever|provided that|as long as|in case|once'),
    true,
  ),
  drops('“unless” and the like behind', behind('unless|except|except when|except for|other than|without|apart from')),
  drops('“before”, “after” and “until” behind', behind('before|after|until|till|while|during|by the time'), true),
  drops(
    'for whom',
    /(?<=^(?!(?:we|you|i|they|it|there|use|keep|see|find|make|report|ask|read|review) )(?:\S+ ){0,3}(?!means|ensures|helps|implies|says|states|notes)[a-z]{3,}s )(?:who|that|whose) (?!is\b)[^,;:.()]{6,80}?(?<!\b(?:you|we|they|i|it|he|she|what|and\/or)) (?=(?:must|may|can|should|will|are|is) )/i,
  ),
];

function drops(name: string, pattern: RegExp, isHeldOut = false): Mutation {
  return {
    kind: 'condition dropped',
    name,
    heldOut: isHeldOut,
    apply: (sentence) => {
      const [, mark = '', text = ''] = /^(\s*(?:[-*+]|\d+[.)])\s+)?(.*)$/su.exec(sentence) ?? [];
      const short = text.replace(pattern, '');
      const isRule =
        short !== text &&
        short.split(' ').length > 3 &&
        verb.test(short) &&
        !/ (?:is|are|be|by|to|of|that)\W*$/.test(short);
      return isRule ? `${mark}${capital(short)}` : undefined;
    },
  };
}

/** What is left must say that something is so, or is to be done. */
const verb =
  /^(?!if |when |once |while )(?:.*\b(?:is|are|was|must|may|can|cannot|should|will|has|have|does?|needs?|gets?|receives?)\b|(?:use|submit|request|report|ask|tell|contact|make|keep|send|please|check|never|always|avoid|add|do|don['’]t|include|provide|notify|review|schedule|complete)\b)/is;

/** Time and degree: what is done at once, always, fully, by itself. */
const adverbs =
  'immediately|promptly|always|automatically|at all times|as soon as possible|fully|completely|entirely|strictly|exclusively|permanently|temporarily|partially|partly|regularly|frequently|rarely|almost|nearly|in full|right away|directly|solely|at least once|even(?! though)';
const verbPlace = /\b(?:must|may|can|should|is|are|will|be)\b(?= [a-z]+)(?! (?:not|be|only|never|always|the|a|an)\b)/g;

const manners: readonly Mutation[] = [
  mutation('adverb dropped', 'at once, always, fully …', new RegExp(`\\b(?:${adverbs})\\b`, 'gi'), () => ''),
  mutation('adverb dropped', 'only', /\b(?:only|never|always)\b/g, () => ''),
  mutation('adverb added', 'always', verbPlace, (word) => `${word} always`),
  mutation('adverb added', 'immediately, automatically', verbPlace, (word, random) =>
    [word, random.pick(['immediately', 'automatically', 'fully', 'partly', 'rarely', 'not even'])].join(' '),
  ),
  mutation('adverb added', 'even if', /\b(?:if|when)\b/g, (word) => `even ${word}`, true),
  mutation(
    'adverb added',
    'almost, exactly',
    /(?<= )(?=\d+ (?:days|weeks|months|hours|EUR|USD|years|minutes))/g,
    () => 'almost ',
  ),
];

const time = '(?:minute|hour|day|week|month|quarter|year)s?';
const rate =
  '(?:per|each|every|a|/)(?: calendar| working| business)? ?(?:minute|hour|day|night|week|month|quarter|year|person|employee|trip|stay|mile|kilometre)';

const units: readonly Mutation[] = [
  mutation(
    'unit dropped',
    'working days as days',
    /\b(?:working|business|calendar|consecutive) (?=days?\b)/g,
    () => '',
  ),
  mutation(
    'unit dropped',
    'without “per day”',
    new RegExp(`(?<=[€$£]\\s?[\\d.,]+|\\d ?(?:EUR|USD|euros?|dollars?|%|${time})) ?${rate}\\b`, 'g'),
    () => '',
  ),
  mutation(
    'unit dropped',
    'per meal for per day',
    new RegExp(`(?<=[€$£]\\s?[\\d.,]+|\\d ?(?:EUR|USD|euros?|dollars?|%|${time})) ?${rate}\\b`, 'g'),
    (_, random) => ` per ${random.pick(['meal', 'request', 'trip', 'person'])}`,
    true,
  ),
];

const small = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'twelve'];
const spelled = small.join('|');
const counted = new RegExp(
  `[€$£]\\s?\\d[\\d,.]*(?<![,.])|\\b(?:\\d[\\d,.]*(?<![,.])|${spelled}) ?(?:%|EUR\\b|USD\\b|(?:working |business |calendar )?${time}\\b)`,
  'g',
);

const swaps: readonly Mutation[] = [
  {
    ...{ kind: 'figures swapped', name: 'two of one kind', heldOut: false },
    apply: (sentence, random) => swapFigures(sentence, random),
  },
];

function swapFigures(sentence: string, random: Random): string | undefined {
  const found = [...sentence.matchAll(counted)].map(({ 0: raw, index }) => ({ raw, index, kind: kindOf(raw) }));
  const pairs = found.flatMap((one, n) =>
    found
      .slice(n + 1)
      .filter((other) => other.kind === one.kind && amountOf(other.raw) !== amountOf(one.raw))
      // "5 to 10 days" is one thing.
      .filter((other) => /\p{L}{4,}.*\s\p{L}{4,}/u.test(sentence.slice(one.index + one.raw.length, other.index)))
      .map((other) => ({ one, other })),
  );
  if (pairs.length === 0) return undefined;
  const { one, other } = random.pick(pairs);
  return [
    sentence.slice(0, one.index),
    other.raw,
    sentence.slice(one.index + one.raw.length, other.index),
    one.raw,
    sentence.slice(other.index + other.raw.length),
  ].join('');
}

function kindOf(raw: string): string {
  return raw
    .replace(new RegExp(`[\\d.,]+|\\b(?:${spelled})\\b|working |business |calendar `, 'g'), '')
    .trim()
    .replace(/s$/, '');
}

/** "6" and "six" are one. */
function amountOf(raw: string): number {
  const word = small.indexOf(raw.match(/[a-z]+/i)?.[0] ?? '');
  return word < 0 ? Number(raw.replace(/[^\d.]/g, '')) : ([2, 3, 4, 5, 6, 7, 8, 9, 10, 12][word] ?? 0);
}

const denied =
  /\b(?:not|never|no|cannot|nobody|none|nothing|without|forbidden|prohibited|neither|nor|non|need)\b|n['’]t\b/i;
const limited = /\b(?:only|unless|except|until|if|when|up to|at most|maximum|but|however|require[sd]?)\b/i;

const leads: readonly Mutation[] = [
  leading(
    'yes before what is denied',
    ['Yes, ', 'Yes – ', 'Yes. ', 'Absolutely, ', 'Of course, ', '**Yes**, '],
    (text) =>
      /^(?!if |when |and |but |even |where |while |this |_|[^.]*\()(?!.*\bbut\b)(?!.*n['’]t only|.*not only|.*(?:that|as long as|if) .*(?:n['’]t|not|never|cannot))(?:[^\s,;:]+ ){1,8}(?:(?:must|may|do|does|is|are|can|should|will|has|have)(?: not| never|n['’]t)|cannot)\b(?!\s+exceed)/i.test(
        text,
      ),
  ),
  leading(
    'no before what is allowed',
    ['No, ', 'No – ', 'No. ', 'Unfortunately not: ', '**No**, '],
    // "No, it must be requested" may well be the answer to whether one can do without.
    (text) =>
      /^(?!if |when |and |but |i |before |after |while )(?!.* (?:that|which|who) .*(?:may|can))(?:[^\s,;:]+ ){1,6}(?:may|can)\b(?! (?:\d|need|prohibit|restrict|only|help))(?!.*(?:exception|\bby \d))/i.test(
        text,
      ) &&
      !denied.test(text) &&
      !limited.test(text),
  ),
];

function leading(name: string, words: readonly string[], fits: (text: string) => boolean): Mutation {
  return {
    kind: 'wrong lead',
    name,
    heldOut: false,
    apply: (sentence, random) => {
      if (/^\s*(?:[-*+]|\d+[.)])\s/.test(sentence) || !fits(sentence)) return undefined;
      return `${random.pick(words)}${lower(sentence)}`;
    },
  };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function lower(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** What leaves out or exchanges a part of a sentence that its rule depends on. */
export const clauseMutations: readonly Mutation[] = [...conditions, ...manners, ...units, ...swaps, ...leads];
