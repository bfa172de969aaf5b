import { splitSentences } from '../sentences.ts';
import { allWords } from './words.ts';

/** `opposite`: the statement repeats its source and turns it round. `differs`: only one of the two negates or obliges. */
export type PolarityFinding = 'same' | 'differs' | 'opposite';

/** Compares a statement with the sentence of its source that is most like it. Words alone can't prove more. */
export function comparePolarity(statement: string, source: string): PolarityFinding {
  const closest = closestSentence(statement, source);
  const negates = isNegated(statement) !== isNegated(closest);
  if (negates && share(statement, closest) >= nearCopy) return 'opposite';
  return negates || obliges.test(statement) !== obliges.test(closest) ? 'differs' : 'same';
}

const nearCopy = 0.8;
const obliges = /\b(?:must|shall|required?|mandatory|have to|has to|muss|müssen)\b/i;
const negators =
  /\b(?:not|never|no|none|cannot|without|neither|nor|prohibited|forbidden|nicht|kein\p{L}*|nie|niemals|verboten)\b|n['’]t\b/iu;
const bounds = /\b(?:no|not) (?:more|less|later|fewer|earlier|longer) than\b|\bnot (?:only|exceed)\b/gi;

function isNegated(text: string): boolean {
  return negators.test(text.replace(bounds, ' '));
}

function closestSentence(statement: string, source: string): string {
  const sentences = splitSentences(source).map(({ start, end }) => source.slice(start, end));
  return sentences.reduce(
    (best, next) => (share(statement, next) > share(statement, best) ? next : best),
    sentences[0] ?? source,
  );
}

/** How much of the statement, negations aside, the source has as well. */
function share(statement: string, source: string): number {
  const words = allWords(statement).filter((word) => !negators.test(word));
  const held = new Set(allWords(source));
  return words.length === 0 ? 0 : words.filter((word) => held.has(word)).length / words.length;
}
