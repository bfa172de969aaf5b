import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import picomatch from 'picomatch';
import { BylawError } from '../../errors.ts';
import type { Source } from './source.ts';
import type { WebAccess } from './web/get-address.ts';
import { createPace } from './web/pace.ts';
import { fromStamp } from './web/page-stamp.ts';

export interface WebSourceOptions {
  readonly name: string;
  readonly sitemap?: string | undefined;
  readonly pages?: readonly string[] | undefined;
  /** That pages and redirects may lead to, beside those of the sitemap and of the pages named. */
  readonly hosts?: readonly string[] | undefined;
  /** Globs of the paths of pages, such as `handbook/**`. */
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  /** A mail address or a page at which those who run the site reach those who run Bylaw. */
  readonly contact: string;
  readonly requestsPerSecond: number;
  readonly allowPrivate: boolean;
  readonly maxPages: number;
  readonly maxBytes: number;
  /** Holds pages between the listing and their reading. */
  readonly spool: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly timeoutMs?: number;
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly lookup?: NonNullable<WebAccess['lookup']>;
}

/** A page whose sitemap names no later change is still asked for this often. */
const freshMs = 24 * 60 * 60 * 1000;

/**
 * Pages of a site, by its sitemap or a list. A page that did not change is answered as such by its server and costs nothing
 * more; of the pages nothing is kept here but what the records hold.
 */
export function createWebSource(options: WebSourceOptions): Source {
  const { name, pages = [], sitemap, maxBytes, now } = options;
  const spool = join(options.spool, name);
  const pace = createPace({
    ...{ requestsPerSecond: options.requestsPerSecond, now },
    sleep: options.sleep ?? ((ms, signal) => delay(ms, undefined, { signal })),
  });
  const access: WebAccess = {
    userAgent: `Bylaw (reads policies for a question bot; ${options.contact})`,
    hosts: new Set([...[...pages, ...(sitemap === undefined ? [] : [sitemap])].map(hostOf), ...(options.hosts ?? [])]),
    allowPrivate: options.allowPrivate,
    timeoutMs: options.timeoutMs ?? 30_000,
    ...(options.lookup && { lookup: options.lookup }),
    turn: ({ host }, signal) => pace.turn(host, signal),
  };
  const isWanted = wantedBy(options);
  /** When each page was last asked for, and what its sitemap said then. */
  const asked = new Map<string, { readonly at: number; readonly lastmod: string }>();

  async function listAll(known: ReadonlyMap<string, string>, signal: AbortSignal) {
    // Loaded only where there is such a source.
    const [{ listPages }, { listDocuments }, { createRobots }] = await Promise.all([
      import('./web/list-pages.ts'),
      import('./web/list-documents.ts'),
      import('./web/robots.ts'),
    ]);
    await rm(spool, { recursive: true, force: true });
    const found = await listPages(access, { pages, sitemap }, signal);
    const own = found.filter(({ address }) => access.hosts.has(hostOf(address)));
    const wanted = own.filter(({ address }) => isWanted(address));
    if (wanted.length === 0) throw unreadable(emptyReason(found.length, own.length));
    const { files, skipped } = await listDocuments(
      {
        ...{ access, maxBytes, robots: createRobots(access, pace) },
        keep: (stamp, body) => keep(spool, stamp, body),
        isFresh: ({ address, lastmod }) => isFresh(asked.get(address), lastmod, now()),
        asked: ({ address, lastmod }) => {
          const before = asked.get(address);
          if (lastmod !== undefined && !isFresh(before, lastmod, now())) asked.set(address, { at: now(), lastmod });
        },
      },
      wanted.slice(0, options.maxPages),
      known,
      signal,
    );
    const notes = [
      ...(own.length < found.length
        ? [`${found.length - own.length} pages of other hosts are left out: see hosts`]
        : []),
      ...(wanted.length > options.maxPages
        ? [`${wanted.length - options.maxPages} pages beyond the first ${options.maxPages} are left out: see maxPages`]
        : []),
    ];
    return { files, skipped, notes };
  }

  return {
    name,
    isRemote: true,
    async list(signal, known = new Map()) {
      try {
        return await listAll(known, signal);
      } catch (error) {
        signal.throwIfAborted();
        const reason = error instanceof BylawError ? error.message : spoolFault(error, options.spool);
        if (reason === undefined) throw error;
        throw new BylawError('source_unreadable', `the web pages of ${name} can’t be read: ${reason}`, {
          cause: error,
        });
      }
    },
    async read({ stamp }, signal) {
      const kept = await readFile(fileOf(spool, stamp)).catch(() => undefined);
      if (kept !== undefined) {
        await rm(fileOf(spool, stamp), { force: true });
        return kept;
      }
      const mark = fromStamp(stamp);
      if (mark === undefined) throw new BylawError('document_unreadable', 'is no page of this source');
      const { readPage } = await import('./web/read-page.ts');
      const reading = await readPage(access, mark.asked, { maxBytes, signal });
      if (reading.kind === 'page') return reading.body;
      const reason = reading.kind === 'unchanged' ? 'changes while it is read' : reading.reason;
      // Of a page that can't be seen just now nothing is noted, so that the next sync asks again.
      if (reading.kind === 'unseen') throw unreadable(`${mark.own} ${reason}`);
      throw new BylawError('document_unreadable', reason);
    },
  };
}

function isFresh(
  before: { at: number; lastmod: string } | undefined,
  lastmod: string | undefined,
  now: number,
): boolean {
  return before !== undefined && before.lastmod === lastmod && now - before.at < freshMs;
}

function wantedBy({ include, exclude }: WebSourceOptions): (address: string) => boolean {
  const included = include === undefined ? () => true : picomatch([...include], { dot: true });
  const excluded = picomatch([...(exclude ?? [])], { dot: true });
  return (address) => {
    const path = new URL(address).pathname.slice(1);
    return included(path) && !excluded(path);
  };
}

function emptyReason(found: number, own: number): string {
  if (found === 0) return 'its sitemap lists no pages: what was read before stays';
  if (own === 0) return 'all its pages are of other hosts: add them to hosts';
  return 'include and exclude leave none of its pages';
}

async function keep(spool: string, stamp: string, body: Buffer): Promise<void> {
  await mkdir(spool, { recursive: true, mode: 0o700 });
  await writeFile(fileOf(spool, stamp), body, { mode: 0o600 });
}

function spoolFault(error: unknown, spool: string): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT') return `the disk is full: free space for ${spool}`;
  return code === 'EACCES' || code === 'EROFS' ? `${spool} may not be written` : undefined;
}

function fileOf(spool: string, stamp: string): string {
  return join(spool, createHash('sha256').update(stamp).digest('hex'));
}

function hostOf(address: string): string {
  return new URL(address).host;
}

function unreadable(reason: string): BylawError {
  return new BylawError('source_unreadable', reason);
}
