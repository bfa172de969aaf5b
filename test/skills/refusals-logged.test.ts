import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createLog } from '../../src/log.ts';
import { loggedPath } from '../../src/skill-refusal.ts';
import { readSkillFile } from '../../src/skills/read-skill-file.ts';
import type { Skill } from '../../src/skills/skill.ts';
import { createReadSkillFile } from '../../src/tools/read-skill-file.ts';
import { viewer } from '../answer/small-handbook.ts';
import { openFolder, scriptRunner, withoutSandbox, writeSkill } from '../support/skill-folder.ts';

const skip = await withoutSandbox();
const signal = new AbortController().signal;

function openLog() {
  const lines: string[] = [];
  const log = createLog({ level: 'info', write: (line) => lines.push(line), now: () => new Date(0) });
  const entries = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { log, entries, whole: () => lines.join('') };
}

test('a script that is refused is named in the log with the reason, and its input is not', async (t) => {
  const skill = writeSkill(openFolder(t), {
    'scripts/a.rb': '',
    'scripts/lines.sh': 'echo\r\n',
    'scripts/strict.mjs': '',
    'scripts/broken.mjs': '',
    'assets/strict.schema.json': '{"type":"object","properties":{"days":{"type":"number"}}}',
    'assets/broken.schema.json': '{',
  });
  const { log, entries, whole } = openLog();
  const runner = scriptRunner(t, { log });
  const input = { days: 'confidential' };
  for (const script of ['gone.mjs', '../../x\nforged', 'a.rb', 'lines.sh', 'strict.mjs', 'broken.mjs', 'y'.repeat(300)])
    await assert.rejects(runner.run({ skill, script, input, signal }), { code: 'tool_input' });
  assert.deepEqual(
    entries().map((entry) => [entry.level, entry.event, entry.skill, entry.script, entry.reason]),
    [
      ['gone.mjs', 'unknown_path'],
      ['../../xforged', 'escaping_path'],
      ['a.rb', 'unknown_extension'],
      ['lines.sh', 'windows_lines'],
      ['strict.mjs', 'input_unfit'],
      ['broken.mjs', 'schema_unusable'],
      ['y'.repeat(100), 'unknown_path'],
    ].map((each) => ['warn', 'skills.refused', 'sample-skill', ...each]),
  );
  assert.ok(!whole().includes('confidential'));
});

test('a script that failed or was ended is a warning with the reason, without what it printed', { skip }, async (t) => {
  const skill = writeSkill(openFolder(t), {
    'scripts/fails.sh': 'echo confidential; exit 3',
    'scripts/hangs.sh': 'echo confidential; while :; do :; done',
    'scripts/floods.sh': 'while :; do echo confidential; done',
  });
  const { log, entries, whole } = openLog();
  const patient = scriptRunner(t, { log });
  const hasty = scriptRunner(t, { log, limits: { timeoutMs: 300 } });
  for (const script of ['fails.sh', 'floods.sh']) await patient.run({ skill, script, input: {}, signal });
  await hasty.run({ skill, script: 'hangs.sh', input: {}, signal });
  assert.deepEqual(
    entries().map(({ level, script, reason }) => [level, script, reason]),
    [
      ['warn', 'scripts/fails.sh', 'exit'],
      ['warn', 'scripts/floods.sh', 'output'],
      ['warn', 'scripts/hangs.sh', 'timeout'],
    ],
  );
  assert.ok(!whole().includes('confidential'));
});

test('a file that is refused is named in the log with the reason', async (t) => {
  const folder = openFolder(t);
  const written = writeSkill(join(folder, 'skill'), {
    'assets/a.bin': 'a\0',
    'assets/large.md': 'x'.repeat(65 * 1024),
  });
  writeFileSync(join(folder, 'outside.md'), 'confidential');
  symlinkSync('../../outside.md', join(written.folder, 'assets/link.md'));
  const skill: Skill = { ...written, files: [...written.files, 'assets/link.md', 'assets/deleted.md'] };
  const { log, entries } = openLog();
  const tool = createReadSkillFile({ skills: [skill], readFile: readSkillFile, log });
  const asked = ['gone.md', '/etc/passwd', 'assets/link.md', 'assets/a.bin', 'assets/large.md', 'assets/deleted.md'];
  for (const path of asked) {
    const input = { name: skill.name, path };
    await assert.rejects(async () => tool.run(input, { viewer, signal, idempotencyKey: 'k' }), { code: 'tool_input' });
  }
  const reasons = ['unknown_path', 'escaping_path', 'escaping_path', 'not_text', 'file_too_large', 'unreadable'];
  assert.deepEqual(
    entries().map(({ level, event, skill: name, file, reason }) => [level, event, name, file, reason]),
    asked.map((path, i) => ['warn', 'skills.refused', 'sample-skill', path, reasons[i]]),
  );
});

test('a path in the log holds no control or bidirectional characters', () => {
  assert.equal(loggedPath('a\u202eb\u001b[31m\u2028c'), 'ab[31mc');
});
