import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { askCommand } from '../../src/commands/ask.ts';
import { createCommandWorld } from './run-command.ts';

test('a question that people answer gets the contact, and nothing of it is kept', async (t) => {
  const { run, cwd, records } = createCommandWorld(t, {
    ...{ sources: [{ folder: 'docs' }], embeddings: { provider: 'none' }, topics: 'mine.yaml' },
  });
  mkdirSync(join(cwd, 'docs'));
  writeFileSync(join(cwd, 'docs', 'pay.md'), '# Pay\n\nSalaries of colleagues are confidential at Larkmoor.\n');
  writeFileSync(
    join(cwd, 'mine.yaml'),
    '- topic: pay of others\n  examples: [How much does my colleague earn?]\n  contact: "People team: people@example.com"\n',
  );
  const { stdout } = await run(askCommand, { words: ['How much do my colleagues earn?'], json: true });
  const answer = JSON.parse(stdout);
  assert.equal(answer.status, 'needs_input');
  assert.match(answer.text, /People team: people@example\.com/);
  assert.deepEqual(answer.citations, []);
  await records(async ({ answers }) => {
    const [kept] = await answers.list({ limit: 1 });
    assert.equal(kept?.question, '(not kept: pay of others)');
  });
});

test('a file of topics that can not be used stops the command, naming file and line', async (t) => {
  const { run, cwd } = createCommandWorld(t, { sources: [{ folder: 'docs' }], topics: 'mine.yaml' });
  mkdirSync(join(cwd, 'docs'));
  writeFileSync(join(cwd, 'docs', 'pay.md'), '# Pay\n\nText.\n');
  writeFileSync(join(cwd, 'mine.yaml'), '- topic: x\n  contact: y\n');
  await assert.rejects(
    run(askCommand, { words: ['Pay?'] }),
    /mine\.yaml has mistakes:\n {2}line 1: needs patterns or examples/,
  );
});
