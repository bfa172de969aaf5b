import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runBylaw, temporaryFolder } from '../support/run-bylaw.ts';

const skillText = (name: string, more = '') =>
  `---\nname: ${name}\ndescription: Sums up travel rules for a trip. Use when someone plans one.\n${more}---\nAsk, then answer.\n`;

function put(root: string, name: string, text: string): void {
  mkdirSync(join(root, name), { recursive: true });
  writeFileSync(join(root, name, 'SKILL.md'), text);
}

test('skills check prints findings by file and exits with 1 on errors only', async (t) => {
  const cwd = temporaryFolder(t);
  put(join(cwd, 'mine'), 'good', skillText('good'));
  const fine = await runBylaw(['skills', 'check', 'mine'], { cwd });
  assert.deepEqual([fine.status, fine.stdout], [0, 'good/SKILL.md: ok\n1 skill, 0 errors, 0 warnings\n']);
  put(join(cwd, 'mine'), 'other', skillText('other', 'version: 1\n'));
  const bad = await runBylaw(['skills', 'check', 'mine'], { cwd });
  assert.equal(bad.status, 1);
  assert.match(bad.stdout, /^good\/SKILL\.md: ok\nother\/SKILL\.md\n {2}line 4: error: version is not a field/);
  const json = JSON.parse((await runBylaw(['skills', 'check', 'mine', '--json'], { cwd })).stdout);
  assert.deepEqual([json.skills, json.errors, json.warnings, json.findings[0].file], [2, 1, 0, 'other/SKILL.md']);
});

test('skills check goes through all roots, of which one is missing and two share a name', async (t) => {
  const cwd = temporaryFolder(t);
  writeFileSync(join(cwd, 'bylaw.yaml'), 'skills:\n  roots: [a/skills, gone, b/skills]\n');
  put(join(cwd, 'a/skills'), 'demo', skillText('demo'));
  put(join(cwd, 'b/skills'), 'demo', skillText('demo'));
  put(join(cwd, 'b/skills'), 'own', skillText('own'));
  const { status, stdout, stderr } = await runBylaw(['skills', 'check'], { cwd });
  assert.equal(status, 1, stderr);
  assert.deepEqual(stdout.split('\n'), [
    'a/skills/demo/SKILL.md: ok',
    'b/skills/demo/SKILL.md',
    '  warning: demo is also the name of a/skills/demo, which comes first: b/skills/demo is not used',
    'b/skills/own/SKILL.md: ok',
    'gone',
    '  error: there is no such folder; create it, or correct skills.roots in bylaw.yaml',
    '3 skills, 1 error, 1 warning',
    '',
  ]);
});

test('doctor says that a folder of skills is missing and what to do', async (t) => {
  const cwd = temporaryFolder(t);
  mkdirSync(join(cwd, 'policies'));
  writeFileSync(join(cwd, 'bylaw.yaml'), 'sources: [{ folder: policies }]\nskills:\n  roots: [mine, gone]\n');
  put(join(cwd, 'mine'), 'demo', skillText('demo'));
  const { status, stdout } = await runBylaw(['doctor', '--json'], { cwd });
  assert.equal(status, 1);
  const { name, ok, detail, fix } = JSON.parse(stdout).checks.find(
    (check: { name: string }) => check.name === 'skills',
  );
  assert.deepEqual(
    [name, ok, fix],
    ['skills', false, 'create it, or correct skills.roots in bylaw.yaml ([] for none)'],
  );
  assert.match(detail, /^1 in .*; there is no folder [^,]*gone$/);
});

test('skills list says what each costs and which of two with one name is used', async (t) => {
  const cwd = temporaryFolder(t);
  writeFileSync(join(cwd, 'bylaw.yaml'), 'skills:\n  roots: [ours, theirs]\n');
  put(join(cwd, 'ours'), 'demo', skillText('demo'));
  put(join(cwd, 'theirs'), 'demo', skillText('demo'));
  writeFileSync(join(cwd, 'ours', 'demo', 'rules.md'), 'a'.repeat(350));
  writeFileSync(join(cwd, 'ours', 'demo', 'run.mjs'), 'a'.repeat(350));
  const { status, stdout, stderr } = await runBylaw(['skills', 'list'], { cwd });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^demo +20 +6 +100 .*ours$/m);
  assert.match(stderr, /warning: demo\/SKILL\.md: not used: another skill named demo comes first, in ours\/demo/);
  const json = JSON.parse((await runBylaw(['skills', 'list', '--json'], { cwd })).stdout);
  assert.deepEqual(json.skills[0].tokens, { line: 20, body: 6, files: 100 });
  assert.equal(json.catalog.shortened, false);
});

test('a wrong word exits with 2 and says what is right', async (t) => {
  const cwd = temporaryFolder(t);
  for (const args of [['skills'], ['skills', 'lst'], ['skills', 'list', 'x'], ['skills', 'check', 'nowhere']]) {
    const { status, stderr } = await runBylaw(args, { cwd });
    assert.equal(status, 2, stderr);
    assert.match(stderr, /usage: bylaw skills check|is not a folder/);
  }
});
