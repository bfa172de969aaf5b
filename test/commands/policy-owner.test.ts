import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { askCommand } from '../../src/commands/ask.ts';
import { checkCommand } from '../../src/commands/check.ts';
import { conflictsCommand } from '../../src/commands/conflicts.ts';
import { createCommandWorld } from './run-command.ts';

const meals = (title: string, amount: number, day: string, owner: string) =>
  `---\nowner: ${owner}\neffective: ${day}\n---\n# ${title}\n\n## Meals\n\nMeals are reimbursed up to EUR ${amount} per day.\n`;

function handbook(t: Parameters<typeof createCommandWorld>[0], settings = {}) {
  const world = createCommandWorld(t, { sources: [{ folder: 'docs' }], embeddings: { provider: 'none' }, ...settings });
  mkdirSync(join(world.cwd, 'docs'));
  const write = (name: string, text: string) => writeFileSync(join(world.cwd, 'docs', name), text);
  write('travel.md', meals('Travel', 45, '2026-05-01', 'Finance'));
  write('expenses.md', meals('Expenses', 40, '2024-05-01', 'People team'));
  return { ...world, write };
}

test('conflicts puts the two clauses side by side, with dates, owners and what takes precedence', async (t) => {
  const { run } = handbook(t);
  const { status, stdout } = await run(conflictsCommand);
  assert.equal(status, 0);
  assert.equal(
    stdout,
    [
      '1. Different numbers',
      '   Expenses › Meals (docs/expenses.md; since 2024-05-01, People team)',
      '     “Meals are reimbursed up to EUR 40 per day.”',
      '   Travel › Meals (docs/travel.md; since 2026-05-01, Finance)',
      '     “Meals are reimbursed up to EUR 45 per day.”',
      '   By precedence Travel counts: it is newer.',
      '',
      '1 suspected contradiction.',
      '',
    ].join('\n'),
  );
});

test('conflicts --json gives both places; the order of precedence is the configured one', async (t) => {
  const { run, write } = handbook(t, { precedence: ['specific'] });
  write('germany.md', meals('Meals in Germany', 30, '2020-01-01', 'HR').replace('owner', 'country: DE\nowner'));
  const { stdout } = await run(conflictsCommand, { json: true });
  const { total, conflicts } = JSON.parse(stdout);
  assert.equal(total, 3);
  const pair = conflicts.find(({ first, second }: Record<string, { document: string }>) =>
    [first?.document, second?.document].includes('docs/germany.md'),
  );
  const winner = pair[pair.counts.winner];
  assert.deepEqual([winner.document, pair.counts.rule], ['docs/germany.md', 'specific']);
  const other = conflicts.find(({ counts }: { counts?: unknown }) => counts === undefined);
  assert.equal(other.kind, 'number');
});

test('an answer without a model shows both of two rules that differ, and picks none by a date that nobody stated', async (t) => {
  const { run, write } = handbook(t);
  write('gym.md', '# Gym\n\nThe gym subsidy is EUR 20 per month.\n');
  write('benefits.md', '---\neffective: 2026-05-01\n---\n# Benefits\n\nThe gym subsidy is EUR 30 per month.\n');
  const { stdout } = await run(askCommand, { words: ['How much is the gym subsidy per month?'] });
  assert.match(stdout, /The policies differ here/);
  assert.match(stdout, /“The gym subsidy is EUR 20 per month\.” \(Gym, without a date\) \[\d\]/);
  assert.match(stdout, /“The gym subsidy is EUR 30 per month\.” \(Benefits, in force since 1 May 2026\) \[\d\]/);
  assert.match(stdout, /Please ask their owners which one applies to you\./);
  const listed = await run(conflictsCommand);
  assert.match(listed.stdout, /Gym \(docs\/gym\.md; without a date\)\n.*\n\n/);
});

test('a document that nobody may read contradicts nothing', async (t) => {
  const { run, write } = handbook(t);
  write('expenses.md', meals('Expenses', 40, '2024-05-01', 'HR').replace('owner', 'audience: mangers\nowner'));
  assert.match((await run(conflictsCommand)).stdout, /^No contradictions/);
});

test('documents that agree have no conflicts', async (t) => {
  const { run, write } = handbook(t);
  write('expenses.md', '# Expenses\n\nTaxis are reimbursed.\n');
  assert.equal(
    (await run(conflictsCommand)).stdout,
    'No contradictions were found between the policies in force today.\n',
  );
});

test('check reports by file and line, and its status is fit for a handbook of its own', async (t) => {
  const { run, write, cwd } = handbook(t);
  const checked = (options = {}) => run(checkCommand, { words: [join(cwd, 'docs')], options });
  const warned = await checked();
  assert.equal(warned.status, 0, 'warnings alone fail only with --strict');
  assert.match(warned.stdout, /^expenses\.md:9: warning: gives another number than travel\.md:9: /);
  assert.match(warned.stdout, /\n\n2 documents, 0 errors, 1 warning\.\n$/);
  assert.equal((await checked({ strict: true })).status, 1);
  assert.equal((await checked({ require: 'owner,review' })).status, 1);
  write('broken.pdf', 'no pdf');
  const failed = await checked();
  assert.equal(failed.status, 1);
  assert.match(failed.stdout, /^broken\.pdf: error: is (?:plain text|damaged)/);
  const parsed = JSON.parse((await run(checkCommand, { words: [join(cwd, 'docs')], json: true })).stdout);
  assert.deepEqual([parsed.documents, parsed.errors, parsed.warnings], [3, 1, 1]);
  assert.equal(parsed.findings[0].path, 'broken.pdf');
});

test('check reads a configured folder with what is said of it, and another as it is', async (t) => {
  const { run, cwd } = handbook(t, {
    sources: [
      { folder: 'docs', exclude: ['travel.md'], rules: [{ path: '**', owner: 'Finance', audience: ['nosuchrole'] }] },
    ],
  });
  const { stdout, status } = await run(checkCommand, { words: [join(cwd, 'docs')], options: { require: 'owner' } });
  assert.match(stdout, /"nosuchrole" under audience is no role of bylaw\.yaml/);
  assert.match(stdout, /\n1 document, 1 error, 0 warnings\.\n$/);
  assert.equal(status, 1);
});

test('a wrong call names what is wrong', async (t) => {
  const { run, cwd } = handbook(t);
  await assert.rejects(run(checkCommand, { words: [join(cwd, 'nowhere')] }), /cannot read the folder .*nowhere/);
  await assert.rejects(
    run(checkCommand, { words: [join(cwd, 'docs/travel.md')] }),
    /cannot read the folder .*travel\.md: name a folder that holds policies/,
  );
  await assert.rejects(
    run(checkCommand, { words: [join(cwd, 'docs')], options: { require: 'colour' } }),
    /--require colour: must be among owner, review/,
  );
  mkdirSync(join(cwd, 'empty'));
  await assert.rejects(
    run(checkCommand, { words: [join(cwd, 'empty')] }),
    /empty holds no documents: supported are \.md/,
  );
});
