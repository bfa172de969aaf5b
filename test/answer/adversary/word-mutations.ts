import { opposites, passing } from './mutant-words.ts';
import { type Mutation, mutation, replaceOne } from './mutation.ts';
import type { Random } from './random.ts';

const months = 'January|February|March|April|May|June|July|August|September|October|November|December';
const unit = '(?:minutes?|hours?|days?|weeks?|months?|years?|business days?|working days?|calendar days?)';
const small = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'twelve'];
const spelled = `(?:${small.join('|')})`;

const figures: readonly Mutation[] = [
  mutation('number', 'another number', /(?<![\d.,:/#-])\d{1,4}(?![\d:/-])(?!\.\d)(?=[\s%.,;)]|$)/g, (n, random) =>
    String(Number(n) + 1 + random.below(9)),
  ),
  mutation('number', 'twice as much', /(?<![\d.,:/#-])[1-9]\d{0,3}(?![\d:/-])(?!\.\d)(?=[\s%.,;)]|$)/g, (n) =>
    String(Number(n) * 2),
  ),
  mutation(
    'number',
    'a zero more',
    /(?<![\d.,:/#-])[1-9]\d{0,2}(?![\d:/-])(?!\.\d)(?=[\s%.,;)]|$)/g,
    (n) => `${n}0`,
    true,
  ),
  mutation(
    'number',
    'another spelled number',
    new RegExp(`\\b${spelled}\\b(?! (?:of|or)\\b)`, 'g'),
    (word, random) => small[(small.indexOf(word) + 1 + random.below(8)) % small.length] ?? word,
  ),
  mutation(
    'date',
    'another day',
    new RegExp(`\\b\\d{1,2} (?:${months})\\b|\\b(?:${months}) \\d{1,2}\\b`, 'g'),
    (date) => date.replace(/\d+/, (day) => String((Number(day) % 28) + 1)),
  ),
  mutation(
    'date',
    'another month',
    new RegExp(`\\b\\d{1,2} (?:${months})\\b|\\b(?:${months}) \\d{1,2}\\b`, 'g'),
    (date, random) => date.replace(new RegExp(months), (month) => nextMonth(month, random)),
    true,
  ),
  mutation('duration', 'another unit', new RegExp(`\\b(?:\\d+|${spelled}|one) ${unit}\\b`, 'g'), (span) =>
    span.replace(
      /days?|weeks?|months?|years?|hours?|minutes?/,
      (was) =>
        ({ day: 'weeks', week: 'days', month: 'weeks', year: 'months', hour: 'days', minute: 'hours' })[
          was.replace(/s$/, '')
        ] ?? was,
    ),
  ),
  mutation(
    'duration',
    'working and calendar days',
    /\b(?:working|business|calendar) days?\b/g,
    (days) =>
      days.startsWith('calendar') ? days.replace('calendar', 'working') : days.replace(/working|business/, 'calendar'),
    true,
  ),
  mutation(
    'duration',
    'another rate',
    /\b(?:per|a|each|every) (?:day|week|month|year|quarter|calendar year)\b/g,
    (rate) => rate.replace(/day|week|month|quarter|calendar year|year/, (was) => (was === 'month' ? 'year' : 'month')),
  ),
  mutation('amount', 'more money', /[€$£]\s?\d[\d,]*|\b\d[\d,]* (?:EUR|USD|euros?|dollars?)\b/g, (money) =>
    money.replace(/\d[\d,]*/, (n) => String(Number(n.replace(/,/g, '')) + 50)),
  ),
  mutation(
    'amount',
    'another currency',
    /[€$£](?=\s?\d)|\b(?<=\d )(?:EUR|USD|euros?|dollars?)\b/g,
    (was) => ({ '€': '$', $: '€', '£': '$', EUR: 'GBP', USD: 'CHF' })[was] ?? 'pounds',
    true,
  ),
];

const auxiliary = /\b(?:must|may|can|should|will|shall|is|are|was|were|has|have)\b(?! not\b|n't)/g;
const denial =
  /\b(?:do|does|did|is|are|was|were|must|may|should|will|shall|can|could|has|have) not\b|\b(?:do|does|is|are|was|were|should|must|has|have)n['’]t\b|\bcan(?:not|['’]t)\b|\bnever\b|\bno\b(?= [a-z])|\bwithout\b/gi;

const denials: readonly Mutation[] = [
  mutation('negation dropped', 'the “not” left out', denial, (words) => dropDenial(words)),
  mutation('negation added', 'a “not” put in', auxiliary, (word) => (word === 'can' ? 'cannot' : `${word} not`)),
  mutation('negation added', 'never', auxiliary, (word) => `${word} never`),
  mutation('negation added', 'no longer', /\b(?:is|are|may|can|will)\b(?! not)/g, (word) => `${word} no longer`, true),
  mutation(
    'negation added',
    'contracted',
    /\b(?:is|are|was|were|should|must|has|have|does|do)\b(?! not)/g,
    (word) => `${word}n't`,
    true,
  ),
];

const modalities: readonly Mutation[] = [
  mutation(
    'modality changed',
    'must to may',
    /\b(?:must|shall|has to|have to|need to|needs to)\b(?! not)/g,
    () => 'may',
  ),
  mutation('modality changed', 'must to should', /\b(?:must|shall|has to|have to)\b/g, () => 'should'),
  mutation('modality changed', 'may to must', /\b(?:may|can|could)\b(?!\s+not\b|['’])/g, () => 'must'),
  mutation('modality changed', 'should to must', /\bshould\b/g, () => 'must'),
  mutation('modality changed', 'required to recommended', /\brequired\b/g, () => 'recommended', true),
  mutation('modality changed', 'may to should', /\b(?:may|can)\b(?! not\b)/g, () => 'should', true),
  mutation(
    'modality dropped',
    'must left out',
    /\b(?:must|shall|should|may|can)(?: be)?\b(?! not\b| (?:you|they|he|she|it|we)\b)/g,
    (words) => (words.endsWith(' be') ? 'are' : ''),
  ),
  mutation(
    'modality dropped',
    'a limit left out',
    /\b(?:at least|up to|at most|no more than|a maximum of|more than|less than|only|at the latest|within|until|by(?= \d+ ))\b/gi,
    () => '',
  ),
  mutation(
    'modality dropped',
    'usually left out',
    /\b(?:usually|normally|generally|typically|sometimes|often)\b/gi,
    () => '',
    true,
  ),
  mutation(
    'modality changed',
    'the other limit',
    /\b(?:at least|up to|at most|no more than|more than|less than)\b/gi,
    (words) => (/at least|more than$/i.test(words) && !/no more/i.test(words) ? 'up to' : 'at least'),
  ),
  mutation('modality changed', 'before and after', /\b(?:before|after)\b/g, (word) =>
    word === 'before' ? 'after' : 'before',
  ),
  mutation(
    'modality changed',
    'unless and if',
    /\bunless\b|\bexcept\b/g,
    (word) => (word === 'unless' ? 'if' : 'including'),
    true,
  ),
  mutation('modality added', 'must put in', /\b(?:are|is)\b(?= [a-z]+ed\b)/g, () => 'must be'),
  mutation('modality added', 'only put in', /\b(?:may|can|must|is|are)\b(?! only)/g, (word) => `${word} only`),
  mutation(
    'modality added',
    'at least put in',
    /(?<!least |most |to |than |within |about )(?<![\d.,:/#-])\b\d{1,4} (?=days|weeks|months|hours|EUR|USD|years|minutes)/g,
    (n) => `at least ${n}`,
  ),
  mutation('modality added', 'usually put in', /\b(?:is|are|must|may|can)\b/g, (word) => `${word} usually`, true),
  mutation('modality added', 'may put in', /\b(?:are|is)\b(?= [a-z]+ed\b)/g, () => 'may be', true),
];

const oneWord: readonly Mutation[] = [
  mutation(
    'one word',
    'the opposite',
    new RegExp(`\\b(?:${Object.keys(opposites).join('|')})\\b`, 'g'),
    (word) => opposites[word] ?? word,
  ),
  {
    ...{ kind: 'one word', name: 'a word from elsewhere', heldOut: false },
    apply: (sentence, random, other) =>
      replaceOne(sentence, /\b[a-z]{5,}\b/g, random, (was) => (sameWord(was, other) || passing.has(was) ? was : other)),
  },
  {
    ...{ kind: 'one word', name: 'two words swapped', heldOut: true },
    apply: (sentence, random) => {
      const words = [...sentence.matchAll(/\b[a-z]{6,}\b/g)];
      if (words.length < 2) return undefined;
      const from = random.pick(words)[0];
      const to = random.pick(words)[0];
      return sameWord(from, to) || passing.has(from) || passing.has(to) ? undefined : sentence.replace(from, to);
    },
  },
];

/** What changes a word or a figure of a sentence. */
export const wordMutations: readonly Mutation[] = [...figures, ...denials, ...modalities, ...oneWord];

function sameWord(a: string, b: string): boolean {
  return a.slice(0, 5) === b.slice(0, 5);
}

function dropDenial(words: string): string {
  if (/^can/i.test(words)) return 'can';
  if (/^(?:do|does|did)\b|^(?:do|does)n/i.test(words)) return '';
  if (/^(?:never|no)$/i.test(words)) return /^N/.test(words) ? 'A' : '';
  if (/^without$/i.test(words)) return 'with';
  return words.replace(/ not$|n['’]t$/i, '');
}

function nextMonth(month: string, random: Random): string {
  const all = months.split('|');
  return all[(all.indexOf(month) + 1 + random.below(10)) % all.length] ?? month;
}
