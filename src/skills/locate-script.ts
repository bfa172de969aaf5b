import { accessSync, constants } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { pointsOutside, type RefusalReason, SkillRefusal } from '../skill-refusal.ts';
import { nodeInside } from './sandbox-command.ts';
import type { Skill } from './skill.ts';

export interface LocatedScript {
  /** Relative to the skill's folder: `scripts/compute.mjs`. */
  readonly path: string;
  /** The interpreter as it is called inside the sandbox. */
  readonly interpreter: readonly string[];
  readonly memoryBytes: number;
}

interface Interpreter {
  readonly argv: readonly string[];
  readonly memoryBytes: number;
  /** Where the host has it; absent for Node, which comes with the bot. */
  readonly needs?: { readonly file: string; readonly debianPackage: string };
}

const mebibyte = 2 ** 20;
const node: Interpreter = { argv: [nodeInside], memoryBytes: 2048 * mebibyte };
const python: Interpreter = {
  argv: ['/usr/bin/python3', '-I'],
  memoryBytes: 512 * mebibyte,
  needs: { file: '/usr/bin/python3', debianPackage: 'python3' },
};
const bash: Interpreter = {
  argv: ['/usr/bin/bash'],
  memoryBytes: 512 * mebibyte,
  needs: { file: '/usr/bin/bash', debianPackage: 'bash' },
};
const interpreters: ReadonlyMap<string, Interpreter> = new Map([
  ['.mjs', node],
  ['.js', node],
  ['.cjs', node],
  ['.ts', node],
  ['.py', python],
  ['.sh', bash],
]);

/** Of the scripts that have an interpreter. */
export const runnableExtensions: readonly string[] = [...interpreters.keys()];

/** What is missing on this host to run a file of this extension. */
export function missingInterpreter(extension: string): string | undefined {
  const { needs } = interpreters.get(extension) ?? {};
  if (needs === undefined) return undefined;
  try {
    accessSync(needs.file, constants.X_OK);
    return undefined;
  } catch {
    return `its interpreter is missing. Install the Debian package ${needs.debianPackage} where the bot runs.`;
  }
}

/**
 * Finds a script by its name below `scripts/`, with or without that prefix.
 * Throws `tool_input`, without a path of the host, for anything else, also for links that lead out of the skill.
 */
export async function locateScript(skill: Skill, script: string): Promise<LocatedScript> {
  const path = script.startsWith('scripts/') ? script : `scripts/${script}`;
  if (!skill.files.includes(path)) throw unknownScript(skill, pointsOutside(script) ? 'escaping_path' : 'unknown_path');
  if (!(await liesWithin(skill.folder, path))) throw unknownScript(skill, 'escaping_path');
  const interpreter = interpreters.get(extname(path));
  if (interpreter === undefined)
    throw new SkillRefusal(
      'unknown_extension',
      `${path} of the skill ${skill.name} can't be run: scripts end in ${extensions()}.`,
    );
  const missing = missingInterpreter(extname(path));
  if (missing !== undefined) throw new SkillRefusal('no_interpreter', `${path} can't be run: ${missing}`);
  if (interpreter === bash) await mustHaveUnixLines(skill, path);
  return { path, interpreter: interpreter.argv, memoryBytes: interpreter.memoryBytes };
}

async function liesWithin(folder: string, path: string): Promise<boolean> {
  try {
    const [root, real] = await Promise.all([realpath(join(folder, 'scripts')), realpath(join(folder, path))]);
    const own = root === join(await realpath(folder), 'scripts');
    return own && real.startsWith(root + sep) && (await stat(real)).isFile();
  } catch {
    return false;
  }
}

async function mustHaveUnixLines(skill: Skill, path: string): Promise<void> {
  if (!(await readFile(join(skill.folder, path))).includes('\r\n')) return;
  const message = `${path} of the skill ${skill.name} has Windows line ends, which bash can't run. Save it with LF.`;
  throw new SkillRefusal('windows_lines', message);
}

function unknownScript(skill: Skill, reason: RefusalReason): SkillRefusal {
  const scripts = skill.files.filter((file) => file.startsWith('scripts/') && interpreters.has(extname(file)));
  const known = scripts.length === 0 ? 'It has none.' : `Its scripts: ${scripts.slice(0, 20).join(', ')}.`;
  return new SkillRefusal(reason, `That is no script of the skill ${skill.name}. ${known}`);
}

function extensions(): string {
  return runnableExtensions.join(', ');
}
