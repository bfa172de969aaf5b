import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BylawError } from '../../../src/errors.ts';
import {
  createMcpResourceSource,
  type ListedResource,
  type McpResourceSourceOptions,
  type ResourcePart,
} from '../../../src/ingest/sources/mcp-resources.ts';
import { describeSource } from './source-contract.ts';

const live = () => new AbortController().signal;

interface Held extends Omit<ListedResource, 'uri' | 'name'> {
  readonly name?: string;
  readonly parts: readonly ResourcePart[] | undefined;
}

function sourceOf(held: Record<string, Held>, options: Partial<McpResourceSourceOptions> = {}) {
  return createMcpResourceSource({
    connector: 'wiki',
    server: {
      list: async () => Object.entries(held).map(([uri, { parts: _, ...rest }]) => ({ name: uri, ...rest, uri })),
      read: async (uri) => held[uri]?.parts,
    },
    patterns: ['**'],
    onlyFor: [],
    maxBytes: 1000,
    ...options,
  });
}

const text = (words: string, mimeType = 'text/markdown'): Held => ({ mimeType, parts: [{ text: words, mimeType }] });

describeSource('MCP resources', async () => {
  const held: Record<string, Held> = { 'hello.md': text('Hello') };
  let isDown = false;
  return {
    source: sourceOf(held, {
      server: {
        list: async () => {
          if (isDown) throw new BylawError('connector_failed', 'connector "wiki" did not answer');
          return Object.entries(held).map(([uri, { parts: _, ...rest }]) => ({ name: uri, ...rest, uri }));
        },
        read: async (uri) => held[uri]?.parts,
      },
    }),
    change: async (words) => {
      held['hello.md'] = text(words);
    },
    remove: async () => {
      delete held['hello.md'];
      held['other.md'] = text('Other');
    },
    takeDown: async () => {
      isDown = true;
    },
  };
});

test('only chosen addresses become documents, under a path by which each is known', async () => {
  const source = sourceOf(
    {
      'wiki://hr/leave': text('Leave'),
      'wiki://hr/deep/travel.md': text('Travel'),
      'wiki://it/secrets': text('No'),
      'https://wiki.example/hr/page.html': text('<p>Hi</p>', 'text/html'),
    },
    { patterns: ['wiki://hr/**', 'https://wiki.example/hr/*'] },
  );
  const { files } = await source.list(live());
  assert.equal(source.name, 'mcp-wiki');
  assert.deepEqual(
    files.map(({ path, metadata }) => [path, metadata?.url]),
    [
      ['https/wiki.example/hr/page.html', 'https://wiki.example/hr/page.html'],
      ['wiki/hr/deep/travel.md', undefined],
      ['wiki/hr/leave.md', undefined],
    ],
  );
});

test('text and PDF are read, other kinds and large ones are left out with the reason', async () => {
  const pdf: Held = { mimeType: 'application/pdf', parts: [{ base64: Buffer.from('%PDF-1.7').toString('base64') }] };
  const source = sourceOf({
    'a://list': text('a;b', 'text/csv'),
    'a://paper': pdf,
    'a://picture': { mimeType: 'image/png', parts: [{ base64: 'AAAA' }] },
    'a://told': { ...text('x'), size: 2000 },
    'a://untold': text('x'.repeat(2000)),
  });
  const { files, skipped } = await source.list(live());
  assert.deepEqual(
    files.map(({ path }) => path),
    ['a/list.txt', 'a/paper.pdf'],
  );
  const [, paper] = files;
  assert.ok(paper);
  assert.equal(Buffer.from(await source.read(paper, live())).toString(), '%PDF-1.7');
  assert.deepEqual(
    skipped.map(({ path, reason }) => `${path} ${reason}`),
    [
      'a/picture is image/png, and only text and PDF can be read',
      'a/told.md is larger than 0 MB',
      'a/untold.md is larger than 0 MB',
    ],
  );
});

test('one that the server no longer finds is not listed, so that it is removed', async () => {
  const held: Record<string, Held> = { 'a://x': text('X'), 'a://y': text('Y') };
  const source = sourceOf(held);
  held['a://x'] = { ...text(''), parts: undefined };
  assert.deepEqual(
    (await source.list(live())).files.map(({ path }) => path),
    ['a/y.md'],
  );
});

test('a server that is down makes the source unreadable, by name, so that the last good state stays', async () => {
  const down = async () => {
    throw new BylawError('connector_failed', 'connector "wiki" did not answer');
  };
  for (const server of [
    { list: down, read: async () => [] },
    { list: async () => [{ uri: 'a://x', name: 'x', mimeType: 'text/plain' }], read: down },
  ]) {
    await assert.rejects(
      sourceOf({}, { server }).list(live()),
      (error) =>
        error instanceof BylawError &&
        error.code === 'source_unreadable' &&
        /"wiki".*did not answer/.test(error.message),
    );
  }
});

test("the connector's readers go along with every document", async () => {
  const { files } = await sourceOf({ 'a://x': text('X') }, { onlyFor: ['connector:wiki'] }).list(live());
  assert.deepEqual(files[0]?.onlyFor, ['connector:wiki']);
});

test('addresses that read the same as paths stay two documents', async () => {
  const { files } = await sourceOf({ 'a://x?1': text('one'), 'a://x#1': text('two'), 'a://../x': text('no') }).list(
    live(),
  );
  assert.equal(new Set(files.map(({ path }) => path)).size, 2);
  assert.ok(files.every(({ path }) => !path.includes('..')));
});
