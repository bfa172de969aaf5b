import { cleanText, hiddenTextNotes } from '../../clean-text.ts';
import { sensibleTitle } from './document-title.ts';
import { formats } from './formats.ts';
import { joinPages } from './join-pages.ts';
import { readMetadata } from './metadata.ts';
import type { Field } from './metadata-fields.ts';
import type { Parser } from './parser.ts';
import { readPdfPages } from './pdf/pdf-pages.ts';
import { pagesToMarkdown } from './pdf/pdf-text.ts';
import { scanNotes, unreadableScan } from './pdf/scan-notes.ts';
import type { PageToRead, ScannedPage } from './pdf/scanned-pages.ts';
import type { PageText } from './pdf/text-run.ts';
import { unreadable } from './unreadable.ts';

/** A page with fewer characters is a picture: a scan, a figure or an empty sheet. */
const leastCharacters = 20;

/** What is left of a file's time after recognition must do for the rest. */
const recognitionShare = 0.8;

/** Text by page in reading order; larger type becomes headings, and pages without text are read by text recognition. */
export function createPdfParser(): Parser {
  return {
    ...formats.pdf,
    async parse({ bytes, path, timeoutMs }) {
      const started = performance.now();
      const { pages, info } = await readPdfPages(bytes);
      const wanted = pages.flatMap((page, i) => pageToRead(page, i + 1) ?? []);
      const deadline = started + (timeoutMs ?? Number.POSITIVE_INFINITY) * recognitionShare;
      const scans = await readScans(bytes, wanted, deadline);
      const { markdown, unsafeTables } = pagesToMarkdown(withScans(pages, wanted, scans));
      const raw = markdown.join('');
      const lost = scans.some(({ kind }) => kind === 'unclear' || kind === 'unread');
      const found = scans.some(({ kind }) => kind === 'read');
      if (wanted.length === pages.length && !found && (lost || raw === '')) {
        throw wanted.some(({ isGarbled }) => isGarbled) ? undecodable() : unreadableScan(scans, timeoutMs);
      }
      if (undecodableShare(raw) > 0.3) throw undecodable();
      const { text, pageStarts } = joinPages(markdown.map(cleanText));
      const { metadata, notes } = readMetadata({ fields: readFields(info, markdown[0] ?? ''), text, path });
      return {
        text,
        pageStarts,
        metadata,
        notes: [...hiddenTextNotes(raw), ...scanNotes(scans, timeoutMs), ...tableNotes(unsafeTables), ...notes],
      };
    },
  };
}

function undecodable() {
  return unreadable(
    'has text that cannot be decoded: its fonts do not say which characters they show; export it again',
  );
}

/** A page without text, or with hardly a letter in it: an old text layer that went wrong, or fonts without letters. */
function pageToRead({ runs }: PageText, page: number): PageToRead | undefined {
  const text = runs.map(({ str }) => str).join('');
  const written = text.replace(/[\s.\-_…·]/g, '');
  if (text.replace(/\s/g, '').length < leastCharacters) return { page, isGarbled: false };
  const share = (written.match(/[\p{L}\p{N}]/gu)?.length ?? 0) / Math.max(1, written.length);
  return written.length >= leastCharacters && share < 0.3 ? { page, isGarbled: true } : undefined;
}

async function readScans(bytes: Uint8Array, pages: readonly PageToRead[], deadline: number): Promise<ScannedPage[]> {
  if (pages.length === 0) return [];
  const { readScannedPages } = await import('./pdf/scanned-pages.ts');
  return readScannedPages(bytes, pages, deadline);
}

/** What recognition made out takes the place of the few characters that a page may have; garbled text is no text. */
function withScans(
  pages: readonly PageText[],
  wanted: readonly PageToRead[],
  scans: readonly ScannedPage[],
): PageText[] {
  const garbled = new Set(wanted.filter(({ isGarbled }) => isGarbled).map(({ page }) => page));
  const read = new Map(scans.map((scan) => [scan.page, scan]));
  return pages.map((page, i) => {
    const scan = read.get(i + 1);
    if (scan?.kind === 'read') return scan;
    return garbled.has(i + 1) ? { ...page, runs: [] } : page;
  });
}

/** Share of replacement and private-use characters: what fonts without a Unicode mapping come out as. */
function undecodableShare(text: string): number {
  return (text.match(/[\ufffd\ue000-\uf8ff]/g)?.length ?? 0) / Math.max(1, text.replace(/\s/g, '').length);
}

function tableNotes(pages: readonly number[]): string[] {
  return pages.map(
    (page) => `page ${page} has a table that could not be read safely: its lines are kept, its columns are not certain`,
  );
}

/** The document information dictionary; its own entries (`Custom` in PDF.js) count like front matter. */
function readFields(info: Readonly<Record<string, unknown>>, firstPage: string): Field[] {
  const title = sensibleTitle(info.Title) ?? coverTitle(firstPage);
  const author =
    typeof info.Author === 'string' && !/^\(?(?:anonymous|unspecified)\)?$/i.test(info.Author) ? info.Author : '';
  const custom = typeof info.Custom === 'object' && info.Custom !== null ? Object.entries(info.Custom) : [];
  return [
    ...custom,
    ...(title === undefined ? [] : [['title', title] as const]),
    ['author', author],
    ['tags', info.Keywords],
    ['updated', dayOfStamp(info.ModDate) ?? dayOfStamp(info.CreationDate)],
  ];
}

/** A cover often names the company first and the document below it. */
function coverTitle(page: string): string | undefined {
  const headings = /^(?:## .+(?:\n+|$))+/.exec(page)?.[0].trim().split(/\n+/) ?? [];
  const title = headings.map((line) => line.slice(3).replace(/\\(?=[^\w\s])/g, '')).join(' – ');
  return title !== '' && headings.length <= 3 && title.length <= 120 ? title : undefined;
}

/** `D:20260131120000+01'00'` (ISO 32000-1, 7.9.4). */
function dayOfStamp(stamp: unknown): string | undefined {
  const parts = typeof stamp === 'string' ? /^D:(\d{4})(\d{2})(\d{2})/.exec(stamp) : null;
  return parts ? `${parts[1]}-${parts[2]}-${parts[3]}` : undefined;
}
