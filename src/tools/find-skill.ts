import { z } from 'zod';
import type { Skill } from '../skills/skill.ts';
import { parseToolInput } from './parse-tool-input.ts';
import type { Tool } from './tool.ts';

export interface FindSkillDeps {
  readonly skills: readonly Skill[];
  /** Those of the given skills that fit, the best first. */
  readonly find: FindSkills;
}

export type FindSkills = (query: string, skills: readonly Skill[], signal: AbortSignal) => Promise<readonly Skill[]>;

const shown = 8;
const shownChars = 300;

/** Searches the descriptions of all skills, where there are too many to list them in full. */
export function createFindSkill({ skills, find }: FindSkillDeps): Tool {
  const schema = z.strictObject({
    query: z
      .string()
      .trim()
      .min(1, 'must not be empty: say what the person wants to do')
      .max(1000)
      .describe('What the person wants to do, in a few words of theirs.'),
  });
  return {
    name: 'find_skill',
    description: `Searches the descriptions of all skills and returns the names that fit best. Call it when the question may need a procedure and the shortened list of skills doesn't tell which. Load what fits with load_skill.`,
    inputSchema: z.toJSONSchema(schema, { io: 'input' }),
    effect: 'read',
    run: async (given, { signal }) => {
      const { query } = parseToolInput('find_skill', schema, given);
      const found = (await find(query, skills, signal)).slice(0, shown);
      const lines = found.map(({ name, description }) => `- ${name}: ${oneLine(description)}`);
      return [{ type: 'text', text: lines.length > 0 ? lines.join('\n') : 'No skill fits. Answer from the policies.' }];
    },
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, shownChars);
}
