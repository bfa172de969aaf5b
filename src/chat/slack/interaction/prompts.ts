import type { Version } from '../../../domain.ts';
import type { AnswerRecord } from '../../../records/records.ts';

export interface Prompt {
  readonly title: string;
  readonly message: string;
}

const fromDocuments = 3;
const longestTitle = 60;

/** Questions to begin with: about the documents that answers rest on most, then the rest by title. */
export function suggestedPrompts(
  documents: readonly Pick<Version, 'document' | 'metadata'>[],
  answers: readonly AnswerRecord[],
): Prompt[] {
  const cited = new Map<string, number>();
  for (const { answer } of answers) {
    for (const document of new Set(answer.citations.map((each) => each.document))) {
      cited.set(document, (cited.get(document) ?? 0) + 1);
    }
  }
  const rank = ({ document }: Pick<Version, 'document'>) => cited.get(document) ?? 0;
  const chosen = [...documents]
    .sort((a, b) => rank(b) - rank(a) || a.metadata.title.localeCompare(b.metadata.title))
    .slice(0, fromDocuments);
  return [
    ...chosen.map(({ metadata: { title } }) => ({
      title: title.length > longestTitle ? `${title.slice(0, longestTitle - 2).trimEnd()} …` : title,
      message: `What are the main rules in “${title}”?`,
    })),
    { title: 'What can you do?', message: 'What can you do?' },
  ];
}
