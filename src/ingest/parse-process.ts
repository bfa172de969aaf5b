import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { BylawError } from '../errors.ts';
import { parseFile } from './parsers/parse-file.ts';
import type { ParsedDocument, ParsedFile } from './parsers/parser.ts';

export type ParseRequest = ParsedFile;

/** What the process says: `ready` once, then one of the others for each request. */
export type ParseReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'parsed'; readonly document: ParsedDocument; readonly memoryBytes: number }
  | { readonly kind: 'unreadable'; readonly reason: string; readonly memoryBytes: number };

// The body of a process of its own, started by `startParseChild`; it ends with the process that started it.
if (isMainThread) serve();
else watchParent(workerData);

function serve(): void {
  process.on('message', (request: ParseRequest) => {
    answer(request).then(
      (reply) => send(reply),
      () => process.exit(1),
    );
  });
  process.on('disconnect', () => process.exit());
  // A library's stray promise must not end the process: the request's own promise decides.
  process.on('unhandledRejection', () => {});
  new Worker(new URL(import.meta.url), { workerData: process.ppid }).unref();
  send({ kind: 'ready' });
}

function send(reply: ParseReply): void {
  process.send?.(reply);
}

async function answer(request: ParseRequest): Promise<ParseReply> {
  try {
    const document = await parseFile(request);
    return { kind: 'parsed', document, memoryBytes: process.memoryUsage.rss() };
  } catch (error) {
    if (!(error instanceof BylawError)) throw error;
    return { kind: 'unreadable', reason: error.message, memoryBytes: process.memoryUsage.rss() };
  }
}

/** A parser in an endless loop never sees 'disconnect'; this thread does not share its fate. */
function watchParent(parent: number): void {
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, 1000);
}
