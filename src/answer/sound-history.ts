import type { Block, Message } from '../models/model.ts';
import type { Conversation, FinishedTurn, OpenTurn } from './conversation.ts';

/**
 * A conversation without the turns that no model would be sent, such as those with a call that was never answered: a
 * snapshot may be damaged and still look like one, and one such turn would have every later request refused.
 */
export function soundConversation(conversation: Conversation): Conversation {
  const turns = conversation.turns.filter(isSoundTurn);
  const { open, ...rest } = conversation;
  const isWhole = turns.length === conversation.turns.length;
  if (isWhole && (open === undefined || isSoundOpen(open))) return conversation;
  return { ...rest, turns, ...(open !== undefined && isSoundOpen(open) ? { open } : {}) };
}

function isSoundTurn({ messages }: FinishedTurn): boolean {
  const last = mergeRoles(messages).at(-1);
  return isSound(messages) && last?.role === 'assistant' && callsIn(last.content).length === 0;
}

/** An open turn ends with what the model is sent next, with calls that wait in `pending`, or with a part of a reply. */
function isSoundOpen({ messages, pending, replied }: OpenTurn): boolean {
  const last = mergeRoles(messages).at(-1);
  if (last === undefined || !isSound(messages)) return false;
  const calls = last.role === 'assistant' ? callsIn(last.content) : [];
  const waiting = pending?.map(({ id }) => id) ?? [];
  if (calls.length > 0 || waiting.length > 0) return replied !== true && calls.join('\n') === waiting.join('\n');
  return last.role === 'user' || replied === true || last.content.some(({ type }) => type === 'server_tool_use');
}

/** Whether every call but the last ones is answered right after it, every result has its call, and nothing is empty. */
function isSound(messages: readonly Message[]): boolean {
  const merged = mergeRoles(messages);
  const ids = messages.flatMap(({ content }) => callsIn(content));
  if (new Set(ids).size < ids.length || merged[0]?.role !== 'user') return false;
  return merged.every(({ role, content }, i) => {
    if (content.length === 0 || !content.every((block) => isSendable(block, role))) return false;
    const before = role === 'user' ? callsIn(merged[i - 1]?.content ?? []) : [];
    const answered = content
      .slice(0, before.length)
      .map((block) => (block.type === 'tool_result' ? block.tool_use_id : ''));
    const results = content.filter(({ type }) => type === 'tool_result').length;
    return results === before.length && answered.join('\n') === before.join('\n');
  });
}

function isSendable(block: Block, role: Message['role']): boolean {
  switch (block.type) {
    case 'text':
      return typeof block.text === 'string' && block.text.trim() !== '';
    case 'tool_result':
      return role === 'user' && Array.isArray(block.content) && block.content.length > 0;
    case 'tool_use':
      return (
        role === 'assistant' && typeof block.input === 'object' && block.input !== null && !Array.isArray(block.input)
      );
    default:
      return role === 'assistant';
  }
}

function callsIn(content: readonly Block[]): string[] {
  return content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
}

function mergeRoles(messages: readonly Message[]): Message[] {
  const merged: Message[] = [];
  for (const { role, content } of messages) {
    const last = merged.at(-1);
    if (last?.role === role) merged.splice(-1, 1, { role, content: [...last.content, ...content] });
    else merged.push({ role, content });
  }
  return merged;
}
