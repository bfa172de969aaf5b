import process from 'node:process';
import type { Log } from '../log.ts';
import { loggedPath, reasonOf, SkillRefusal } from '../skill-refusal.ts';
import { locateScript } from './locate-script.ts';
import { checkSandbox, type SandboxReport } from './sandbox-check.ts';
import { nodeInside, sandboxCommand, skillInside } from './sandbox-command.ts';
import { type ProcessResult, runProcess } from './sandbox-process.ts';
import { createSandboxStage } from './sandbox-stage.ts';
import { scriptInput } from './script-input.ts';
import { excerpt, readableOutput } from './script-output.ts';
import type { ScriptOutcome, ScriptRunner, Skill } from './skill.ts';
import { createSlots } from './slots.ts';

export interface ScriptRunnerOptions {
  readonly log: Log;
  /** The Node binary that runs scripts. */
  readonly nodePath: string;
  /** Milliseconds. */
  readonly now: () => number;
  readonly limits?: Partial<ScriptLimits>;
  /** Known secret values, replaced in whatever a script prints: a second line of defence, since none is given to it. */
  readonly secrets?: readonly string[];
}

export interface ScriptLimits {
  readonly timeoutMs: number;
  /** For all processes of one run together. */
  readonly memoryBytes: number;
  /** How many run at once; others queue. */
  readonly concurrent: number;
}

const usual: ScriptLimits = { timeoutMs: 10_000, memoryBytes: 2 ** 30, concurrent: 3 };
const outputBytes = 64 * 1024;
const excerptBytes = 2 * 1024;

/** Runs scripts of skills in bubblewrap, or not at all. */
export function createScriptRunner(options: ScriptRunnerOptions): ScriptRunner {
  const { log, now, secrets = [] } = options;
  const limits = { ...usual, ...options.limits };
  const root = process.geteuid?.() === 0;
  const stage = createSandboxStage({ root, nodePath: options.nodePath });
  const slots = createSlots(limits.concurrent);
  const stopping = new AbortController();
  const running = new Set<Promise<unknown>>();
  let checked: Promise<SandboxReport> | undefined;

  const check = () => {
    checked ??= tracked(checkSandbox({ root, stage, signal: stopping.signal, start: runProcess }));
    return checked;
  };

  const prepare = async (skill: Skill, script: string, input: unknown) => {
    const located = await locateScript(skill, script);
    const stdin = await scriptInput(skill, located.path, input);
    const report = await check();
    if (report.ok) return { located, stdin };
    throw new SkillRefusal('no_sandbox', `Scripts can't run here, so nothing was computed. ${report.detail}`);
  };

  const run: ScriptRunner['run'] = async ({ skill, script, input, signal }) => {
    const { located, stdin } = await prepare(skill, script, input).catch((error: unknown) => {
      log.warn('skills.refused', { skill: skill.name, script: loggedPath(script), reason: reasonOf(error) });
      throw error;
    });
    const either = AbortSignal.any([signal, stopping.signal]);
    const outcome = await slots.use(either, async () => {
      const [folder, nodePath] = await Promise.all([stage.folder(skill), stage.node()]);
      const argv = [...located.interpreter, `${skillInside}/${located.path}`];
      const command = sandboxCommand({ folder, nodePath, argv, memoryBytes: located.memoryBytes }, root);
      const began = now();
      const result = await runProcess(command, { ...limits, stdin, outputBytes, signal: either });
      const failed = result.exitCode !== 0 && result.ended !== 'cancelled';
      log[failed ? 'warn' : 'info']('skills.script', {
        skill: skill.name,
        script: loggedPath(located.path),
        ms: Math.round(now() - began),
        exit: result.exitCode ?? undefined,
        ended: result.ended,
        bytes: result.stdout.length,
        reason: failed ? (result.ended ?? 'exit') : undefined,
      });
      return outcomeOf(
        result,
        secrets,
        new Map([
          [folder, skillInside],
          [nodePath, nodeInside],
        ]),
      );
    });
    return outcome ?? { exitCode: null, stdout: '', truncated: false, ended: 'cancelled' };
  };

  function tracked<T>(work: Promise<T>): Promise<T> {
    const settled = work.catch(() => {}).finally(() => running.delete(settled));
    running.add(settled);
    return work;
  }

  return {
    check,
    run: (request) => tracked(run(request)),
    async stop() {
      stopping.abort();
      await Promise.all(running);
      await stage.remove();
    },
  };
}

function outcomeOf(
  result: ProcessResult,
  secrets: readonly string[],
  hostPaths: ReadonlyMap<string, string>,
): ScriptOutcome {
  const { exitCode, ended } = result;
  const cut = ended !== undefined;
  const readable = (written: Buffer) => readableOutput(written, { bytes: outputBytes, cut, secrets, hostPaths });
  const outcome = {
    exitCode,
    stdout: readable(result.stdout),
    truncated: ended === 'output',
    ...(ended === undefined ? {} : { ended }),
  };
  const stderr = exitCode === 0 ? '' : excerpt(readable(result.stderr), excerptBytes);
  return stderr === '' ? outcome : { ...outcome, stderr };
}
