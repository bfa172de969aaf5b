import type { Passage, Version } from '../../../domain.ts';
import type { AnswerRecord } from '../../../records/records.ts';
import { topicQuestion } from '../../../topic-question.ts';

export interface Prompt {
  readonly title: string;
  readonly message: string;
}

const fromDocuments = 3;
const longestTitle = 60;

/** The documents to suggest questions about: those that answers rest on most, then the rest by title. */
export function documentsToSuggest<Suggested extends Pick<Version, 'document' | 'metadata'>>(
  documents: readonly Suggested[],
  answers: readonly AnswerRecord[],
): Suggested[] {
  const cited = new Map<string, number>();
  for (const { answer } of answers) {
    for (const document of new Set(answer.citations.map((each) => each.document))) {
      cited.set(document, (cited.get(document) ?? 0) + 1);
    }
  }
  const rank = ({ document }: Pick<Version, 'document'>) => cited.get(document) ?? 0;
  return [...documents]
    .sort((a, b) => rank(b) - rank(a) || a.metadata.title.localeCompare(b.metadata.title))
    .slice(0, fromDocuments);
}

/** Questions to begin with: about the first topic of each document, and about the bot. */
export function suggestedPrompts(
  documents: readonly { readonly title: string; readonly passages: readonly Pick<Passage, 'headings'>[] }[],
): Prompt[] {
  const prompts = documents.flatMap(({ title, passages }) => {
    const [first] = passages.flatMap(({ headings }) => topicQuestion(title, headings.at(-1) ?? '') ?? []);
    return first === undefined ? [] : { title: short(`${first.topic} (${title})`), message: first.text };
  });
  const different = new Map(prompts.map((prompt) => [prompt.message, prompt]));
  return [...different.values(), { title: 'What can you do?', message: 'What can you do?' }];
}

function short(title: string): string {
  return title.length > longestTitle ? `${title.slice(0, longestTitle - 2).trimEnd()} …` : title;
}
