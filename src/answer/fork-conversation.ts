import type { Conversation } from './conversation.ts';

/**
 * A conversation of its own with the first finished turns of another, which stays as it is. What of skills was loaded in
 * later turns is left behind, and so is a turn that is still open.
 */
export function forkConversation(parent: Conversation, id: string, turns: number): Conversation {
  const kept = structuredClone(parent.turns.slice(0, turns));
  const calls = new Set(
    kept.flatMap(({ messages }) =>
      messages.flatMap(({ content }) => content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))),
    ),
  );
  const skills = (parent.skills ?? []).filter(({ call }) => calls.has(call));
  return {
    ...{ version: 1, id, turns: kept },
    ...(skills.length > 0 ? { skills: structuredClone(skills) } : {}),
    ...(parent.started === undefined ? {} : { started: [...parent.started] }),
  };
}
