import stem from 'wink-porter2-stemmer';
import { concepts } from './synonyms.ts';

export interface Terms {
  readonly words: ReadonlySet<string>;
  readonly concepts: ReadonlySet<string>;
}

/** What a text is about: stems of its words without filler, and concepts that its words stand for. */
export function termsOf(text: string): Terms {
  const plain = fold(text);
  const words = new Set<string>();
  for (const [word] of plain.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (!filler.has(word) && word.length > 1) words.add(stemOf(word));
  }
  const spaced = ` ${plain.replace(/[^\p{L}\p{N}']+/gu, ' ').trim()} `;
  return { words, concepts: new Set(patterns.filter(([, at]) => at.test(spaced)).map(([concept]) => concept)) };
}

function fold(text: string): string {
  return text
    .slice(0, maxChars)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss');
}

const maxChars = 4000;
// The stemmer's patterns take quadratic time; no word of a language is longer.
const maxStemmedChars = 40;

function stemOf(word: string): string {
  if (word.length > maxStemmedChars) return word;
  // The stemmer looks exceptions up in a plain object, so that "constructor" comes back as a function.
  const stemmed: unknown = stem(word);
  return typeof stemmed === 'string' && stemmed !== '' ? stemmed : word;
}

const patterns = Object.entries(concepts).map(
  ([concept, words]) => [concept, new RegExp(` (?:${words.split(',').map(toPattern).join('|')}) `, 'u')] as const,
);

function toPattern(words: string): string {
  return words
    .trim()
    .replace(/[^\p{L}\p{N}'* ]/gu, ' ')
    .replaceAll('*', "[\\p{L}\\p{N}']*");
}

const filler = new Set(
  (
    'a an the and or of to in on for with at by from as is are be been was were do does did how what when where who ' +
    'whom which why can could should would will may might i me my mine we our us you your it its this that these those ' +
    'there their they them he she his her if not no yes about into than then so such any all also get got have has had ' +
    'use used using user users asks ask asked need needs want wants whether someone somebody some please just now know ' +
    'think tell more most other one out up over after before am im ve ll re don didn doesn isn wont cant let make makes ' +
    'hi hello hey thanks thank thx good morning afternoon evening bye goodbye welcome ok okay cool great nice sorry ' +
    'weekend well fine day much many fun ' +
    'der die das den dem des ein eine einen einem einer und oder aber ist sind war waren bin bist hat habe haben hatte ' +
    'ich du er sie es wir ihr mich mir dich dir uns euch mein meine meinen meinem meiner dein deine sein seine nicht kein ' +
    'keine wie was wann wer wo warum welche welcher welches kann koennen soll muss wird werden wurde im in am an auf aus ' +
    'bei mit nach von vom zu zum zur fuer ueber unter um noch nur auch schon denn dann da so wenn ob als bitte danke ' +
    'hallo guten tag abend servus moin gern gerne'
  ).split(' '),
);
