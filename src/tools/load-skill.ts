import { z } from 'zod';
import type { Skill } from '../skills/skill.ts';
import { parseToolInput } from './parse-tool-input.ts';
import { pickSkill, skillNameSchema } from './pick-skill.ts';
import { alreadyLoaded, skillContent } from './skill-content.ts';
import type { Tool } from './tool.ts';

export interface LoadSkillDeps {
  /** Those that the model may load, sorted by name; at least one. */
  readonly skills: readonly Skill[];
  /** Why scripts can't run here; absent where they can. */
  readonly scriptsOff?: string;
}

/** A skill in a context of its own searches and calculates before it has a result. */
const aloneTimeoutMs = 60_000;

/** Gives a skill's instructions once a conversation, or has it followed apart from the conversation where it asks for that. */
export function createLoadSkill({ skills, scriptsOff }: LoadSkillDeps): Tool {
  const alone = skills.some(runsAlone);
  const shape = { name: skillNameSchema(skills) };
  const schema = alone ? z.strictObject({ ...shape, task }) : z.strictObject(shape);
  const input = z.object({ ...shape, task });
  return {
    name: 'load_skill',
    description: alone ? `${description}\n${aloneDescription}` : description,
    inputSchema: z.toJSONSchema(schema, { io: 'input' }),
    effect: 'read',
    ...(alone ? { timeoutMs: aloneTimeoutMs } : {}),
    run: async (given, { skills: session }) => {
      const { name, task } = parseToolInput('load_skill', input, given);
      const skill = pickSkill(skills, name);
      if (runsAlone(skill) && session !== undefined) return session.runAlone(skill, task);
      const content = skillContent(skill, scriptsOff);
      const isNew = session?.activate(skill, content) ?? true;
      return [{ type: 'text', text: isNew ? content : alreadyLoaded(skill) }];
    },
  };
}

/** Whether a skill is followed apart from the conversation that asks for it. */
export function runsAlone({ settings }: Skill): boolean {
  return settings.isolated || settings.model !== undefined;
}

const task = z
  .string()
  .trim()
  .min(1)
  .max(4000)
  .describe(
    'What the skill is to find out, with every fact from the conversation that it needs. For skills that run on their own.',
  )
  .optional();

const description = `Loads a skill: the company's written procedure for a kind of question. Returns its instructions; follow them for this answer.
Call it when the question is one that the list of skills names, before you search, once for each skill that applies. Don't call it for greetings, for plain questions about what a policy says, or again for a skill that is loaded.`;

const aloneDescription =
  'Some skills run on their own and return a result instead of instructions; give those the task and every fact that they need.';
