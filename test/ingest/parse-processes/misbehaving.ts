import type { ParseReply, ParseRequest } from '../../../src/ingest/parse-process.ts';

// Does to its process what a hostile file could do, by the name of the file; anything else is answered with that name.
const hoard: unknown[] = [];

process.on('message', ({ path }: ParseRequest) => {
  if (path === 'hang') while (true);
  if (path === 'crash') process.exit(3);
  if (path === 'buffers') setInterval(() => hoard.push(Buffer.alloc(10_000_000, 1)), 1);
  else if (path === 'heap') for (;;) hoard.push(new Array(100_000).fill(0.5));
  else if (path !== 'wait') reply(path);
});

function reply(path: string): void {
  const metadata = { title: path, audience: [], country: [], tags: [], status: 'active' as const };
  const memoryBytes = path === 'worn' ? 2 ** 40 : 0;
  send({ kind: 'parsed', document: { text: String(process.pid), metadata, notes: [] }, memoryBytes });
  // What a file leaves behind may show only with the next one.
  if (path === 'time bomb') process.once('message', () => process.exit(3));
}

function send(message: ParseReply): void {
  process.send?.(message);
}

send({ kind: 'ready' });
