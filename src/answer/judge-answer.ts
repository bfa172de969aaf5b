import { z } from 'zod';
import type { Answer } from '../domain.ts';
import type { Spending } from './conversation.ts';
import { sideInstructions } from './side-instructions.ts';
import { runSideTask, type SideTaskDeps } from './side-task.ts';

/** A statement of an answer with the clauses that are shown for it. */
export interface CitedStatement {
  readonly text: string;
  readonly quotes: readonly string[];
}

/** A statement that does not follow from its clauses, as a model sees it. */
export interface Doubt extends CitedStatement {
  readonly reason: string;
}

export interface Judgement {
  /** How many statements were judged. */
  readonly statements: number;
  readonly doubts: readonly Doubt[];
}

const doubt = z.strictObject({ statement: z.number().int(), reason: z.string() });
const schema = z.strictObject({ doubts: z.array(doubt) });

/**
 * Asks the side model which statements of a finished answer do not follow from the clauses they cite, which comparing
 * words can't tell. A second opinion for those who run the bot: no answer waits for it. Undefined where there is no side
 * model, nothing to judge or no usable reply.
 */
export async function judgeAnswer(
  question: string,
  answer: Answer,
  deps: SideTaskDeps,
  signal: AbortSignal,
): Promise<Judgement | undefined> {
  const statements = statementsOf(answer);
  if (statements.length === 0) return undefined;
  const lines = statements.map(({ text }, i) => `${i + 1}. ${text}`);
  const spending: Spending = { promptTokens: 0, outputTokens: 0 };
  const task = {
    ...{ name: 'judge', system: sideInstructions.judge, schema },
    text: [`Question: ${question}`, 'Statements:', ...lines].join('\n'),
    passages: statements.map(({ quotes }, i) => `For statement ${i + 1}:\n${quotes.join('\n')}`),
  };
  const reply = await runSideTask(task, spending, deps, signal);
  if (reply === undefined) return undefined;
  const doubts = reply.doubts.flatMap(({ statement, reason }): Doubt[] => {
    const found = statements[statement - 1];
    return found === undefined ? [] : [{ ...found, reason: reason.slice(0, maxReasonChars) }];
  });
  return { statements: statements.length, doubts };
}

const maxReasonChars = 300;

/** What stands before each group of citation numbers, with what these lead to. */
export function statementsOf({ text, citations }: Pick<Answer, 'text' | 'citations'>): CitedStatement[] {
  const quotes = new Map(citations.map(({ n, quote }) => [n, quote]));
  return [...text.matchAll(/([^[]*(?:\[(?!\d+\])[^[]*)*)((?:\[\d+\])+)/g)].flatMap(([, before = '', markers = '']) => {
    const cited = [...markers.matchAll(/\d+/g)].flatMap(([n]) => quotes.get(Number(n)) ?? []);
    const statement = before.replace(/\s+/g, ' ').trim();
    return cited.length === 0 || !/\p{L}/u.test(statement) ? [] : [{ text: statement, quotes: cited }];
  });
}
