import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createIsolatedParser } from '../../src/ingest/isolated-parser.ts';
import { makeDocx, paragraph } from './parsers/make-docx.ts';

const entry = new URL('./parse-processes/misbehaving.ts', import.meta.url);
const { signal } = new AbortController();
const bytes = Buffer.from('Text');

function misbehaving(t: TestContext, options: { timeoutMs?: number; maxMemoryMb?: number } = {}) {
  const parser = createIsolatedParser({ ...options, entry });
  t.after(() => parser.stop());
  return (path: string, abort = signal) => parser.parse({ path, bytes }, abort);
}

test('files of all kinds are parsed in a process of their own, one process for all', async (t) => {
  const parser = createIsolatedParser();
  t.after(() => parser.stop());
  const markdown = await parser.parse(
    { path: 'leave.md', bytes: Buffer.from('---\nowner: HR\n---\n# Leave\n\n20 days.') },
    signal,
  );
  assert.equal(markdown.text, '# Leave\n\n20 days.');
  assert.equal(markdown.metadata.owner, 'HR');
  const word = await parser.parse({ path: 'a.docx', bytes: makeDocx(paragraph('Body')) }, signal);
  assert.equal(word.text, 'Body');
  await assert.rejects(parser.parse({ path: 'b.pdf', bytes }, signal), {
    code: 'document_unreadable',
    message: /^is plain text/,
  });
});

test('many calls at once are served in order', async (t) => {
  const parse = misbehaving(t);
  const documents = await Promise.all(Array.from({ length: 50 }, (_, i) => parse(`file ${i}`)));
  assert.deepEqual(
    documents.map(({ metadata }) => metadata.title),
    Array.from({ length: 50 }, (_, i) => `file ${i}`),
  );
  assert.equal(new Set(documents.map(({ text }) => text)).size, 1);
});

test('a file that takes too long costs itself and nothing else', async (t) => {
  const parse = misbehaving(t, { timeoutMs: 1500 });
  const [before, hanging, after] = [parse('a'), parse('hang'), parse('b')];
  await assert.rejects(hanging, {
    code: 'document_unreadable',
    message:
      'took longer than 1.5 s to read: is it damaged or hostile? If not, split it or raise parsing.timeoutSeconds',
  });
  assert.deepEqual([(await before).metadata.title, (await after).metadata.title], ['a', 'b']);
});

test('a file that needs too much memory costs itself, inside and outside the heap', async (t) => {
  const parse = misbehaving(t, { maxMemoryMb: 150 });
  for (const path of ['buffers', 'heap']) {
    await assert.rejects(parse(path), {
      code: 'document_unreadable',
      message:
        'needs more than 150 MB of memory to read: is it damaged or hostile? If not, split it or raise parsing.maxMemoryMb',
    });
    assert.equal((await parse('next')).metadata.title, 'next');
  }
});

test('a file that makes the parser crash costs itself', async (t) => {
  const parse = misbehaving(t);
  await assert.rejects(parse('crash'), { code: 'document_unreadable', message: /^made the parser crash/ });
  assert.equal((await parse('next')).metadata.title, 'next');
});

test('what an earlier file left behind is not blamed on the next one', async (t) => {
  const parse = misbehaving(t);
  await parse('time bomb');
  assert.equal((await parse('next')).metadata.title, 'next');
});

test('a process that has grown is replaced between two files', async (t) => {
  const parse = misbehaving(t);
  assert.notEqual((await parse('worn')).text, (await parse('next')).text);
});

test('an abort ends the file in work and takes a waiting one out of the queue', async (t) => {
  const parse = misbehaving(t);
  await parse('a');
  const [working, waiting] = [new AbortController(), new AbortController()];
  const first = parse('wait', working.signal);
  const second = parse('b', waiting.signal);
  const third = parse('c');
  waiting.abort();
  await assert.rejects(second, { code: 'cancelled' });
  working.abort();
  await assert.rejects(first, { code: 'cancelled' });
  assert.equal((await third).metadata.title, 'c');
});

test('stop ends the file in work, and nothing is parsed afterwards', async () => {
  const parser = createIsolatedParser({ entry });
  const pending = parser.parse({ path: 'wait', bytes }, signal);
  await Promise.all([assert.rejects(pending, { code: 'cancelled' }), parser.stop()]);
  await assert.rejects(parser.parse({ path: 'a', bytes }, signal), { code: 'cancelled' });
});

test('a file beyond the size limit is not even sent', async () => {
  const parser = createIsolatedParser({ maxBytes: 2 * 1024 * 1024 });
  await assert.rejects(parser.parse({ path: 'a.md', bytes: Buffer.alloc(3 * 1024 * 1024) }, signal), {
    code: 'document_unreadable',
    message: 'is 3 MB: larger than the limit of 2 MB',
  });
});

test('a zip bomb costs one file', async (t) => {
  const parser = createIsolatedParser({ maxMemoryMb: 256 });
  t.after(() => parser.stop());
  const bomb = makeDocx(paragraph('x').repeat(400_000));
  assert.ok(bomb.length < 500_000);
  await assert.rejects(parser.parse({ path: 'bomb.docx', bytes: bomb }, signal), {
    message: /^needs more than 256 MB/,
  });
  assert.equal((await parser.parse({ path: 'a.md', bytes }, signal)).text, 'Text');
});

function startParent(t: TestContext, ...args: string[]): ChildProcess {
  const script = new URL('./parse-processes/parent.ts', import.meta.url);
  const parent = spawn(process.execPath, [script.pathname, ...args], { stdio: 'ignore' });
  t.after(() => parent.kill('SIGKILL'));
  return parent;
}

test('an idle parser does not keep the process alive', async (t) => {
  assert.deepEqual(await once(startParent(t), 'exit'), [0, null]);
});

test('a parser in an endless loop ends when its parent is gone', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const parent = startParent(t, String(address.port));
  const [socket]: Socket[] = await once(server, 'connection');
  assert.ok(socket);
  t.after(() => socket.destroy());
  socket.on('error', () => {});
  await once(socket, 'data');
  parent.kill('SIGKILL');
  await once(socket, 'close');
});
