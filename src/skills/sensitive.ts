import { distance } from 'fastest-levenshtein';
import { danger } from './sensitive-danger.ts';
import { harassment } from './sensitive-harassment.ts';
import { health } from './sensitive-health.ts';
import { asksInGeneral, politeRequests, spellings, tellsOfPeople } from './sensitive-patterns.ts';
import { asker, hypothetical, opener, preamble, tells, tellsOfAsker } from './sensitive-rule-words.ts';
import { whistleblowing } from './sensitive-whistleblowing.ts';

export type SensitiveTopic = 'danger' | 'whistleblowing' | 'harassment' | 'health';

/**
 * The topic of a message in which somebody tells of a case that belongs to people and not to a bot, by fixed patterns in
 * English and German; `undefined` for questions about what the policies say. Where several fit, danger goes first.
 * It runs before anything stores, embeds or sends the text, and calls nothing itself. In doubt it finds a topic.
 */
export function detectSensitive(text: string): SensitiveTopic | undefined {
  const words = normalize(text);
  const inGeneral = general.test(words) && !people.test(words.replace(polite, ' '));
  const found = topics.find(({ told, named }) => told.test(words) || (!inGeneral && named?.test(words)))?.topic;
  return found !== undefined && found !== 'danger' && asksForRule(text) ? undefined : found;
}

/** Whether every sentence asks what holds in general or would hold, and none tells of somebody, an event or fear. */
function asksForRule(text: string): boolean {
  if (text.length > longestRuleQuestion) return false;
  const sentences = text
    .split(/[.!?\n\r…]+/)
    .map((sentence) => normalize(sentence).replace(opening, ''))
    .filter((sentence) => /\p{L}/u.test(sentence));
  return sentences.length > 0 && sentences.every((sentence) => begins.test(sentence)) && !tellsCase(sentences.join(''));
}

/** Longer messages tell something. */
const longestRuleQuestion = 300;

function tellsCase(words: string): boolean {
  return telling.test(words.replace(supposed, ' ')) || (asking.test(words) && tellingOfAsker.test(words));
}

/** Lower case without accents, apostrophes, emoji or invisible characters; ` , ` for punctuation; slips of spelling mended. */
function normalize(text: string): string {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u200b-\u200f\u2060\ufeff\u00ad]/g, '')
    .replace(/ä/g, 'ae')
    .replace(/ö/g, 'oe')
    .replace(/ü/g, 'ue')
    .replace(/ß/g, 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’‘`´]/g, '')
    .replace(/[.,;:!?\n\r…]+/g, ' , ')
    .replace(/[^\p{L}\p{N},]+/gu, ' ')
    .replace(doubled, '$1');
  return ` ${plain.trim().split(/ +/).map(mend).join(' ')} , `;
}

/** A letter doubled or not is the commonest slip, so neither text nor patterns keep the second one. */
const doubled = /(\p{L})\1+/gu;

const lexicon = new Set(spellings.map((word) => word.replace(doubled, '$1')));

function mend(word: string): string {
  if (word.length < 6 || lexicon.has(word)) return word;
  const slips = word.length >= 10 ? 2 : 1;
  for (const right of lexicon) if (right[0] === word[0] && distance(word, right) <= slips) return right;
  return word;
}

/** `~` is up to six words in between, `…` any ending; a pattern begins and ends with whole words. */
function compile(patterns: readonly string[]): RegExp {
  const sources = patterns.map((pattern) =>
    pattern
      .replace(doubled, '$1')
      .replaceAll(' ~ ', ' (?:[^ ]+ ){0,6}?')
      .replaceAll('…', '[^ ,]*')
      .replace(/\((?!\?)/g, '(?:'),
  );
  return new RegExp(` (?:${sources.join('|')})(?= )`, 'u');
}

const general = compile([asksInGeneral]);
const people = compile([tellsOfPeople]);
const polite = new RegExp(compile([politeRequests]).source, 'gu');
const opening = new RegExp(`^(?:${compile([preamble]).source})+(?= )`, 'u');
const begins = new RegExp(`^${compile([opener]).source}`, 'u');
const supposed = new RegExp(compile(hypothetical).source, 'gu');
const telling = compile(tells);
const asking = compile([asker]);
const tellingOfAsker = compile(tellsOfAsker);

const topics = Object.entries({ danger, whistleblowing, harassment, health }).map(([topic, { told, named }]) => ({
  topic: topic as SensitiveTopic,
  told: compile(told),
  named: named.length === 0 ? undefined : compile(named),
}));
