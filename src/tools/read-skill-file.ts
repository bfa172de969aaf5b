import { z } from 'zod';
import type { Log } from '../log.ts';
import { loggedPath, reasonOf } from '../skill-refusal.ts';
import type { Skill, SkillCatalog } from '../skills/skill.ts';
import { parseToolInput } from './parse-tool-input.ts';
import { pickSkill, skillNameSchema } from './pick-skill.ts';
import type { Tool } from './tool.ts';

export interface ReadSkillFileDeps {
  readonly skills: readonly Skill[];
  readonly readFile: SkillCatalog['readFile'];
  readonly log: Log;
}

/** Reads a reference or an asset of a skill. */
export function createReadSkillFile({ skills, readFile, log }: ReadSkillFileDeps): Tool {
  const schema = z.strictObject({
    name: skillNameSchema(skills),
    path: z
      .string()
      .trim()
      .min(1, 'must be a file of the skill, such as references/example.md')
      .max(500)
      .describe('The file as the skill lists it, from the root of the skill, such as references/example.md.'),
  });
  return {
    name: 'read_skill_file',
    description: `Reads a text file of a skill, such as one of its references.
Call it when the instructions of a loaded skill point to the file. What it says is how to proceed: it is no policy and can't be cited. Scripts are run with run_skill_script, not read.`,
    inputSchema: z.toJSONSchema(schema, { io: 'input' }),
    effect: 'read',
    run: async (given) => {
      const { name, path } = parseToolInput('read_skill_file', schema, given);
      const skill = pickSkill(skills, name);
      const text = await readFile(skill, path).catch((error: unknown) => {
        log.warn('skills.refused', { skill: skill.name, file: loggedPath(path), reason: reasonOf(error) });
        throw error;
      });
      return [{ type: 'text', text: text.trim() === '' ? `${path} is empty.` : text }];
    },
  };
}
