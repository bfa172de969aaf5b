import type { Block, Message, ModelReply, ModelRequest } from '../../src/models/model.ts';
import { noAnswer } from '../../src/models/model.ts';
import { citationOf, resultsIn } from './scripted-model.ts';

/** A conversation as it will go, crash or not. */
export interface CrashPlan {
  readonly questions: readonly PlannedQuestion[];
}

export interface PlannedQuestion {
  readonly text: string;
  /** Names of the tools that each reply calls, before the last one. */
  readonly rounds: readonly (readonly ('search_policies' | 'create_ticket')[])[];
  /** What people do about each request for approval, in turn; `ignore` asks the next question instead. */
  readonly decisions: readonly ('approve' | 'deny' | 'expire' | 'ignore')[];
}

/** The same plan for the same seed. */
export function planOf(seed: number): CrashPlan {
  const random = randomOf(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const many = <T>(least: number, most: number, make: () => T): T[] =>
    Array.from({ length: least + Math.floor(random() * (most - least + 1)) }, make);
  const tools = ['search_policies', 'create_ticket', 'create_ticket'] as const;
  const decisions = ['approve', 'approve', 'approve', 'deny', 'expire', 'ignore'] as const;
  const questions = many(1, 3, () => 0).map((_, n) => ({
    text: `Question ${n}: how many days of leave do I get?`,
    rounds: [...many(0, 2, () => many(1, 3, () => pick(tools))), ['search_policies' as const]],
    decisions: many(9, 9, () => pick(decisions)),
  }));
  return { questions };
}

/** Says what the history calls for, so that it goes on wherever a crash left it. */
export function replyOf(plan: CrashPlan, { messages }: ModelRequest): Partial<ModelReply> {
  const asked = messages.filter(isQuestion).length;
  const own = messages.slice(messages.findLastIndex(isQuestion));
  const question = plan.questions.find(({ text }) => text === textOf(own[0]));
  const round = own.filter(({ role }) => role === 'assistant').length;
  const names = question?.rounds[round];
  if (names !== undefined) {
    const content = names.map((name, i): Block => {
      const id = `toolu_${asked}_${round}_${i}`;
      return { type: 'tool_use', id, name, input: name === 'create_ticket' ? { id } : { query: 'leave days' } };
    });
    return { content };
  }
  const results = resultsIn(messages);
  if (results.length === 0) return { content: [{ type: 'text', text: noAnswer }] };
  const text = 'You get 20 days of paid leave a year.';
  return { content: [{ type: 'text', text, citations: [citationOf(results, '20 days')] }] };
}

function isQuestion(message: Message): boolean {
  return message.role === 'user' && textOf(message).startsWith('Question ');
}

function textOf(message?: Message): string {
  const [first] = message?.content ?? [];
  return first?.type === 'text' ? first.text : '';
}

/** Mulberry32: small, and good enough to spread plans. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
