import assert from 'node:assert/strict';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { locateScript } from '../../src/skills/locate-script.ts';
import { openFolder, writeSkill } from '../support/skill-folder.ts';

test('a script is found by its name with or without the folder, whatever its mode', async (t) => {
  const skill = writeSkill(openFolder(t), { 'scripts/a.mjs': '', 'scripts/deep/b.ts': '' });
  for (const script of ['a.mjs', 'scripts/a.mjs'])
    assert.deepEqual(await locateScript(skill, script), {
      path: 'scripts/a.mjs',
      interpreter: ['/opt/node'],
      memoryBytes: 2 ** 31,
    });
  assert.equal((await locateScript(skill, 'deep/b.ts')).path, 'scripts/deep/b.ts');
});

test('the extension decides the interpreter', async (t) => {
  const files = ['a.js', 'a.cjs', 'a.sh', 'a.py'].filter(
    (file) => !file.endsWith('py') || existsSync('/usr/bin/python3'),
  );
  const skill = writeSkill(openFolder(t), Object.fromEntries(files.map((file) => [`scripts/${file}`, ''])));
  const found = await Promise.all(files.map((file) => locateScript(skill, file)));
  assert.deepEqual(
    found.map(({ interpreter }) => interpreter.join(' ')),
    ['/opt/node', '/opt/node', '/usr/bin/bash', '/usr/bin/python3 -I'].slice(0, files.length),
  );
});

test('what is no script of the skill is refused with what there is, and no path of the host', async (t) => {
  const folder = openFolder(t);
  writeFileSync(join(folder, 'outside.mjs'), '');
  const skill = writeSkill(join(folder, 'skill'), { 'scripts/a.mjs': '', 'references/b.mjs': '' });
  symlinkSync('../../outside.mjs', join(skill.folder, 'scripts/link.mjs'));
  symlinkSync(folder, join(skill.folder, 'scripts/up'));
  const linked = { ...skill, files: [...skill.files, 'scripts/link.mjs', 'scripts/up/outside.mjs', 'scripts/up'] };
  for (const script of [
    ...['../a.mjs', '../../outside.mjs', 'scripts/../references/b.mjs', join(folder, 'outside.mjs'), 'b.mjs', ''],
    ...['link.mjs', 'up/outside.mjs', 'up', 'a.mjs\0', './a.mjs', 'A.MJS', 'scripts\\a.mjs', '-e', '__proto__'],
  ])
    await assert.rejects(locateScript(linked, script), (error: Error) => {
      assert.match(error.message, /^That is no script of the skill sample-skill\. Its scripts: scripts\/a\.mjs, /);
      return !error.message.includes(folder);
    });
});

test('a folder of scripts that is a link to elsewhere has no scripts', async (t) => {
  const folder = openFolder(t);
  const other = writeSkill(join(folder, 'other'), { 'scripts/a.mjs': '' });
  const skill = writeSkill(join(folder, 'skill'), {});
  symlinkSync(join(other.folder, 'scripts'), join(skill.folder, 'scripts'));
  await assert.rejects(locateScript({ ...skill, files: ['scripts/a.mjs'] }, 'a.mjs'), { code: 'tool_input' });
});

test('other languages are refused by their extension', async (t) => {
  const skill = writeSkill(openFolder(t), { 'scripts/a.rb': '', 'scripts/run': '' });
  for (const script of ['a.rb', 'run'])
    await assert.rejects(locateScript(skill, script), { code: 'tool_input', message: /end in \.mjs, .*\.py, \.sh\.$/ });
});

test('a shell script with Windows line ends is refused with the reason', async (t) => {
  const skill = writeSkill(openFolder(t), { 'scripts/a.sh': 'echo one\r\necho two\r\n' });
  await assert.rejects(locateScript(skill, 'a.sh'), {
    code: 'tool_input',
    message: "scripts/a.sh of the skill sample-skill has Windows line ends, which bash can't run. Save it with LF.",
  });
});
