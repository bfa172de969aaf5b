import type { IsoDate } from '../../../domain.ts';
import { BylawError } from '../../../errors.ts';
import type { SkippedEntry, SourceFile, SourceListing } from '../source.ts';
import type { WebAccess } from './get-address.ts';
import { createKnownPages, type KnownPages } from './known-pages.ts';
import { type PageMark, toStamp } from './page-stamp.ts';
import { type PageReading, readPage } from './read-page.ts';
import type { SitemapEntry } from './read-sitemap.ts';
import type { Robots } from './robots.ts';

/** After so many failures in a row a host is left alone until the next listing. */
const maxFailures = 3;

/**
 * Asks for each page what changed. What can't be seen stays as it was; where that is everything, or where one page is
 * answered in the place of many, throws `source_unreadable`.
 */
export async function listDocuments(
  deps: {
    readonly access: WebAccess;
    readonly robots: Robots;
    readonly maxBytes: number;
    /** Keeps a page until it is read. */
    readonly keep: (stamp: string, body: Buffer) => Promise<void>;
    /** Whether the page need not be asked for, since its sitemap names no later change. */
    readonly isFresh: (entry: SitemapEntry) => boolean;
    readonly asked: (entry: SitemapEntry) => void;
  },
  entries: readonly SitemapEntry[],
  known: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<SourceListing> {
  const pages = createKnownPages(known);
  const files = new Map<string, SourceFile>();
  const hashes = new Map<string, number>();
  const skipped: SkippedEntry[] = [];
  const failures = new Map<string, number>();

  function add(path: string, stamp: string, mark: PageMark, lastmod: string | undefined): void {
    const on = dayOf(lastmod) ?? dayOf(mark.modified);
    files.set(path, { path, stamp, metadata: { url: mark.own }, ...(on && { changed: { on } }) });
    hashes.set(mark.hash, (hashes.get(mark.hash) ?? 0) + 1);
  }

  for (const entry of entries) {
    signal.throwIfAborted();
    const before = pages.find(entry.address);
    // Another address of a page that is listed already.
    if (before !== undefined && files.has(before.path)) continue;
    const reading =
      before && deps.isFresh(entry) ? unchanged : await look(deps, entry.address, before?.mark, failures, signal);
    if (reading.kind === 'unchanged' && before !== undefined) {
      add(before.path, before.stamp, before.mark, entry.lastmod);
      deps.asked(entry);
    } else if (reading.kind === 'page') {
      const path = pages.pathFor(reading.mark.own, reading.extension);
      if (files.has(path)) continue;
      const stamp = toStamp(reading.mark);
      add(path, stamp, reading.mark, entry.lastmod);
      deps.asked(entry);
      await deps.keep(stamp, reading.body);
    } else if (reading.kind !== 'unchanged') {
      const path = before?.path ?? pages.pathFor(entry.address, '.html');
      skipped.push({ path, reason: reading.reason, ...(reading.kind === 'unseen' && { unseen: true }) });
    }
  }
  refuse(pages, [...files.values()], hashes, skipped);
  return { files: [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1)), skipped };
}

const unchanged: PageReading = { kind: 'unchanged' };

async function look(
  { access, robots, maxBytes }: Parameters<typeof listDocuments>[0],
  address: string,
  known: PageMark | undefined,
  failures: Map<string, number>,
  signal: AbortSignal,
): Promise<PageReading> {
  const { host } = new URL(address);
  const failed = failures.get(host) ?? 0;
  if (failed >= maxFailures) return { kind: 'unseen', reason: `${host} does not answer`, isDown: true };
  const allowed = await robots.allows(address, signal);
  if (allowed === false) return { kind: 'left out', reason: 'may not be read: robots.txt of the site forbids it' };
  const reading: PageReading =
    allowed === true
      ? await readPage(access, address, { known, maxBytes, signal })
      : { ...allowed, kind: 'unseen', isDown: true };
  failures.set(host, reading.kind === 'unseen' && reading.isDown ? failed + 1 : 0);
  return reading;
}

/** A site that is down, or that answers everything with its sign-in, must not look like one without documents. */
function refuse(
  pages: KnownPages,
  files: readonly SourceFile[],
  hashes: ReadonlyMap<string, number>,
  skipped: readonly SkippedEntry[],
): void {
  const most = Math.max(0, ...hashes.values());
  if (most >= 3 && most > files.length / 2) {
    throw unreadable(
      `${most} of ${files.length} addresses are answered with the same page: is it a sign-in or an error?`,
    );
  }
  if (files.length > 0) return;
  const down = skipped.find(({ unseen }) => unseen);
  if (down !== undefined) throw unreadable(`no page can be read: ${down.path} ${down.reason}`);
  if (pages.count > 0 && skipped.every(({ reason }) => reason.includes('not there any more')))
    throw unreadable('none of its pages is there any more: correct pages or sitemap, or take the source out');
}

function dayOf(text: string | undefined): IsoDate | undefined {
  if (text === undefined) return undefined;
  const written = /^\d{4}-\d\d-\d\d/.exec(text)?.[0];
  if (written !== undefined) return written;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 10);
}

function unreadable(reason: string): BylawError {
  return new BylawError('source_unreadable', reason);
}
