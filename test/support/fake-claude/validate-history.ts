import { validateServerCalls } from './server-tools.ts';
import { type ValidationContext, validateBlock } from './validate-block.ts';
import { blocksOf, isBlocks, isObject, type WireBlock, type WireMessage } from './wire.ts';

interface Turn {
  readonly role: string;
  readonly blocks: WireBlock[];
  /** Index of its first message. */
  readonly at: number;
}

/** Blocks one by one, then how calls and results pair up. */
export function validateHistory(messages: unknown, context: ValidationContext): string | undefined {
  if (!Array.isArray(messages)) return 'messages: Field required';
  if (messages.length === 0) return 'messages: at least one message is required';
  for (const [i, message] of messages.entries()) {
    const problem = validateMessage(message, `messages.${i}`, context);
    if (problem) return problem;
  }
  const turns = mergeTurns(messages);
  const isSummed = turns[0]?.blocks[0]?.type === 'compaction';
  if (turns[0]?.role !== 'user' && !isSummed) return 'messages: first message must use the "user" role';
  return validatePairs(turns) ?? validateEnd(turns);
}

function validateMessage(message: unknown, at: string, context: ValidationContext): string | undefined {
  if (!isObject(message)) return `${at}: Input should be a valid dictionary`;
  const { role, content } = message;
  if (role !== 'user' && role !== 'assistant') return `${at}.role: Input should be 'user' or 'assistant'`;
  const extra = Object.keys(message).find((key) => key !== 'role' && key !== 'content');
  if (extra) return `${at}.${extra}: Extra inputs are not permitted`;
  if (typeof content !== 'string' && !isBlocks(content)) return `${at}.content: Input should be a valid list`;
  if (content.length === 0)
    return `${at}: all messages must have non-empty content except for the optional final assistant message`;
  for (const [j, block] of blocksOf(content).entries()) {
    const problem = validateBlock(block, role, `${at}.content.${j}`, context);
    if (problem) return problem;
  }
  return undefined;
}

function mergeTurns(messages: readonly WireMessage[]): Turn[] {
  const turns: Turn[] = [];
  for (const [at, message] of messages.entries()) {
    const last = turns.at(-1);
    if (last?.role === message.role) last.blocks.push(...blocksOf(message.content));
    else turns.push({ role: message.role, blocks: [...blocksOf(message.content)], at });
  }
  return turns;
}

function validatePairs(turns: readonly Turn[]): string | undefined {
  const ids = new Set<string>();
  for (const [i, turn] of turns.entries()) {
    if (turn.role === 'user') {
      const problem = validateResults(turn, turns[i - 1]);
      if (problem) return problem;
      continue;
    }
    const served = validateServerCalls(turn.blocks, `messages.${turn.at}`, i === turns.length - 1);
    if (served) return served;
    const calls = idsOf(turn, 'tool_use', 'id');
    for (const id of calls) {
      if (ids.has(id)) return `messages.${turn.at}: \`tool_use\` ids must be unique`;
      ids.add(id);
    }
    const missing = calls.filter((id) => !leadingResults(turns[i + 1]).includes(id));
    if (missing.length > 0)
      return `messages.${turn.at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
  }
  return undefined;
}

function validateResults(turn: Turn, previous: Turn | undefined): string | undefined {
  const calls = previous ? idsOf(previous, 'tool_use', 'id') : [];
  const seen = new Set<string>();
  for (const [j, block] of turn.blocks.entries()) {
    if (block.type !== 'tool_result') continue;
    const id = String(block.tool_use_id);
    const at = `messages.${turn.at}.content.${j}`;
    if (!calls.includes(id))
      return `${at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
    if (seen.has(id))
      return `${at}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`;
    seen.add(id);
  }
  return undefined;
}

function leadingResults(turn: Turn | undefined): readonly string[] {
  const blocks = turn?.blocks ?? [];
  const end = blocks.findIndex((block) => block.type !== 'tool_result');
  return blocks.slice(0, end < 0 ? undefined : end).map((block) => String(block.tool_use_id));
}

function idsOf(turn: Turn, type: string, field: string): readonly string[] {
  return turn.blocks.filter((block) => block.type === type).map((block) => String(block[field]));
}

/** A reply that paused on a server tool may be continued; anything else would be a prefill. */
function validateEnd(turns: readonly Turn[]): string | undefined {
  const last = turns.at(-1);
  if (last?.role !== 'assistant' || last.blocks.some((block) => block.type === 'server_tool_use')) return undefined;
  return 'This model does not support assistant message prefill. The conversation must end with a user message.';
}
