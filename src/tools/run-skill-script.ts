import { z } from 'zod';
import { BylawError } from '../errors.ts';
import type { ScriptOutcome, ScriptRunner, Skill } from '../skills/skill.ts';
import { inputSources } from './input-sources.ts';
import { parseToolInput } from './parse-tool-input.ts';
import { pickSkill, skillNameSchema } from './pick-skill.ts';
import { outputBlocks, outputLines, outputSteps } from './script-lines.ts';
import { hasScripts } from './skill-content.ts';
import type { Tool, ToolContent, ToolContext } from './tool.ts';

export interface RunSkillScriptDeps {
  readonly skills: readonly Skill[];
  readonly scripts: Pick<ScriptRunner, 'run'>;
}

/** Runs a script of a skill in the sandbox; only what it prints comes back, as something that can be cited. */
export function createRunSkillScript({ skills, scripts }: RunSkillScriptDeps): Tool {
  const able = skills.filter(hasScripts);
  const schema = z.strictObject({
    name: skillNameSchema(able),
    script: z
      .string()
      .trim()
      .min(1, 'must be a script of the skill, such as scripts/compute.mjs')
      .max(500)
      .describe('The script as the skill lists it, such as scripts/compute.mjs.'),
    input: z
      .record(z.string(), z.unknown())
      .describe(
        'What the script reads, as its schema in assets/ says. Give each figure of a policy with `source`: the source of the search result that it stands in.',
      )
      .default({}),
  });
  return {
    name: 'run_skill_script',
    description,
    inputSchema: z.toJSONSchema(schema, { io: 'input' }),
    effect: 'read',
    run: async (given, context) => {
      const { name, script, input } = parseToolInput('run_skill_script', schema, given);
      const skill = pickSkill(skills, name);
      const outcome = await scripts.run({ skill, script, input, signal: context.signal });
      if (outcome.exitCode !== 0 || outcome.truncated || outcome.ended !== undefined)
        throw failure(skill, script, outcome);
      return toContent(skill, script, input, outcome.stdout, context);
    },
  };
}

const description = `Runs a script of a loaded skill with a JSON input and returns what it prints. It calculates: call it whenever the instructions of a skill name a script for what is asked, and never calculate yourself.
Search first: each figure of a policy in the input needs the source of the passage that it stands in, or the result can't be cited. Facts about the person come from the person: ask for what is missing instead of assuming it.`;

function toContent(
  skill: Skill,
  script: string,
  input: unknown,
  stdout: string,
  { skills: session }: ToolContext,
): ToolContent[] {
  const lines = outputLines(stdout);
  if (lines.length === 0) return [{ type: 'text', text: 'Exit code 0, nothing was printed.' }];
  const sources = inputSources(input);
  const path = script.replace(/^(?:\.\/)?scripts\//, '');
  const source = `script://${skill.name}/${path}#${session?.callId ?? 'call'}`;
  session?.noteRun({
    ...{ source, skill: skill.name, version: skill.version, script: path, sources, lines },
    steps: outputSteps(stdout),
  });
  const advice = sources.length > 0 ? citable : uncitable;
  return [
    {
      type: 'search_result',
      source,
      title: `Calculation: ${skill.name}`,
      content: outputBlocks(lines).map((text) => ({ type: 'text', text })),
      citations: { enabled: true },
    },
    { type: 'text', text: `Exit code 0. ${advice}` },
  ];
}

const citable = 'Cite these lines for what was calculated.';
const uncitable =
  'No figure in the input names the passage that it stands in, so this can’t be cited: give each one its `source` and run it again.';

function failure(skill: Skill, script: string, { exitCode, ended, stdout, stderr, truncated }: ScriptOutcome) {
  const why = ended === undefined ? `exit code ${exitCode ?? 'unknown'}` : endings[ended];
  const parts = [
    `${script} of the skill ${skill.name} failed: ${why}. Nothing of it may be used as a result.`,
    stdout === '' ? '' : `It printed${truncated ? ' (cut)' : ''}: ${stdout.slice(0, shownChars)}`,
    stderr === undefined || stderr === '' ? '' : `It complained: ${stderr}`,
  ];
  return new BylawError('tool_input', parts.filter((part) => part !== '').join('\n'));
}

const shownChars = 2000;

const endings: Readonly<Record<NonNullable<ScriptOutcome['ended']>, string>> = {
  timeout: 'it took too long and was ended',
  output: 'it printed more than it may and was ended',
  memory: 'it took more memory than it may and was ended',
  cancelled: 'it was cancelled',
};
