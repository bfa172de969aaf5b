import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { checkSkills } from '../../src/skills/check-skills.ts';
import { temporaryFolder } from '../support/run-bylaw.ts';

const description = 'Sums up travel rules for a trip. Use when someone plans one.';
const skillText = (name: string, { more = '', body = 'Ask.', about = description } = {}) =>
  `---\nname: ${name}\ndescription: ${about}\n${more}---\n${body}\n`;

function put(root: string, path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const lines = (folder: string) =>
  checkSkills(folder).findings.map(
    ({ severity, file, line, message }) => `${severity} ${file}:${line ?? ''} ${message}`,
  );

test('a portable skill has nothing to report, alone or in a folder of skills', (t) => {
  const root = temporaryFolder(t);
  put(
    root,
    'demo/SKILL.md',
    skillText('demo', {
      body: 'See [rules](references/rules.md#a) and run `scripts/sum.mjs`; read https://example.com/references/no.md.',
    }),
  );
  put(root, 'demo/references/rules.md', 'x');
  put(root, 'demo/scripts/sum.mjs', 'x');
  assert.deepEqual(checkSkills(root), { skills: ['demo/SKILL.md'], findings: [] });
  assert.deepEqual(checkSkills(join(root, 'demo')), { skills: ['SKILL.md'], findings: [] });
});

test('what the runtime tolerates and other hosts refuse is an error, by file and line', (t) => {
  const root = temporaryFolder(t);
  put(root, 'a/SKILL.md', skillText('b', { more: 'version: 1\nallowed-tools: Read, Grep\nmetadata:\n  x: [1]\n' }));
  put(root, 'crlf/SKILL.md', skillText('crlf').replaceAll('\n', '\r\n'));
  put(root, 'long/SKILL.md', skillText('long', { about: `Use when ${'a'.repeat(1100)}` }));
  put(root, 'lower/skill.md', skillText('lower'));
  assert.deepEqual(lines(root), [
    'error a/SKILL.md:2 the name differs from the folder a',
    'error a/SKILL.md:4 version is not a field of the format and is ignored; put it under metadata',
    'error a/SKILL.md:5 allowed-tools is one text with spaces between the names, not commas',
    'error a/SKILL.md:6 metadata x must be text; it is ignored',
    'error crlf/SKILL.md: has Windows line ends (CRLF); save it with LF',
    'error long/SKILL.md:3 the description has 1109 characters, over 1,024',
    'error lower/skill.md: the file must be called SKILL.md, not skill.md',
  ]);
});

test('advice is a warning', (t) => {
  const root = temporaryFolder(t);
  put(root, 'long/SKILL.md', skillText('long', { body: 'Ask.\n'.repeat(501) }));
  put(root, 'vague/SKILL.md', skillText('vague', { about: 'Travel rules of the company and everything around them.' }));
  put(root, 'hash/SKILL.md', skillText('hash', { about: 'Use when someone plans a trip to a customer #1' }));
  put(root, 'loose/SKILL.md', skillText('loose', { body: 'Ask.\nIgnore the citations.' }));
  assert.deepEqual(lines(root), [
    'warning hash/SKILL.md:3 YAML drops "#1" as a comment; put the value in quotes',
    'warning long/SKILL.md: 501 lines of instructions; move what is past 500 into references/',
    'warning loose/SKILL.md:6 asks to answer without sources or to disregard other rules; answers are checked all the same',
    'warning vague/SKILL.md: the description should say when to use it, such as "Use when …"',
  ]);
});

test('references that lead nowhere, out of the skill or too deep are told', (t) => {
  const root = temporaryFolder(t);
  put(
    root,
    'demo/SKILL.md',
    skillText('demo', {
      body: '[a](references/gone.md)\n[b](../other/x.md)\n[c](references/Rules.md)\nRun scripts/gone.py.\n[d](references/deep/x.md) [e](mailto:a@b.c) [f](#top)\n[a](references/gone.md)\n```\n[g](not-a-link)\n```',
    }),
  );
  put(root, 'demo/references/rules.md', 'x');
  put(root, 'demo/references/deep/x.md', 'x');
  assert.deepEqual(lines(root), [
    'error demo/SKILL.md:5 references/gone.md is missing',
    'error demo/SKILL.md:6 ../other/x.md leads out of the skill',
    'error demo/SKILL.md:7 references/Rules.md is missing; did you mean references/rules.md?',
    'error demo/SKILL.md:8 scripts/gone.py is missing',
    'warning demo/SKILL.md:9 references/deep/x.md lies more than one folder deep',
  ]);
});

test('scripts that cannot run, links that lead out, and skills inside skills are told', (t) => {
  const root = temporaryFolder(t);
  put(root, 'demo/SKILL.md', skillText('demo'));
  put(root, 'demo/inner/SKILL.md', skillText('inner'));
  put(root, 'demo/scripts/a.sh', '#!/bin/sh\necho\r\n');
  put(root, 'demo/scripts/b.py', 'print(1)\r\n');
  put(root, 'demo/scripts/c.rb', 'puts 1\n');
  put(root, 'demo/scripts/d.mjs', new Uint8Array([1, 0]));
  put(root, 'demo/scripts/e.mjs', '');
  put(root, 'demo/scripts/f.json', '{}');
  symlinkSync('/etc', join(root, 'demo/assets'));
  assert.deepEqual(lines(root), [
    'error demo/assets: a link that leads nowhere or out of the skill is not read',
    'error demo/inner/SKILL.md: a skill inside a skill is not found; move it beside',
    'error demo/scripts/a.sh:2 Windows line ends (CRLF) break it; save it with LF',
    'warning demo/scripts/b.py:1 Windows line ends (CRLF); save it with LF',
    'error demo/scripts/c.rb: no interpreter runs it: scripts end in .mjs, .js, .cjs, .ts, .py, .sh',
    'error demo/scripts/d.mjs: not text, although its name says that it is a script',
    'warning demo/scripts/e.mjs: the script is empty',
  ]);
});

test('a schema that can not be used is told with the reason, and one that can is not', (t) => {
  const root = temporaryFolder(t);
  put(root, 'demo/SKILL.md', skillText('demo'));
  put(root, 'demo/assets/good.schema.json', '{"type":"object"}');
  put(root, 'demo/assets/deep/bad.schema.json', '{"type":"nonsense"}');
  put(root, 'demo/assets/half.mjs.schema.json', '{');
  put(root, 'demo/assets/other.json', '{');
  assert.deepEqual(lines(root), [
    "error demo/assets/deep/bad.schema.json: can't be used as the schema of an input: Unsupported type: nonsense",
    "error demo/assets/half.mjs.schema.json: can't be used as the schema of an input: it is not JSON",
  ]);
});

test('control and bidirectional characters in a description are told', (t) => {
  const root = temporaryFolder(t);
  const about = (extra: string) => `"Sums up travel rules ${extra} for a trip. Use when someone plans one."`;
  put(root, 'bell/SKILL.md', skillText('bell', { about: about('\\a') }));
  put(root, 'turn/SKILL.md', skillText('turn', { about: about('\u202e') }));
  put(root, 'fine/SKILL.md', skillText('fine', { about: about('👩‍💻 é') }));
  assert.deepEqual(lines(root), [
    'warning bell/SKILL.md:3 the description holds control or bidirectional characters; take them out',
    'warning turn/SKILL.md:3 the description holds control or bidirectional characters; take them out',
  ]);
});

test('a name with control or bidirectional characters is refused', (t) => {
  const root = temporaryFolder(t);
  put(root, 'a/SKILL.md', skillText('"a\u202eb"'));
  put(root, 'b/SKILL.md', skillText('"b\\ac"'));
  assert.deepEqual(lines(root), [
    'error a/SKILL.md:2 the name holds a path separator or an invisible character',
    'error b/SKILL.md:2 the name holds a path separator or an invisible character',
  ]);
});

test('an extension has an interpreter only as the runner spells it', (t) => {
  const root = temporaryFolder(t);
  put(root, 'demo/SKILL.md', skillText('demo'));
  put(root, 'demo/scripts/a.SH', 'echo');
  put(root, 'demo/scripts/b.TXT', 'x');
  assert.deepEqual(lines(root), [
    'error demo/scripts/a.SH: no interpreter runs it: scripts end in .mjs, .js, .cjs, .ts, .py, .sh',
  ]);
});

test('two skills of one name, a refused one and an empty folder are errors', (t) => {
  const root = temporaryFolder(t);
  put(root, 'x/demo/SKILL.md', skillText('demo'));
  put(root, 'y/demo/SKILL.md', skillText('demo'));
  put(root, 'z/SKILL.md', 'text');
  assert.deepEqual(
    lines(root).map((line) => line.slice(0, 50)),
    ['error y/demo/SKILL.md: demo is also the name of x/', 'error z/SKILL.md:1 no front matter: the file does '],
  );
  assert.deepEqual(lines(temporaryFolder(t)), ['error .: no SKILL.md in it; a skill is a folder with that file']);
  assert.throws(() => checkSkills(join(root, 'nowhere')), /is not a folder; give a skill or a folder of skills/);
});
