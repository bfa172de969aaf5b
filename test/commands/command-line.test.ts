import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runBylaw, temporaryFolder } from '../support/run-bylaw.ts';

test('help lists every command, and each has its own', async () => {
  const { status, stdout } = await runBylaw(['--help']);
  assert.equal(status, 0);
  const names =
    'start ask search index evaluate check conflicts history diff stale questions feedback forget forget-person doctor';
  const check = async (name: string) => {
    assert.match(stdout, new RegExp(`^ {2}${name} `, 'm'));
    const own = await runBylaw([name, '--help']);
    assert.equal(own.status, 0);
    for (const option of ['--config', '--data', '--source', '--json', '--help']) assert.ok(own.stdout.includes(option));
  };
  await Promise.all(names.split(' ').map(check));
});

test('a wrong call exits with 2 and says what is right', async (t) => {
  const cwd = temporaryFolder(t);
  const calls: readonly { readonly args: readonly string[]; readonly says: RegExp }[] = [
    { args: [], says: /^$/ },
    { args: ['aks'], says: /no command "aks"/ },
    { args: ['ask'], says: /usage: bylaw ask "question"/ },
    { args: ['ask', 'how', 'many'], says: /"many" is one word too many/ },
    { args: ['ask', 'x', '--jsno'], says: /jsno/ },
    { args: ['search', 'x', '--limit', 'many'], says: /--limit many: must be a whole number/ },
    { args: ['search', 'x', '--filter', 'colour=red'], says: /--filter colour=red: write FIELD=VALUE/ },
    { args: ['search', 'x', '--filter', 'title>=b'], says: />= is for updated, effective, review/ },
    { args: ['search', 'x', '--filter', 'effective>=soon'], says: /write the date as YYYY-MM-DD/ },
    { args: ['evaluate', 'nowhere'], says: /nowhere is not a folder/ },
    { args: ['index', '--source', 'nowhere'], says: /--source .*nowhere: there is no such folder/ },
    { args: ['start', '--json'], says: /use ask --json/ },
    { args: ['index', '--config', 'none.yaml'], says: /cannot read the configuration/ },
  ];
  const check = async ({ args, says }: (typeof calls)[number]) => {
    const { status, stderr } = await runBylaw([...args], { cwd });
    assert.equal(status, 2, `${args.join(' ')}: ${stderr}`);
    assert.match(stderr, says);
  };
  await Promise.all(calls.map(check));
});

test('with --json a failure is one JSON document', async (t) => {
  const cwd = temporaryFolder(t);
  writeFileSync(join(cwd, 'bylaw.yaml'), 'schedul: x\n');
  const { status, stdout } = await runBylaw(['index', '--json'], { cwd });
  assert.equal(status, 2);
  assert.match(JSON.parse(stdout).error.message, /schedul: unknown key; did you mean schedule\?/);
});

test('index reports what was added, withheld and not readable, and the second run does nothing', async (t) => {
  const cwd = temporaryFolder(t);
  mkdirSync(join(cwd, 'docs'));
  writeFileSync(join(cwd, 'docs', 'leave.md'), '---\ntitle: Leave\n---\n# Leave\n\nYou get 20 days.\n');
  writeFileSync(join(cwd, 'docs', 'bands.md'), '---\naudience: managers\n---\n# Bands\n\nL3 earns more.\n');
  writeFileSync(join(cwd, 'docs', 'pay.md'), '---\naudience: mangers\n---\n# Pay\n\nL4 earns most.\n');
  writeFileSync(join(cwd, 'bylaw.yaml'), 'roles:\n  managers: [ada]\n');
  writeFileSync(join(cwd, 'docs', 'scan.pdf'), 'not a PDF');
  writeFileSync(join(cwd, 'docs', 'empty.txt'), '');
  const index = async (...more: string[]) => {
    const { status, stdout, stderr } = await runBylaw(['index', '--json', '--source', 'docs', ...more], { cwd });
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout);
  };
  const first = await index('--no-wait');
  assert.equal(first.documents.added, 3);
  assert.deepEqual(first.documents.restricted, [{ path: 'bands.md', reason: 'for managers only' }]);
  const unknown =
    'nobody may read it: "mangers" under audience is no role of bylaw.yaml (managers) and no id of a channel, user group or person';
  assert.deepEqual(first.documents.withheld, [{ path: 'pay.md', reason: unknown }]);
  assert.deepEqual(
    first.documents.failed.map((row: { path: string }) => row.path),
    ['empty.txt', 'scan.pdf'],
  );
  assert.equal(first.pending, 3);
  const second = await index();
  assert.equal(second.documents.unchanged, 3);
  assert.equal(second.pending, 0);
  assert.ok(second.embedded > 0);
  const third = await index();
  assert.deepEqual([third.documents.unchanged, third.embedded, third.pending], [3, 0, 0]);

  const found = async (...who: string[]) => {
    const { stdout } = await runBylaw(['search', 'who earns', '--json', '--source', 'docs', ...who], { cwd });
    return JSON.parse(stdout).passages.map((row: { document: string }) => row.document);
  };
  const isFound = (documents: readonly string[]) => documents.includes('docs/bands.md');
  assert.equal(isFound(await found()), false);
  assert.equal(isFound(await found('--as', 'Ada')), true);
});

