import { versionFacts } from '../../../citation-facts.ts';
import type { AnswerRecord } from '../../../records/records.ts';

const statuses: Readonly<Record<AnswerRecord['answer']['status'], string>> = {
  answered: 'I answered, and compared every statement with the clause that it names.',
  not_found: 'I did not answer, since no statement could be backed by a clause that I found.',
  needs_input: 'I replied without a statement about any policy.',
  awaiting_approval: 'I am waiting for a yes or a no before I do something outside this conversation.',
  failed: 'Something went wrong while I was answering.',
};

/**
 * How an answer came about, one line a fact, in plain text. It names nothing that the asker could not read. `lead` begins
 * the first line, before the moment of the question.
 */
export function explainAnswer(
  { answer, retrieved, at }: AnswerRecord,
  when: (at: number) => string,
  lead = 'Your last question,',
): string[] {
  const documents = new Set(retrieved.map((passage) => passage.slice(0, passage.lastIndexOf('@'))));
  const cited = answer.citations.map((citation) =>
    [`[${citation.n}] ${citation.section === '' ? citation.title : `${citation.title} › ${citation.section}`}`]
      .concat(versionFacts(citation))
      .join(', '),
  );
  const skills = (answer.skills ?? []).map(({ name }) => name);
  return [
    `${lead} ${when(at)}: ${statuses[answer.status]}`,
    retrieved.length === 0
      ? 'I searched no policies for it.'
      : `I read ${plural(retrieved.length, 'passage')} of ${plural(documents.size, 'policy', 'policies')}.`,
    ...(cited.length === 0 ? [] : ['It rests on:', ...cited]),
    ...(skills.length === 0 ? [] : [`I followed: ${skills.join(', ')}.`]),
    ...(answer.remarks ?? []),
    ...(answer.notice === undefined ? [] : [answer.notice]),
    `Written by ${answer.model === 'extractive' ? 'quoting, without a language model' : answer.model}, in ${(answer.ms / 1000).toFixed(1)} s. Answer ${answer.id}.`,
  ];
}

function plural(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}
