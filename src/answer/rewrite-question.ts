import { z } from 'zod';
import type { Message } from '../models/model.ts';
import type { OpenTurn } from './conversation.ts';
import { sideInstructions } from './side-instructions.ts';
import { runSideTask, type SideTaskDeps } from './side-task.ts';

const schema = z.strictObject({ question: z.string().min(1).max(1000) });

/** A follow-up as a question that can be understood by itself; the same where there is nothing before it, or no way. */
export async function rewriteQuestion(
  question: string,
  history: readonly Message[],
  turn: OpenTurn,
  deps: SideTaskDeps,
  signal: AbortSignal,
): Promise<string> {
  const earlier = history.flatMap(({ role, content: [first] }) =>
    role === 'user' && first?.type === 'text' ? [first.text] : [],
  );
  if (earlier.length === 0) return question;
  const lines = earlier.slice(-mostEarlier).map((text) => `Earlier: ${text.slice(0, mostChars)}`);
  const text = [...lines, `Newest: ${question}`].join('\n');
  const task = { name: 'rewrite', system: sideInstructions.rewrite, text, schema };
  return (await runSideTask(task, turn, deps, signal))?.question ?? question;
}

const mostEarlier = 5;
const mostChars = 500;
