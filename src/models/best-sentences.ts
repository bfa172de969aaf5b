import type { SearchResultBlock } from '../tools/tool.ts';
import { partsOf } from './question-parts.ts';
import { scoreSentences, sentencesOf } from './score-sentences.ts';

/** A sentence that would answer a part of a question. */
export interface BestSentence {
  /** Position of the search result. */
  readonly result: number;
  readonly text: string;
  readonly score: number;
}

/** Less sure than a quote has to be: a language model finds an answer where quoting would not dare. */
const least = 0.45;
const nearBest = 0.7;

/** For each part of a question the best sentence of each document that comes close to the best of all, best first. */
export function bestSentences(question: string, results: readonly SearchResultBlock[]): BestSentence[][] {
  const sentences = results.flatMap((result, i) => sentencesOf(result, i));
  const parts = partsOf(question);
  return parts.map((part) => {
    const scored = scoreSentences(part, [...part.terms], sentences, { isAlone: parts.length === 1 });
    const top = scored[0]?.score ?? 0;
    const good = scored.filter(({ score }) => top >= least && score >= nearBest * top);
    const documents = new Set<string>();
    return good.flatMap(({ result, text, score }) => {
      const document = results[result]?.source.replace(/#\d+$/, '') ?? '';
      if (documents.has(document)) return [];
      documents.add(document);
      return [{ result, text, score }];
    });
  });
}
