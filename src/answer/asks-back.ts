import { figuresIn } from '../figures/figures.ts';
import { splitSentences } from '../sentences.ts';
import { isExempt } from './grounding/exempt-sentences.ts';
import { unsupportedFigures } from './grounding/figure-support.ts';
import { linksIn } from './links.ts';

const longest = 1500;

/**
 * Whether a reply does nothing but ask the person for facts, as a skill that calculates has to. It states nothing then,
 * so there is nothing to cite.
 */
export function asksBack(reply: string, saidByPerson: string): boolean {
  if (reply.length > longest || linksIn(reply).length > 0) return false;
  const sentences = splitSentences(reply).map(({ start, end }) => reply.slice(start, end));
  const rest = sentences.filter((sentence) => !isQuestion(sentence, saidByPerson));
  return rest.length < sentences.length && rest.every((sentence) => isOpening(sentence) || isExempt(sentence, nothing));
}

/** Whether a sentence asks the person something; the figures in it have to be the person's own. */
export function isQuestion(sentence: string, saidByPerson: string): boolean {
  const text = plain(sentence);
  return question.test(text) && linksIn(text).length === 0 && unsupportedFigures(text, saidByPerson).length === 0;
}

function isOpening(sentence: string): boolean {
  const text = plain(sentence);
  return opening.test(text) && figuresIn(text).length === 0;
}

const nothing: ReadonlySet<string> = new Set();

/** Begins as a question does, so that a claim with a question mark is none. */
const question =
  /^(?:(?:and|und|also|first|zuerst|on|in|at|for|since|until|from|by|an|seit|bis|ab|mit|für) )?(?:how|what|when|where|which|who|whom|whose|do|does|did|are|is|was|were|have|has|had|will|would|could|can|should|may|wie|was|wann|wo|welche[nmrs]?|wer|wem|wen|wessen|hast|haben|hat|bist|sind|ist|war|warst|waren|arbeitest|arbeiten|gibt|kannst|können|wirst|werden)\b[^.!;]*\?$/iu;
const opening =
  /^(?:to (?:work this out|calculate|compute|check|answer)\b|before i (?:calculate|compute|check|answer)\b|i need\b|please tell me\b|for this i need\b|dafür brauche ich\b|bitte (?:nenne|sag)\b|um das zu berechnen\b)[^.!?;]{0,120}[:.]?$/i;

function plain(sentence: string): string {
  return sentence
    .replace(/^\s*(?:[-*+]|\d{1,2}[.)])\s+/, '')
    .replace(/[*_`]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
