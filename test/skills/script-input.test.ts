import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { scriptInput } from '../../src/skills/script-input.ts';
import { openFolder, writeSkill } from '../support/skill-folder.ts';

const schema = JSON.stringify({
  type: 'object',
  required: ['from'],
  additionalProperties: false,
  properties: { from: { type: 'string', format: 'date' }, fte: { type: 'number', maximum: 1 } },
});

test('without a schema any input is passed on as JSON, and none is an empty object', async (t) => {
  const skill = writeSkill(openFolder(t), { 'scripts/a.mjs': '' });
  assert.equal(await scriptInput(skill, 'scripts/a.mjs', { any: ['thing'] }), '{"any":["thing"]}');
  assert.equal(await scriptInput(skill, 'scripts/a.mjs', undefined), '{}');
});

for (const file of ['assets/a.schema.json', 'assets/a.mjs.schema.json']) {
  test(`${file} names every field that does not fit`, async (t) => {
    const skill = writeSkill(openFolder(t), { 'scripts/a.mjs': '', [file]: schema });
    assert.equal(await scriptInput(skill, 'scripts/a.mjs', { from: '2026-02-28' }), '{"from":"2026-02-28"}');
    await assert.rejects(scriptInput(skill, 'scripts/a.mjs', { from: '2026-02-30', fte: 2, and: 1 }), {
      code: 'tool_input',
      message: /from: Invalid ISO date.*fte: Too big.*Unrecognized key: "and"/,
    });
  });
}

test('an input over 256 KiB is refused', async (t) => {
  const skill = writeSkill(openFolder(t), { 'scripts/a.mjs': '' });
  await assert.rejects(scriptInput(skill, 'scripts/a.mjs', 'x'.repeat(262_144)), {
    code: 'tool_input',
    message: /larger than 256 KiB/,
  });
});

test('a schema that can not be used is named, and nothing runs without its check', async (t) => {
  for (const [content, why] of [
    ['{', 'it is not JSON'],
    ['{"type":"nonsense"}', 'Unsupported type: nonsense'],
  ] as const) {
    const skill = writeSkill(openFolder(t), { 'scripts/a.mjs': '', 'assets/a.schema.json': content });
    await assert.rejects(scriptInput(skill, 'scripts/a.mjs', {}), {
      code: 'tool_input',
      message: `assets/a.schema.json of the skill sample-skill can't be used: ${why}. Whoever maintains the skill must correct it.`,
    });
  }
});

test('a schema is not read through a link that leads out of the skill', async (t) => {
  const skill = writeSkill(openFolder(t), { 'scripts/a.mjs': '', 'assets/b.md': '' });
  symlinkSync('/etc/passwd', join(skill.folder, 'assets/a.schema.json'));
  const linked = { ...skill, files: [...skill.files, 'assets/a.schema.json'] };
  await assert.rejects(scriptInput(linked, 'scripts/a.mjs', {}), { message: /it is no readable file of the skill/ });
});
