import type { AnswerSkills } from '../../src/answer/answer-skills.ts';
import type { Model } from '../../src/models/model.ts';
import type { Skill } from '../../src/skills/skill.ts';
import { type ShelfOptions, skillOf, stubShelf } from '../tools/stub-skills.ts';
import { createWorld, type WorldOptions } from './answering-world.ts';
import { callTool, createScriptedModel, resultsIn, type Step } from './scripted-model.ts';

export interface SkillWorldOptions extends ShelfOptions, Partial<Omit<WorldOptions, 'skills'>> {
  /** May be changed; `refresh` makes the change count. */
  readonly list?: Skill[];
  readonly modelFor?: (skill: Skill) => Model | undefined;
}

export const leave = skillOf('leave-check', { files: ['scripts/half.mjs'], body: 'Search, then run half.mjs.' });

/** What the stub script prints: half of the days that the input has, with the source that it names. */
export function half(input: unknown) {
  const { days } = input as { days: { value: number; source?: string } };
  const steps = [{ text: `${days.value} days × 1/2 = ${days.value / 2} days`, sources: [days.source] }];
  return { stdout: JSON.stringify({ remaining: days.value / 2, steps }) };
}

/** The answering side with skills in memory, on a scripted model. */
export function createSkillWorld(steps: readonly Step[], options: SkillWorldOptions = {}) {
  const { list = [leave], modelFor = () => undefined, ...more } = options;
  const script = createScriptedModel(steps);
  const { shelf } = stubShelf(list, { scripts: { 'leave-check/half.mjs': half }, ...more });
  const skills: AnswerSkills = {
    ...shelf,
    offer: async (viewer, started) => ({ ...(await shelf.offer(viewer, started)), modelFor }),
  };
  return { ...createWorld({ model: script.model, ...more, skills }), script };
}

export const load = (name = 'leave-check', input: object = {}) => ({
  stopReason: 'tool_use',
  content: [callTool('load_skill', { name, ...input })],
});

/** Runs the stub script with the figure of the first retrieved passage that holds `quoted`. */
export function runHalf(quoted: string, value = 20): Step {
  return ({ messages }) => {
    const passage = resultsIn(messages).find(({ content }) => content.some(({ text }) => text.includes(quoted)));
    return runScript({ days: { value, source: passage?.source } });
  };
}

export function runScript(input: unknown) {
  return {
    stopReason: 'tool_use',
    content: [callTool('run_skill_script', { name: 'leave-check', script: 'scripts/half.mjs', input })],
  };
}
