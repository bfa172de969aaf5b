import assert from 'node:assert/strict';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { createSandboxStage } from '../../src/skills/sandbox-stage.ts';
import { openFolder, scriptRunner, withoutSandbox, writeSkill } from '../support/skill-folder.ts';

const skip = await withoutSandbox();
const isRoot = process.geteuid?.() === 0;

test('what everyone may read is used where it is', async (t) => {
  const skill = writeSkill(openFolder(t), { 'scripts/a.mjs': '' });
  const stage = createSandboxStage({ root: true, nodePath: join(skill.folder, 'scripts/a.mjs') });
  t.after(() => stage.remove());
  chmodSync(join(skill.folder, 'scripts/a.mjs'), 0o755);
  assert.equal(await stage.folder(skill), realpathSync(skill.folder));
  assert.equal(await stage.node(), realpathSync(join(skill.folder, 'scripts/a.mjs')));
});

test('a bot that is not root copies nothing, since the sandbox starts as the same user', async (t) => {
  const skill = writeSkill(openFolder(t), { 'scripts/a.mjs': '' });
  chmodSync(skill.folder, 0o700);
  const stage = createSandboxStage({ root: false, nodePath: join(skill.folder, 'scripts/a.mjs') });
  assert.equal(await stage.folder(skill), realpathSync(skill.folder));
  assert.equal(await stage.node(), realpathSync(join(skill.folder, 'scripts/a.mjs')));
});

test('a closed folder is copied once for each version, without what links lead to, and removed at the end', async (t) => {
  const outer = openFolder(t);
  writeFileSync(join(outer, 'secret.txt'), 'planted');
  const skill = writeSkill(join(outer, 'skill'), { 'scripts/deep/a.mjs': 'one', 'assets/b.json': '{}' });
  for (const file of ['scripts/deep/a.mjs', 'assets/b.json']) chmodSync(join(skill.folder, file), 0o600);
  symlinkSync('../../secret.txt', join(skill.folder, 'assets/link.txt'));
  symlinkSync('b.json', join(skill.folder, 'assets/inner.json'));
  chmodSync(skill.folder, 0o700);
  const linked = { ...skill, files: [...skill.files, 'assets/link.txt', 'assets/inner.json', 'assets/gone.txt'] };
  const stage = createSandboxStage({ root: true, nodePath: process.execPath });
  t.after(() => stage.remove());

  const copy = await stage.folder(linked);
  assert.equal(await stage.folder(linked), copy);
  assert.equal(readFileSync(join(copy, 'scripts/deep/a.mjs'), 'utf8'), 'one');
  assert.equal(readFileSync(join(copy, 'assets/inner.json'), 'utf8'), '{}');
  assert.equal(existsSync(join(copy, 'assets/link.txt')), false);
  for (const open of ['', 'scripts', 'scripts/deep']) assert.equal(statSync(join(copy, open)).mode & 0o777, 0o755);
  assert.equal(statSync(join(copy, 'scripts/deep/a.mjs')).mode & 0o777, 0o644);

  writeFileSync(join(skill.folder, 'scripts/deep/a.mjs'), 'two');
  const next = await stage.folder({ ...linked, version: 'two' });
  assert.equal(readFileSync(join(next, 'scripts/deep/a.mjs'), 'utf8'), 'two');
  await stage.remove();
  assert.deepEqual([existsSync(copy), existsSync(next)], [false, false]);
});

test('a closed program is copied and not given a second name, since names share the mode', async (t) => {
  const nodePath = join(openFolder(t), 'node');
  writeFileSync(nodePath, 'program', { mode: 0o700 });
  const stage = createSandboxStage({ root: true, nodePath });
  t.after(() => stage.remove());
  const copy = await stage.node();
  assert.equal(readFileSync(copy, 'utf8'), 'program');
  assert.deepEqual([statSync(copy).mode & 0o777, statSync(nodePath).mode & 0o777], [0o755, 0o700]);
});

test('a closed folder that is too large to copy is refused with the way out', async (t) => {
  const skill = writeSkill(openFolder(t), { 'scripts/a.mjs': '', 'assets/large.bin': '' });
  chmodSync(skill.folder, 0o700);
  truncateSync(join(skill.folder, 'assets/large.bin'), 64 * 2 ** 20 + 1);
  const stage = createSandboxStage({ root: true, nodePath: process.execPath });
  t.after(() => stage.remove());
  await assert.rejects(stage.folder(skill), {
    code: 'tool_input',
    message: /too large to copy\. Let everyone read it/,
  });
});

test('copies of a bot that was killed are removed by the next one', { skip: !existsSync('/var/tmp') }, async (t) => {
  const left = '/var/tmp/bylaw-sandbox-4194305-left';
  mkdirSync(left, { recursive: true });
  const skill = writeSkill(openFolder(t), { 'scripts/a.mjs': '' });
  chmodSync(skill.folder, 0o700);
  const stage = createSandboxStage({ root: true, nodePath: process.execPath });
  t.after(() => stage.remove());
  await stage.folder(skill);
  assert.equal(existsSync(left), false);
});

test('a skill and a Node below a closed folder run all the same', {
  skip: skip || (!isRoot && 'needs root'),
}, async (t) => {
  const outer = openFolder(t);
  const skill = writeSkill(join(outer, 'skill'), {
    'scripts/a.sh': 'id -u',
    'scripts/b.mjs': 'console.log(process.execPath)',
  });
  const nodePath = join(outer, 'node');
  try {
    linkSync(process.execPath, nodePath);
  } catch {
    copyFileSync(process.execPath, nodePath);
  }
  chmodSync(outer, 0o700);
  const runner = scriptRunner(t, { nodePath });
  const signal = new AbortController().signal;
  assert.equal((await runner.run({ skill, script: 'a.sh', input: {}, signal })).stdout, '65534');
  assert.equal((await runner.run({ skill, script: 'b.mjs', input: {}, signal })).stdout, '/opt/node');
});
