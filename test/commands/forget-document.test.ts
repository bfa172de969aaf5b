import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { forgetCommand } from '../../src/commands/forget-document.ts';
import { indexCommand } from '../../src/commands/index-documents.ts';
import { answerOf, createCommandWorld } from './run-command.ts';

const by = userInfo().username;
const secret = 'Zanzibari quokka suites cost eighty doubloons a night for whoever sleeps badly.';
const words = ['travel'];
const held = `  2 versions
  2 passages
  1 answer that quotes or found it
  1 conversation in which it was read
`;

test('on a terminal it shows what would be erased, and erases after a yes only', async (t) => {
  const world = await withTravel(t);
  const declined = await world.run(forgetCommand, { words, typed: '\n' });
  assert.equal(
    declined.stdout,
    `Stored of policies/travel.md (Travel):\n${held}Erase this for good? [y/N] Nothing was erased.\n`,
  );
  await world.records(async ({ forgetting }) => {
    assert.equal((await forgetting.heldOf('policies/travel.md')).versions, 2);
  });
  await assert.rejects(world.run(forgetCommand, { words }), { code: 'usage', message: /add --yes/ });
  await assert.rejects(world.run(forgetCommand, { words: ['nowhere'], typed: 'y\n' }), { code: 'usage' });
});

test('it erases a document everywhere, says where it looked, and what is still in its source', async (t) => {
  const world = await withTravel(t);
  assert.ok(marksIn(world.data) > 3);
  const { status, stdout } = await world.run(forgetCommand, { words, options: { yes: true } });
  assert.equal(status, 0);
  assert.equal(
    stdout,
    `Erased of policies/travel.md:
${held}
Looked for 2 of its sentences and 2 of its words:
  records                             0 found
  bytes of the records                0 found
  keyword index                       0 found
  bytes of the keyword index          0 found
  vector store, current and archived  0 found: there is none
  bytes of the vector store           0 found
  other files of the state folder     0 found
travel.md is still in policies: delete it there or exclude it. As it is it will not be read again, but a changed one would be.
Nothing of it is left. Noted as done by ${by}.
`,
  );
  assert.equal(marksIn(world.data), 0);
  await world.records(async ({ answers, documents }) => {
    assert.equal((await answers.get('a'))?.answer.text, 'This answer quoted a document that has been erased since.');
    assert.equal((await documents.current()).length, 1, 'the other document stays');
  });
});

test('a file that holds what was forgotten is not read again, whatever its name, until it is let back', async (t) => {
  const world = await withTravel(t);
  await world.run(forgetCommand, { words, options: { yes: true } });
  rmSync(join(world.cwd, 'policies', 'travel.md'));
  world.write('copy.md', `# Travel\n${secret}\n`);
  const report = JSON.parse((await world.run(indexCommand, { json: true })).stdout);
  const [failed] = report.documents.failed;
  assert.equal(failed.path, 'copy.md');
  assert.match(
    failed.reason,
    new RegExp(`^is what ${by} had forgotten on \\d{4}-\\d\\d-\\d\\d: delete the file or exclude it`),
  );
  await assert.rejects(world.run(forgetCommand, { words: ['other.md'], options: { undo: true } }), { code: 'usage' });
  const undone = await world.run(forgetCommand, { words: ['copy.md'], options: { undo: true } });
  assert.equal(undone.stdout, 'policies/copy.md will be read again by the next sync.\n');
  assert.equal(JSON.parse((await world.run(indexCommand, { json: true })).stdout).documents.added, 1);
});

test('what could not be erased is named, with exit status 1', async (t) => {
  const world = await withTravel(t);
  // Someone's copy inside the state folder, which no erasing of ours touches.
  writeFileSync(join(world.data, 'copy-of-someone.txt'), secret);
  const run = await world.run(forgetCommand, { words, options: { yes: true }, json: true });
  assert.equal(run.status, 1);
  const { left, erased, isListed, document } = JSON.parse(run.stdout);
  assert.deepEqual([document, erased.versions, isListed], ['policies/travel.md', 2, true]);
  const found = left.filter((place: { found: number }) => place.found > 0);
  assert.deepEqual(found, [{ place: 'other files of the state folder', found: 1 }]);
});

async function withTravel(t: TestContext) {
  const world = createCommandWorld(t, { sources: [{ folder: 'policies' }], embeddings: { provider: 'none' } });
  mkdirSync(join(world.cwd, 'policies'));
  const write = (name: string, text: string) => writeFileSync(join(world.cwd, 'policies', name), text);
  write('other.md', '# Other\nNothing to see here, apart from this sentence.\n');
  write('travel.md', '# Travel\nZanzibari quokka suites cost seventy doubloons a night.\n');
  await world.run(indexCommand);
  write('travel.md', `# Travel\n${secret}\n`);
  await world.run(indexCommand);
  await world.records(async ({ answers, conversations }) => {
    const passage = 'policies/travel.md@2#0';
    const citation = {
      n: 1,
      passage,
      document: 'policies/travel.md',
      title: 'Travel',
      section: '',
      quote: secret,
      version: 2,
    };
    await answers.put(answerOf('a', { text: `${secret} [1]`, citations: [citation] }, { retrieved: [passage] }));
    await conversations.put('c', JSON.stringify({ source: `policy://${passage}`, text: secret }), 1);
  });
  return { ...world, write };
}

/** In how many places of the state folder's files a word stands that only the document has. */
function marksIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(
      (entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1').toLowerCase().split('zanzibari').length - 1,
    )
    .reduce((sum, n) => sum + n, 0);
}
