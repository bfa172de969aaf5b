import type { Message, ToolResultBlock, ToolUseBlock } from '../models/model.ts';

const loadTool = 'load_skill';

/**
 * What remains of messages that are left out: the calls that loaded skills, with the instructions that came back, as a
 * short exchange of its own. Empty where there are none, or none that `isNeeded`.
 */
export function carrySkills(messages: readonly Message[], isNeeded: (call: string) => boolean): Message[] {
  const blocks = messages.flatMap(({ content }) => content);
  const results = new Map(
    blocks.flatMap((block): [string, ToolResultBlock][] =>
      block.type === 'tool_result' && block.is_error !== true ? [[block.tool_use_id, block]] : [],
    ),
  );
  const calls = blocks.filter((block): block is ToolUseBlock => {
    return block.type === 'tool_use' && block.name === loadTool && results.has(block.id) && isNeeded(block.id);
  });
  if (calls.length === 0) return [];
  return [
    { role: 'user', content: [{ type: 'text', text: leftOut }] },
    { role: 'assistant', content: calls },
    { role: 'user', content: calls.flatMap(({ id }) => results.get(id) ?? []) },
    { role: 'assistant', content: [{ type: 'text', text: 'Loaded.' }] },
  ];
}

const leftOut = '(Earlier messages were left out. What was loaded in them still holds.)';
