import { createHash } from 'node:crypto';
import type { Question } from '../domain.ts';
import type { ToolUseBlock } from '../models/model.ts';
import type { Skill } from '../skills/skill.ts';
import { quoteUntrusted } from '../untrusted-text.ts';
import type { OpenTurn, PendingCall } from './conversation.ts';
import { toPendingCall } from './plan-calls.ts';
import { toResultContent } from './tool-result.ts';

export interface TurnBeginning {
  readonly question: Pick<Question, 'text' | 'isQuoted' | 'attachments' | 'thread'>;
  /** The skill that the person starts. */
  readonly skill?: Skill | undefined;
  /** Tells the calls from any other of the conversation. */
  readonly moment: string;
  /** Of what came with the question. */
  readonly maxChars: number;
}

/**
 * Begins a turn with what came with the question, and with the call by which a model would load the skill that a person
 * starts. Both take the way of a tool call: what others wrote is quoted in a result, never in the asker's own words, and
 * a skill is loaded byte for byte as the model would load it. A question that is itself someone else's text is quoted.
 */
export function beginTurn(turn: OpenTurn, { question, skill, moment, maxChars }: TurnBeginning): void {
  if (question.isQuoted) quoteQuestion(turn, question.text);
  const quoted = quotesOf(question);
  const calls: PendingCall[] = [];
  if (quoted.length > 0) {
    const texts = quoted.map((text) => ({ type: 'text' as const, text }));
    const result = { content: toResultContent(texts, maxChars), isError: false };
    calls.push({ ...toPendingCall({ id: idOf(moment, sharedTool), name: sharedTool, input: {} }), result });
  }
  if (skill !== undefined) {
    const input = { name: skill.name };
    calls.push(toPendingCall({ id: idOf(moment, skill.name), name: 'load_skill', input }));
  }
  if (calls.length === 0) return;
  const blocks = calls.map(({ id, name, input }): ToolUseBlock => ({ type: 'tool_use', id, name, input }));
  turn.messages.push({ role: 'assistant', content: blocks });
  turn.pending = calls;
}

function quoteQuestion({ messages }: OpenTurn, text: string): void {
  const [first] = messages;
  if (first === undefined) return;
  const passedOn = `What do the policies say about this message?\n\n${quoteUntrusted('A message of someone else', text)}`;
  const [, ...rest] = first.content;
  messages[0] = { ...first, content: [{ type: 'text', text: passedOn }, ...rest] };
}

/** Whether something came with a question that only a language model can read. */
export function hasShared({ attachments = [], thread = [] }: Pick<Question, 'attachments' | 'thread'>): boolean {
  return attachments.length > 0 || thread.length > 0;
}

const sharedTool = 'read_shared_text';

function quotesOf({ attachments = [], thread = [] }: Pick<Question, 'attachments' | 'thread'>): string[] {
  const files = attachments.map(({ name, text, isCut }) =>
    quoteUntrusted(`File “${name}” that came with the question${isCut ? ', its beginning' : ''}`, text),
  );
  const said = thread.map(({ by, text }) =>
    quoteUntrusted(`Earlier in the thread, by ${by === 'asker' ? 'the asker' : 'someone else'}`, text),
  );
  return [...said, ...files];
}

function idOf(moment: string, name: string): string {
  return `toolu_${createHash('sha256').update(`${moment}\0${name}`).digest('hex').slice(0, 24)}`;
}
