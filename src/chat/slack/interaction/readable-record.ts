import type { AnswerRecord } from '../../../records/records.ts';
import type { InteractionDeps } from './interaction-deps.ts';

/**
 * A recorded answer as this person may be told of it now: without what it cites and offers where they may not read all of
 * that any more, such as after they left a group.
 */
export async function readableRecord(
  record: AnswerRecord,
  person: string,
  { answers, viewerFor }: Pick<InteractionDeps, 'answers' | 'viewerFor'>,
): Promise<AnswerRecord> {
  const { answer } = record;
  if (answer.citations.length === 0 && answer.passages.length === 0 && answer.named === undefined) return record;
  if (await answers.mayRead(answer, await viewerFor({ person }))) return record;
  const { remarks: _, followUps: __, named: ___, ...kept } = answer;
  return { ...record, answer: { ...kept, text: '', notice: leftOut, citations: [], passages: [] } };
}

const leftOut = 'What it rests on is no longer for you to read, so I leave it out.';
