import type { BylawError } from '../../../errors.ts';
import { unreadable } from '../unreadable.ts';
import type { ScannedPage } from './scanned-pages.ts';

/** What an owner should know of the pages that hold no text of their own; blank ones need no word. */
export function scanNotes(scans: readonly ScannedPage[], timeoutMs: number | undefined): string[] {
  const notes: string[] = [];
  const read = scans.filter((scan) => scan.kind === 'read');
  if (read.length > 0) {
    notes.push(
      `${describePages(read)} read from a scan, confidence ${range(read.map(({ confidence }) => confidence))}`,
    );
  }
  const leftOut = read.filter(({ linesLeftOut }) => linesLeftOut > 0);
  if (leftOut.length > 0) {
    const lines = leftOut.reduce((sum, { linesLeftOut }) => sum + linesLeftOut, 0);
    notes.push(
      `${lines} ${lines === 1 ? 'line' : 'lines'} on ${pageList(leftOut)} too unclear to be read, and left out`,
    );
  }
  const unclear = scans.filter((scan) => scan.kind === 'unclear');
  if (unclear.length > 0) notes.push(`${describePages(unclear)} not read: ${whyUnclear(unclear)}`);
  const unread = scans.filter(({ kind }) => kind === 'unread');
  if (unread.length > 0) notes.push(`${describePages(unread)} not read: ${whyUnread(timeoutMs)}`);
  return notes;
}

/** The reason for a document of which no page could be read. */
export function unreadableScan(scans: readonly ScannedPage[], timeoutMs: number | undefined): BylawError {
  const unclear = scans.filter((scan) => scan.kind === 'unclear');
  const unread = scans.filter(({ kind }) => kind === 'unread');
  if (unread.length > 0)
    return unreadable(`has no text besides scans, and they were not read: ${whyUnread(timeoutMs)}`);
  if (unclear.length > 0) return unreadable(`has no text: ${describePages(unclear)} not read: ${whyUnclear(unclear)}`);
  return unreadable(`has no text: ${scans.length === 1 ? 'its page is' : 'its pages are'} blank`);
}

function whyUnclear(pages: readonly { readonly confidence: number }[]): string {
  const best = range(pages.map(({ confidence }) => confidence));
  return `a picture, or a scan too unclear for text recognition (confidence ${best}, 60 is needed, turned pages tried); scan again, straight and at 300 dpi, or add the text`;
}

function whyUnread(timeoutMs: number | undefined): string {
  const limit = timeoutMs === undefined ? 'the time' : `the ${Math.round(timeoutMs / 1000)} s`;
  return `${limit} for a file ran out while scans were being read; split the file or raise parsing.timeoutSeconds (5 s a page)`;
}

function range(values: readonly number[]): string {
  const [least, most] = [Math.round(Math.min(...values)), Math.round(Math.max(...values))];
  return least === most ? String(least) : `${least} to ${most}`;
}

function describePages(pages: readonly { readonly page: number }[]): string {
  return `${pageList(pages)} ${pages.length === 1 ? 'was' : 'were'}`;
}

/** "page 3", or "pages 1-4, 7". */
function pageList(pages: readonly { readonly page: number }[]): string {
  const runs: { from: number; to: number }[] = [];
  for (const { page } of pages) {
    const last = runs.at(-1);
    if (last?.to === page - 1) last.to = page;
    else runs.push({ from: page, to: page });
  }
  const shown = runs.slice(0, 20).map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`));
  return `${pages.length === 1 ? 'page' : 'pages'} ${shown.join(', ')}${runs.length > 20 ? ', …' : ''}`;
}
