import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Step {
  readonly text: string;
  readonly sources: readonly string[];
}

export interface Explained {
  readonly steps: readonly Step[];
  readonly warnings: readonly string[];
}

export interface Problem {
  readonly path: string;
  readonly message: string;
}

/** Where a file of a skill lies. */
export function skillFile(skill: string, path: string): URL {
  return new URL(`../../../skills/${skill}/${path}`, import.meta.url);
}

/** An exported function of a skill's module; the modules are plain JavaScript, so their types are said here. */
export async function fromSkill<T>(skill: string, path: string, name: string): Promise<T> {
  const module: Record<string, T> = await import(skillFile(skill, path).href);
  const value = module[name];
  if (value === undefined) throw new Error(`${skill}/${path} does not export ${name}`);
  return value;
}

/** The script as a process: JSON on stdin, JSON on stdout. */
export function runSkillScript(
  skill: string,
  script: string,
  stdin: string,
): { status: number | null; output: unknown } {
  const { status, stdout } = spawnSync(process.execPath, [skillFile(skill, `scripts/${script}`).pathname], {
    input: stdin,
    encoding: 'utf8',
  });
  return { status, output: JSON.parse(stdout) };
}

export function readSchema(skill: string, name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(skillFile(skill, `assets/${name}.schema.json`), 'utf8'));
}

/** What is refused, by the schema or by the script itself. */
export async function problemsOf(
  skill: string,
  name: string,
  run: (input: never) => unknown,
  input: unknown,
): Promise<readonly Problem[]> {
  const checkInput = await fromSkill<(schema: unknown, input: unknown) => void>(
    skill,
    'lib/json-input.mjs',
    'checkInput',
  );
  try {
    checkInput(readSchema(skill, name), input);
    run(input as never);
    return [];
  } catch (error) {
    const { problems } = error as { problems?: readonly Problem[] };
    if (problems === undefined) throw error;
    return problems;
  }
}
