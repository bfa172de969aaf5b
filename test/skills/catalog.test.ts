import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { BylawError } from '../../src/errors.ts';
import { type Log, type LogFields, silentLog } from '../../src/log.ts';
import { createSkillCatalog } from '../../src/skills/catalog.ts';
import type { Skill, SkillCatalog } from '../../src/skills/skill.ts';
import { temporaryFolder } from '../support/run-bylaw.ts';
import { syntheticSkills, writeSkills } from './synthetic-skills.ts';

const skillText = (name: string, more = '', body = 'Ask.') =>
  `---\nname: ${name}\ndescription: About ${name}. Use when asked.\n${more}---\n${body}\n`;

function put(root: string, path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

// Files of the test are always older than a second to the catalog.
const later = () => Date.now() + 60_000;

async function open(
  t: TestContext,
  roots: readonly string[],
  more: { log?: Log; now?: () => number; tools?: () => string[]; roles?: string[] } = {},
) {
  const catalog = createSkillCatalog({ roots, log: silentLog, now: later, ...more });
  t.after(() => catalog.stop());
  await catalog.start();
  return catalog;
}

/** File systems keep times in ticks of some milliseconds; returns in the next one. */
function passTick(root: string): void {
  const probe = () => {
    writeFileSync(join(root, '.tick'), '');
    return statSync(join(root, '.tick')).ctimeMs;
  };
  const first = probe();
  while (probe() === first);
}

const names = (catalog: SkillCatalog, viewer = {}) => catalog.list(viewer).map(({ name }) => name);

function only(catalog: SkillCatalog, name: string): Skill {
  const skill = catalog.get(name, {});
  assert.ok(skill, `no skill ${name}`);
  return skill;
}

test('skills are found in nested folders and sorted by name; hidden, .git and node_modules are skipped', async (t) => {
  const root = temporaryFolder(t);
  for (const path of [
    'zebra',
    'teams/hr/apple',
    'apple/nested',
    '.hidden/a',
    '.git/b',
    'node_modules/c',
    '1/2/3/4/5/6/deep',
  ]) {
    put(root, `${path}/SKILL.md`, skillText(path.split('/').at(-1) ?? ''));
  }
  put(root, 'mango/skill.md', skillText('mango'));
  const catalog = await open(t, [root]);
  assert.deepEqual(names(catalog), ['apple', 'mango', 'nested', 'zebra']);
  const deep = catalog.findings.find(({ message }) => message.startsWith('deeper than 5'));
  assert.equal(deep?.file, '1/2/3/4/5/6');
});

test('a folder inside a skill belongs to that skill', async (t) => {
  const root = temporaryFolder(t);
  put(root, 'outer/SKILL.md', skillText('outer'));
  put(root, 'outer/inner/SKILL.md', skillText('inner'));
  const catalog = await open(t, [root]);
  assert.deepEqual(names(catalog), ['outer']);
  assert.deepEqual(only(catalog, 'outer').files, ['inner/SKILL.md']);
});

test('of equal names the one in the earlier root wins, and the loser is named in findings and log', async (t) => {
  const [first, second] = [temporaryFolder(t), temporaryFolder(t)];
  put(first, 'a/SKILL.md', skillText('same', '', 'First.'));
  put(second, 'b/SKILL.md', skillText('same', '', 'Second.'));
  put(second, 'c/SKILL.md', skillText('Same', '', 'Third.'));
  const logged: LogFields[] = [];
  const note = (_: string, fields: LogFields = {}) => logged.push(fields);
  const catalog = await open(t, [first, second], { log: { debug: note, info: note, warn: note, error: note } });
  assert.equal(only(catalog, 'same').body, 'First.\n');
  const losers = catalog.findings.filter(({ message }) => message.startsWith('not used'));
  assert.deepEqual(
    losers.map(({ file, severity }) => [file, severity]),
    [
      ['b/SKILL.md', 'warning'],
      ['c/SKILL.md', 'warning'],
    ],
  );
  assert.ok(logged.some(({ file, message }) => file === 'b/SKILL.md' && String(message).startsWith('not used')));
});

test('what is refused or missing is a finding, and the others load', async (t) => {
  const root = temporaryFolder(t);
  put(root, 'good/SKILL.md', skillText('good'));
  put(root, 'broken/SKILL.md', '# no front matter\n');
  const catalog = await open(t, [root, join(root, 'nowhere')]);
  assert.deepEqual(names(catalog), ['good']);
  assert.match(catalog.findings.find(({ file }) => file === 'broken/SKILL.md')?.message ?? '', /no front matter/);
  assert.match(catalog.findings.find(({ file }) => file === '.')?.message ?? '', /there is no folder nowhere/);
  assert.ok(
    catalog.findings.every(({ message }) => !message.includes(root)),
    'no path of this machine',
  );
});

test('links that lead out of the roots are not followed, those within are', async (t) => {
  const [root, outside] = [temporaryFolder(t), temporaryFolder(t)];
  put(outside, 'secret/SKILL.md', skillText('secret'));
  put(outside, 'SKILL.md', skillText('stolen'));
  put(root, 'real/SKILL.md', skillText('real'));
  symlinkSync(join(outside, 'secret'), join(root, 'a-link'));
  symlinkSync(join(root, 'real'), join(root, 'again'));
  symlinkSync(root, join(root, 'loop'));
  mkdirSync(join(root, 'stolen'));
  symlinkSync(join(outside, 'SKILL.md'), join(root, 'stolen', 'SKILL.md'));
  const catalog = await open(t, [root]);
  assert.deepEqual(names(catalog), ['real']);
  assert.ok(catalog.findings.some(({ file, message }) => file === 'a-link' && /leads out/.test(message)));
  assert.ok(catalog.findings.some(({ file, severity }) => file === 'stolen/SKILL.md' && severity === 'error'));
});

test('the version is over names and content of every file, hidden ones included', async (t) => {
  const root = temporaryFolder(t);
  put(root, 'a/SKILL.md', skillText('a'));
  put(root, 'a/references/x.md', 'one');
  const version = async () => {
    const catalog = await open(t, [root]);
    return `${only(catalog, 'a').version} ${catalog.digest}`;
  };
  const seen = [await version()];
  assert.equal(await version(), seen[0]);
  for (const [path, text] of [
    ['references/x.md', 'two'],
    ['references/y.md', 'two'],
    ['scripts/.lib', 'x'],
  ] as const) {
    put(root, `a/${path}`, text);
    seen.push(await version());
  }
  rmSync(join(root, 'a/references/y.md'));
  seen.push(await version());
  assert.equal(new Set(seen).size, seen.length);
  assert.match(seen[0] ?? '', /^[0-9a-f]{64} [0-9a-f]{64}$/);
});

test('refresh takes over changed, added and removed skills, and touches nothing otherwise', async (t) => {
  const root = temporaryFolder(t);
  put(root, 'a/SKILL.md', skillText('a', '', 'Old.'));
  put(root, 'b/SKILL.md', skillText('b'));
  put(root, 'b/references/r.md', 'old');
  const catalog = await open(t, [root]);
  const before = { digest: catalog.digest, a: only(catalog, 'a'), b: only(catalog, 'b') };
  await catalog.refresh();
  assert.equal(only(catalog, 'a'), before.a);
  assert.equal(catalog.digest, before.digest);

  put(root, 'a/SKILL.md', skillText('a', '', 'Newer.'));
  await catalog.refresh();
  assert.equal(only(catalog, 'a').body, 'Newer.\n');
  assert.equal(only(catalog, 'b'), before.b, 'an unchanged skill stays the same object');
  assert.notEqual(catalog.digest, before.digest);

  put(root, 'b/references/r.md', 'newer');
  put(root, 'c/d/SKILL.md', skillText('d'));
  await catalog.refresh();
  assert.notEqual(only(catalog, 'b').version, before.b.version);
  assert.deepEqual(names(catalog), ['a', 'b', 'd']);

  rmSync(join(root, 'a'), { recursive: true });
  put(root, 'b/SKILL.md', 'broken');
  await catalog.refresh();
  assert.deepEqual(names(catalog), ['d']);
  assert.equal(catalog.get('a', {}), undefined);
});

test('a root that appears later is taken over', async (t) => {
  const root = join(temporaryFolder(t), 'skills');
  const catalog = await open(t, [root]);
  assert.deepEqual(names(catalog), []);
  put(root, 'a/SKILL.md', skillText('a'));
  await catalog.refresh();
  assert.deepEqual(names(catalog), ['a']);
  assert.deepEqual(catalog.findings, []);
});

test('a root that is a link to the next release is taken over', async (t) => {
  const folder = temporaryFolder(t);
  put(folder, 'v1/skills/a/SKILL.md', skillText('a'));
  put(folder, 'v2/skills/b/SKILL.md', skillText('b'));
  symlinkSync('v1', join(folder, 'current'));
  const catalog = await open(t, [join(folder, 'current', 'skills')]);
  assert.deepEqual(names(catalog), ['a']);
  rmSync(join(folder, 'current'));
  symlinkSync('v2', join(folder, 'current'));
  await catalog.refresh();
  assert.deepEqual(names(catalog), ['b']);
});

test('a change of the same length and time of modification is noticed', async (t) => {
  const root = temporaryFolder(t);
  put(root, 'a/SKILL.md', skillText('a', '', 'One.'));
  const at = new Date('2026-01-01');
  utimesSync(join(root, 'a/SKILL.md'), at, at);
  const catalog = await open(t, [root]);
  passTick(root);
  put(root, 'a/SKILL.md', skillText('a', '', 'Two.'));
  utimesSync(join(root, 'a/SKILL.md'), at, at);
  await catalog.refresh();
  assert.equal(only(catalog, 'a').body, 'Two.\n');
});

test('a skill that is being written to is left alone until it was quiet for a second', async (t) => {
  const root = temporaryFolder(t);
  put(root, 'a/SKILL.md', skillText('a', '', 'Old.'));
  let ahead = 60_000;
  const catalog = await open(t, [root], { now: () => Date.now() + ahead });
  put(root, 'a/SKILL.md', skillText('a', '', 'Newer.'));
  ahead = 500;
  await catalog.refresh();
  assert.equal(only(catalog, 'a').body, 'Old.\n');
  ahead = 60_000;
  await catalog.refresh();
  assert.equal(only(catalog, 'a').body, 'Newer.\n');
});

test('with many skills the check goes on beside the question', async (t) => {
  const root = temporaryFolder(t);
  writeSkills(root, syntheticSkills(400));
  const catalog = await open(t, [root]);
  const last = catalog.list({}).at(-1)?.name ?? '';
  put(root, `${last}/SKILL.md`, skillText(last, '', 'Newer.'));
  await catalog.refresh();
  // Every slice is one turn of the event loop.
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  await catalog.refresh();
  assert.equal(only(catalog, last).body, 'Newer.\n');
});

test('what a viewer may not see does not exist', async (t) => {
  const root = temporaryFolder(t);
  put(root, 'open/SKILL.md', skillText('open'));
  put(root, 'user/SKILL.md', skillText('user', 'metadata:\n  bylaw-visibility: user-only\n'));
  put(root, 'model/SKILL.md', skillText('model', 'metadata:\n  bylaw-visibility: model-only\n'));
  put(root, 'channel/SKILL.md', skillText('channel', 'metadata:\n  bylaw-channels: C1 C2\n'));
  put(root, 'role/SKILL.md', skillText('role', 'metadata:\n  bylaw-roles: hr legal\n'));
  put(root, 'private/SKILL.md', skillText('private', 'metadata:\n  bylaw-private: "true"\n'));
  const catalog = await open(t, [root]);
  assert.deepEqual(names(catalog), ['model', 'open', 'private', 'user']);
  assert.deepEqual(names(catalog, { by: 'model' }), ['model', 'open', 'private']);
  assert.deepEqual(names(catalog, { by: 'person' }), ['open', 'private', 'user']);
  assert.deepEqual(names(catalog, { place: 'C2', roles: ['it'], by: 'model' }), ['channel', 'model', 'open']);
  assert.deepEqual(names(catalog, { place: 'C3', roles: ['legal'] }), ['model', 'open', 'role', 'user']);
  assert.equal(catalog.get('role', { roles: ['it'] }), undefined);
  assert.equal(catalog.get('user', { by: 'model' }), undefined);
  assert.equal(catalog.get('private', { place: 'C1', by: 'person' }), undefined);
  assert.equal(catalog.get('ROLE', { roles: ['hr'] })?.name, 'role');
});

test('names that are paths or odd words find nothing', async (t) => {
  const root = temporaryFolder(t);
  put(root, 'a/SKILL.md', skillText('a'));
  const catalog = await open(t, [root]);
  for (const name of ['../a', 'a/', '/a', '', '__proto__', 'constructor', 'a\0'])
    assert.equal(catalog.get(name, {}), undefined);
});

test('only files of the skill are read, and no message holds a path of this machine', async (t) => {
  const [root, outside] = [temporaryFolder(t), temporaryFolder(t)];
  put(outside, 'secret.txt', 'key');
  put(root, 'b/SKILL.md', skillText('b'));
  put(root, 'b/references/own.md', 'other skill');
  put(root, '.env', 'KEY=1');
  put(root, 'a/SKILL.md', skillText('a'));
  put(root, 'a/references/spec.md', 'One.\r\nTwo.\r\n');
  put(root, 'a/references/large.md', 'x'.repeat(64 * 1024 + 1));
  put(root, 'a/assets/logo.png', new Uint8Array([0x89, 0x50, 0, 0xff]));
  put(root, 'a/assets/nul.txt', 'a\0b');
  put(root, 'a/.env', 'KEY=2');
  symlinkSync(join(outside, 'secret.txt'), join(root, 'a/references/link.md'));
  symlinkSync(outside, join(root, 'a/out'));
  execFileSync('mkfifo', [join(root, 'a/pipe')]);
  const catalog = await open(t, [root]);
  const skill = only(catalog, 'a');
  assert.deepEqual(skill.files, ['assets/logo.png', 'assets/nul.txt', 'references/large.md', 'references/spec.md']);
  assert.equal(await catalog.readFile(skill, 'references/spec.md'), 'One.\nTwo.\n');
  assert.equal(await catalog.readFile(skill, './references/../references/spec.md'), 'One.\nTwo.\n');
  for (const [path, says] of [
    ['../../.env', /has no file/],
    ['../b/references/own.md', /has no file/],
    [join(outside, 'secret.txt'), /has no file/],
    ['references/link.md', /has no file/],
    ['out/secret.txt', /has no file/],
    ['pipe', /has no file/],
    ['.env', /has no file/],
    ['references', /has no file/],
    ['', /has no file/],
    ['references/spec.md\0', /did you mean references\/spec.md/],
    ['spec.md', /did you mean references\/spec.md/],
    ['SKILL.md', /what load_skill gives/],
    ['references/large.md', /65 KiB; only files up to 64 KiB/],
    ['assets/logo.png', /not text/],
    ['assets/nul.txt', /not text/],
  ] as const) {
    await assert.rejects(catalog.readFile(skill, path), (error) => {
      assert.ok(error instanceof BylawError && error.code === 'tool_input', path);
      assert.match(error.message, says);
      assert.ok(!error.message.includes(root), error.message);
      return true;
    });
  }
  rmSync(join(root, 'a/references/spec.md'));
  symlinkSync(join(outside, 'secret.txt'), join(root, 'a/references/spec.md'));
  await assert.rejects(catalog.readFile(skill, 'references/spec.md'), /leads out of the skill a/);
  rmSync(join(root, 'a/references'), { recursive: true });
  await assert.rejects(catalog.readFile(skill, 'references/spec.md'), /cannot be read any more/);
});

test('tools that do not exist are a warning', async (t) => {
  const root = temporaryFolder(t);
  put(root, 'a/SKILL.md', skillText('a', 'allowed-tools: create_ticket Bash(git diff *)\n'));
  const catalog = await open(t, [root], { tools: () => ['create_ticket'] });
  assert.deepEqual(catalog.findings, [
    { severity: 'warning', file: 'a/SKILL.md', message: 'allowed-tools names what is no tool here: Bash(git diff *)' },
  ]);
  assert.deepEqual(only(catalog, 'a').allowedTools, ['create_ticket', 'Bash(git diff *)']);
});

test('roles that do not exist are a warning, since nobody would see the skill', async (t) => {
  const root = temporaryFolder(t);
  put(root, 'a/SKILL.md', skillText('a', 'metadata:\n  bylaw-roles: hr legal\n'));
  const catalog = await open(t, [root], { roles: ['hr'] });
  assert.deepEqual(
    catalog.findings.map(({ severity, file, message }) => [severity, file, message]),
    [['warning', 'a/SKILL.md', 'bylaw-roles names what is no role in bylaw.yaml, so that nobody has it: legal']],
  );
});

test('too many files in one skill are refused', async (t) => {
  const root = temporaryFolder(t);
  put(root, 'a/SKILL.md', skillText('a'));
  for (let i = 0; i < 501; i += 1) put(root, `a/references/${i}.md`, '');
  const catalog = await open(t, [root]);
  assert.deepEqual(names(catalog), []);
  assert.match(catalog.findings[0]?.message ?? '', /more than 500 files/);
});

test('a root may be one skill', async (t) => {
  const root = temporaryFolder(t);
  put(root, 'demo/SKILL.md', skillText('demo'));
  const catalog = await open(t, [join(root, 'demo')]);
  assert.deepEqual(names(catalog), ['demo']);
  assert.equal(readFileSync(join(only(catalog, 'demo').folder, 'SKILL.md'), 'utf8'), skillText('demo'));
});
