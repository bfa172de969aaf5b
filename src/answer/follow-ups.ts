import type { Citation, ClosePassage } from '../domain.ts';
import { topicQuestion } from '../topic-question.ts';

const most = 3;

/**
 * Up to three questions near an answered one that the documents answer: about sections of cited documents that were
 * found for it and not cited, in the order in which they were found.
 */
export function findFollowUps(citations: readonly Citation[], passages: readonly ClosePassage[]): string[] {
  const cited = new Set(citations.map(({ document }) => document));
  const taken = new Set(citations.map(sectionKey));
  const near = passages.filter((passage) => cited.has(passage.document) && !taken.has(sectionKey(passage)));
  return [
    ...new Set(
      near.flatMap(({ title, section }) => topicQuestion(title, section.split(' › ').at(-1) ?? '')?.text ?? []),
    ),
  ].slice(0, most);
}

function sectionKey({ document, section }: Pick<ClosePassage, 'document' | 'section'>): string {
  return JSON.stringify([document, section]);
}