test('search narrows by metadata', async (t) => {
  const cwd = temporaryFolder(t);
  mkdirSync(join(cwd, 'docs'));
  for (const country of ['DE', 'US']) {
    writeFileSync(
      join(cwd, 'docs', `${country}.md`),
      `---\ncountry: ${country}\n---\n# Leave ${country}\n\nLeave in ${country}.\n`,
    );
  }
  const args = ['search', 'leave', '--json', '--source', 'docs', '--filter', 'country=DE'];
  const { status, stdout, stderr } = await runBylaw(args, { cwd });
  assert.equal(status, 0, stderr);
  const { passages } = JSON.parse(stdout);
  assert.deepEqual(
    passages.map((row: { document: string }) => row.document),
    ['docs/DE.md'],
  );
  assert.deepEqual(Object.keys(passages[0]), ['id', 'document', 'title', 'section', 'version', 'text', 'score']);
});

test('evaluate counts on a corpus of its own and leaves the index alone', async (t) => {
  const cwd = temporaryFolder(t);
  mkdirSync(join(cwd, 'set'));
  const entries = [
    { id: 'a', title: 'Leave', text: 'You get twenty days of leave.', source: 's', scope: 'one' },
    { id: 'b', title: 'Leave', text: 'You get thirty days of leave.', source: 's', scope: 'two' },
  ];
  const queries = [
    { id: 'q1', text: 'How many days of leave?', relevant: ['b'], scope: 'two', answerable: true },
    { id: 'q2', text: 'Thirty?', relevant: ['b'], answerable: true, span: [0, 20] },
    { id: 'q3', text: 'Dogs?', relevant: [], answerable: false },
  ];
  writeFileSync(join(cwd, 'set', 'corpus.jsonl'), entries.map((row) => JSON.stringify(row)).join('\n'));
  writeFileSync(join(cwd, 'set', 'queries.jsonl'), queries.map((row) => JSON.stringify(row)).join('\n'));
  const { status, stdout, stderr } = await runBylaw(['evaluate', 'set', '--answers', '--json'], { cwd });
  assert.equal(status, 0, stderr);
  const figures = JSON.parse(stdout);
  assert.equal(figures.queries, 2);
  assert.equal(figures['recall@1'], 1);
  assert.equal(figures['ndcg@10'], 1);
  assert.equal(figures.right + figures.abstained + figures.wrong, 3);
  assert.equal(figures.wrong, 0);
  for (const key of ['recall@3', 'recall@5', 'recall@10', 'mrr@10', 'p50_ms', 'p95_ms'])
    assert.equal(typeof figures[key], 'number');
});

test('doctor names each part and what to do', async (t) => {
  const cwd = temporaryFolder(t);
  writeFileSync(join(cwd, 'bylaw.yaml'), 'sources: [{ folder: nowhere }]\n');
  const { status, stdout } = await runBylaw(['doctor', '--json'], { cwd });
  assert.equal(status, 1);
  const { checks } = JSON.parse(stdout);
  const source = checks.find((check: { name: string }) => check.name === 'source nowhere');
  assert.equal(source.ok, false);
  assert.ok(source.fix);
  for (const name of ['node', 'settings', 'records', 'library', 'embedder', 'skills', 'sandbox', 'model', 'slack']) {
    assert.ok(
      checks.some((check: { name: string }) => check.name === name),
      name,
    );
  }
});

/** The Node that the machine has besides the project's own, if it is too old for it. */
function olderNode(): string | undefined {
  const places = (process.env.PATH ?? '').split(':').filter((place) => !place.includes('node_modules'));
  for (const place of places) {
    try {
      const version = execFileSync(join(place, 'node'), ['--version'], { encoding: 'utf8' });
      if (Number(version.slice(1).split('.')[0]) < 24) return join(place, 'node');
    } catch {
      // not there
    }
  }
  return undefined;
}

test('an older Node says so in one sentence', async (t) => {
  const node = olderNode();
  if (node === undefined) {
    t.skip('there is no older Node on this machine');
    return;
  }
  const { status, stderr } = await runBylaw(['ask', 'x'], { node });
  assert.equal(status, 2);
  assert.match(stderr, /^Bylaw needs Node 24 or newer and this is Node \d+\.[^\n]+\n$/);
});
