import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { runBylaw, temporaryFolder } from '../support/run-bylaw.ts';

test('an answer is asked again of documents that changed meanwhile, and the records stay as they were', async (t) => {
  const folder = temporaryFolder(t);
  const docs = join(folder, 'docs');
  mkdirSync(docs);
  const leave = join(docs, 'leave.md');
  const days = (n: number) => `# Leave\n\nFull-time employees get ${n} days of paid leave a year.\n`;
  writeFileSync(leave, days(20));
  const config = join(folder, 'bylaw.yaml');
  writeFileSync(
    config,
    JSON.stringify({ sources: [{ folder: docs }], data: 'state', embeddings: { provider: 'none' } }),
  );
  const run = async (...args: string[]) => {
    const { status, stdout, stderr } = await runBylaw([...args, '--config', config]);
    assert.equal(status, 0, stderr);
    return stdout;
  };
  const asked = JSON.parse(await run('ask', 'How many days of paid leave do I get?', '--json'));
  assert.equal(asked.status, 'answered');

  writeFileSync(leave, days(25));
  const replayed = JSON.parse(await run('replay', asked.id, '--json'));
  assert.equal(replayed.same, false);
  assert.equal(replayed.before.id, asked.id);
  assert.match(replayed.now.text, /25 days/);
  assert.deepEqual(
    replayed.change.sentences.map(({ kind }: { kind: string }) => kind),
    ['gone', 'new'],
  );
  assert.deepEqual(replayed.change.citations[0].now.version, 2);

  const database = new DatabaseSync(join(folder, 'state', 'records.sqlite'), { readOnly: true });
  t.after(() => database.close());
  assert.equal(database.prepare('SELECT count(*) AS n FROM answer').get()?.n, 1);
  assert.equal(database.prepare('SELECT count(*) AS n FROM conversation').get()?.n, 1);
});
