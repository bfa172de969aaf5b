import type { Message, ToolResultBlock, ToolUseBlock } from './model.ts';

/**
 * Without the messages that a summary stands for, the summary first. Calls of `keepTools` from before it, such as loaded
 * instructions, follow it with their results, since a summary does not hold them word for word. A summary without
 * content failed and stands for nothing.
 */
export function sinceSummary(messages: readonly Message[], keepTools: readonly string[] = []): readonly Message[] {
  const from = messages.findLastIndex(({ content }) =>
    content.some((block) => block.type === 'compaction' && typeof block.content === 'string'),
  );
  const [summed, ...rest] = from < 0 ? [] : messages.slice(from);
  if (summed === undefined) return messages;
  const kept = keptCalls(messages.slice(0, from), keepTools);
  if (kept.length === 0) return [summed, ...rest];
  const said = summed.content.filter(({ type }) => type !== 'compaction');
  return [
    { role: 'assistant', content: summed.content.filter(({ type }) => type === 'compaction') },
    ...kept,
    ...(said.length > 0 ? [{ role: 'assistant', content: said } as const] : []),
    ...rest,
  ];
}

function keptCalls(messages: readonly Message[], keepTools: readonly string[]): Message[] {
  const blocks = messages.flatMap(({ content }) => content);
  const results = blocks.filter((block): block is ToolResultBlock => block.type === 'tool_result' && !block.is_error);
  const pairs = blocks
    .filter((block): block is ToolUseBlock => block.type === 'tool_use' && keepTools.includes(block.name))
    .flatMap((call) => {
      const result = results.find(({ tool_use_id: id }) => id === call.id);
      return result === undefined ? [] : [{ call, result }];
    });
  if (pairs.length === 0) return [];
  return [
    { role: 'user', content: [{ type: 'text', text: stillHolds }] },
    { role: 'assistant', content: pairs.map(({ call }) => call) },
    { role: 'user', content: pairs.map(({ result }) => result) },
  ];
}

const stillHolds = '(What was loaded before still holds.)';
