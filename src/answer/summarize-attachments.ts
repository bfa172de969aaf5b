import { z } from 'zod';
import type { Attachment, Question } from '../domain.ts';
import type { Spending } from './conversation.ts';
import { sideInstructions } from './side-instructions.ts';
import { runSideTask, type SideTaskDeps } from './side-task.ts';

const schema = z.strictObject({ summary: z.string().min(1).max(5000) });

/**
 * The question with a summary in place of each file that is too long to be read along with it, so that the conversation
 * stays small. A file that can't be summed up stays as it is.
 */
export async function summarizeAttachments(
  question: Question,
  spending: Spending,
  deps: SideTaskDeps,
  signal: AbortSignal,
): Promise<Question> {
  const { attachments = [], text } = question;
  if (deps.sideModel === undefined || attachments.every(({ text: { length } }) => length <= longChars)) return question;
  const shorter = await Promise.all(
    attachments.map(async (file): Promise<Attachment> => {
      if (file.text.length <= longChars) return file;
      const passages = [file.text.slice(0, mostChars)];
      const task = {
        ...{ name: 'summary', text: `Question: ${text}`, passages, schema },
        system: sideInstructions.summary,
      };
      const summary = (await runSideTask(task, spending, deps, signal))?.summary;
      return summary === undefined ? file : { ...file, text: `(Summed up, since the file is long.)\n${summary}` };
    }),
  );
  return { ...question, attachments: shorter };
}

const longChars = 20_000;
const mostChars = 200_000;
