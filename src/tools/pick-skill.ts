import { distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { BylawError } from '../errors.ts';
import type { Skill } from '../skills/skill.ts';

/** An enum of more names costs more tokens than it saves, and each change of it is a miss of the whole prompt cache. */
const longestEnum = 60;
const suggested = 5;
const longestName = 64;

/** The `name` of a skill in a tool's input: one of the visible ones while they are few, otherwise any text. */
export function skillNameSchema(skills: readonly Skill[]): z.ZodType<string> {
  const described = 'The name of the skill, as the list of skills has it.';
  const [first, ...rest] = skills.map(({ name }) => name).sort();
  if (first === undefined || skills.length > longestEnum) {
    return z.string().trim().min(1, 'must be the name of a skill').max(200).describe(described);
  }
  // The schema tells the model the names; what it sends is checked by `pickSkill`, whose message can suggest one.
  return z
    .string()
    .trim()
    .min(1, 'must be the name of a skill')
    .max(200)
    .meta({ description: described, enum: [first, ...rest] });
}

/** Throws `tool_input` with the nearest names; a skill that is not visible is named nowhere. */
export function pickSkill(skills: readonly Skill[], name: string): Skill {
  const wanted = name.toLowerCase();
  const skill = skills.find((candidate) => candidate.name === name || candidate.name.toLowerCase() === wanted);
  if (skill !== undefined) return skill;
  const near = skills
    .map((candidate) => ({ name: candidate.name, far: farFrom(candidate.name, wanted) }))
    .sort((a, b) => a.far - b.far || (a.name < b.name ? -1 : 1))
    .slice(0, suggested);
  const shown = JSON.stringify(name.slice(0, longestName));
  throw new BylawError(
    'tool_input',
    `There is no skill named ${shown}. The nearest names: ${near.map((each) => each.name).join(', ')}.`,
  );
}

/** 0 for the same name; a part of a name is nearer than another spelling of it. */
function farFrom(name: string, wanted: string): number {
  const candidate = name.toLowerCase();
  if (candidate.includes(wanted) || wanted.includes(candidate)) return 1;
  return 1 + distance(candidate, wanted);
}
