import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import type { TestContext } from 'node:test';
import { silentLog } from '../../src/log.ts';
import { createScriptRunner, type ScriptRunnerOptions } from '../../src/skills/run-script.ts';
import type { ScriptRunner, Skill } from '../../src/skills/skill.ts';

interface Ending {
  after: TestContext['after'];
}

/** A folder that everyone may read, gone after the test. */
export function openFolder(t: Ending): string {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-skill-'));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  chmodSync(folder, 0o755);
  return folder;
}

/** A skill of these files, as the catalog would describe it. */
export function writeSkill(folder: string, files: Readonly<Record<string, string>>, name = 'sample-skill'): Skill {
  for (const [file, content] of Object.entries({ 'SKILL.md': `---\nname: ${name}\n---\n`, ...files })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  return {
    name,
    description: 'Sample. Use in tests.',
    body: '',
    folder,
    files: Object.keys(files).toSorted(),
    version: JSON.stringify(files),
    allowedTools: [],
    settings: { visibility: 'everyone', pinned: false, private: false, isolated: false },
  };
}

export function scriptRunner(t: Ending, options: Partial<ScriptRunnerOptions> = {}): ScriptRunner {
  const runner = createScriptRunner({
    log: silentLog,
    nodePath: process.execPath,
    now: () => performance.now(),
    ...options,
  });
  t.after(() => runner.stop());
  return runner;
}

/** Why tests of the real sandbox are skipped on this machine; false where it works. */
export async function withoutSandbox(): Promise<string | false> {
  const runner = createScriptRunner({ log: silentLog, nodePath: process.execPath, now: () => performance.now() });
  const report = await runner.check();
  await runner.stop();
  return report.ok ? false : `${report.detail} ${report.fix ?? ''}`;
}

/** Why a script of this name can't be tried on this machine; false where it can. */
export function withoutInterpreter(file: string): string | false {
  return file.endsWith('.py') && !existsSync('/usr/bin/python3')
    ? 'the Debian package python3 is not installed'
    : false;
}
