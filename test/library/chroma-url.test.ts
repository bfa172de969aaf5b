import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { startServer } from './chroma-process.ts';
import { atEnd, openLibrary } from './library-fixture.ts';

const leave = { path: 'leave.md', passages: ['Twenty days of annual leave.', 'Carry over five days.'] };
const travel = { path: 'travel.md', passages: ['Book trains in second class.'] };

/** A proxy as one would put before a server without authentication: it wants a header. */
async function startGuarded(t: TestContext): Promise<{ url: string; close: () => void }> {
  const chromaPort = await startServer(t);
  const proxy = createServer((incoming, response) => {
    if (incoming.headers['x-chroma-token'] !== 'secret') {
      response.writeHead(401).end();
      return;
    }
    const { method, url: path, headers } = incoming;
    const onward = request({ port: chromaPort, host: '127.0.0.1', method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const closed = once(proxy, 'close');
  const close = () => {
    proxy.closeAllConnections();
    proxy.close();
  };
  atEnd(t, async () => {
    close();
    await closed;
  });
  const address = proxy.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, close };
}

test('works with a server of its own at CHROMA_URL, and starts none', async (t) => {
  const { url } = await startGuarded(t);
  const chroma = { url, headers: { 'x-chroma-token': 'secret' } };
  const { put, library, search, stateDir } = await openLibrary(t, { chroma });
  await put(leave, travel);
  assert.equal((await library.embedPending({})).pending, 0);
  assert.equal((await search('annual leave')).usedVectors, true);
  assert.equal(existsSync(join(stateDir, 'chroma')), false);
});

test('says what to check when CHROMA_URL refuses or does not answer, and answers by keyword', async (t) => {
  const { url } = await startGuarded(t);
  const refused = await openLibrary(t, { chroma: { url } });
  await refused.put(leave);
  await assert.rejects(refused.library.embedPending({}), /check CHROMA_HEADERS/);
  assert.equal((await refused.search('annual leave')).hits[0]?.passage.text, leave.passages[0]);
  const line = (await refused.library.health()).find(({ name }) => name === 'vector store');
  assert.equal(line?.ok, false);
  assert.ok(line?.fix);
});

test('answers by keyword when the server at CHROMA_URL goes away', async (t) => {
  const guarded = await startGuarded(t);
  const chroma = { url: guarded.url, headers: { 'x-chroma-token': 'secret' } };
  const { put, library, search } = await openLibrary(t, { chroma, vectorDeadlineMs: 300 });
  await put(leave);
  await library.embedPending({});
  guarded.close();

  const { hits, usedVectors } = await search('annual leave');
  assert.deepEqual([hits[0]?.passage.text, usedVectors], [leave.passages[0], false]);
});
