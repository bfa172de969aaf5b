import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runBylaw, temporaryFolder } from '../support/run-bylaw.ts';

const rule = 'Paid time off is 20 days a year, and what is left of it in December may be carried over until March.';

function company(t: TestContext, glossary: string): string {
  const cwd = temporaryFolder(t);
  mkdirSync(join(cwd, 'docs', 'copy'), { recursive: true });
  writeFileSync(join(cwd, 'docs', 'leave.md'), `# Leave\n\n${rule}\n`);
  writeFileSync(join(cwd, 'docs', 'copy', 'leave.md'), `# Leave\n\n${rule}\n`);
  writeFileSync(join(cwd, 'words.yaml'), glossary);
  const settings = 'sources: [{ folder: docs }]\nglossary: words.yaml\nembeddings: { provider: none }\n';
  writeFileSync(join(cwd, 'bylaw.yaml'), settings);
  return cwd;
}

test('search says what it looked for besides, and where the same text stands', async (t) => {
  const cwd = company(t, '- words: [PTO, paid time off]\n');

  const { stdout } = await runBylaw(['search', 'PTO in Decembr'], { cwd });
  assert.match(stdout, /^Also searched for: paid time off, december\n\n/);
  assert.match(stdout, /the same text: docs\/(copy\/)?leave\.md@1#0\n/);
  assert.equal(stdout.split(rule).length, 2, 'the text is shown once');

  const { stdout: json } = await runBylaw(['search', 'PTO', '--json'], { cwd });
  const { passages, alsoSearched } = JSON.parse(json);
  assert.deepEqual([alsoSearched, passages.length, passages[0].copies.length], [['paid time off'], 1, 1]);
});

test('a mistake in the glossary ends the program at its start, with the line', async (t) => {
  const cwd = company(t, '# ours\n- words: [PTO]\n');
  const { status, stderr } = await runBylaw(['search', 'PTO'], { cwd });
  assert.notEqual(status, 0);
  assert.match(stderr, /words\.yaml line 2: words must have at least two words that mean the same/);
});
