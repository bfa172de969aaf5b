import { createHash } from 'node:crypto';
import type { ToolUseBlock } from '../models/model.ts';
import type { Skill } from '../skills/skill.ts';
import type { OpenTurn } from './conversation.ts';
import { toPendingCall } from './run-tools.ts';

/**
 * Begins a turn with the call by which a model would load the skill, so that one started by a person takes the same way,
 * byte for byte. `moment` tells the call from any other of the conversation.
 */
export function beginWithSkill(turn: OpenTurn, skill: Skill, moment: string): void {
  const id = `toolu_${createHash('sha256').update(`${moment}\0${skill.name}`).digest('hex').slice(0, 24)}`;
  const call: ToolUseBlock = { type: 'tool_use', id, name: 'load_skill', input: { name: skill.name } };
  turn.messages.push({ role: 'assistant', content: [call] });
  turn.pending = [toPendingCall(call)];
}
