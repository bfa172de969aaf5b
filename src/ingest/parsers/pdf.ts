import { getDocumentProxy } from 'unpdf';
import { cleanText, hiddenTextNotes } from '../../clean-text.ts';
import { sensibleTitle } from './document-title.ts';
import { formats } from './formats.ts';
import { readMetadata } from './metadata.ts';
import type { Field } from './metadata-fields.ts';
import type { Parser } from './parser.ts';
import type { TextRun } from './pdf-lines.ts';
import { pagesToMarkdown } from './pdf-text.ts';
import { unreadable } from './unreadable.ts';

/** A page with fewer characters is a picture: a scan, a figure or an empty sheet. */
const leastCharacters = 20;

/** Text by page in reading order; larger type becomes headings. */
export function createPdfParser(): Parser {
  return {
    ...formats.pdf,
    async parse({ bytes, path }) {
      const { pages, info } = await readPdf(bytes);
      const markdown = pagesToMarkdown(pages);
      const raw = markdown.join('');
      const empty = markdown.flatMap((text, i) => (text.replace(/\s/g, '').length < leastCharacters ? [i + 1] : []));
      if (empty.length === markdown.length) {
        throw unreadable(
          'has no text: it looks like a scan or a picture; run text recognition (OCR) on it and save it again',
        );
      }
      if (undecodableShare(raw) > 0.3) {
        throw unreadable(
          'has text that cannot be decoded: its fonts do not say which characters they show; export it again',
        );
      }
      const { text, pageStarts } = joinPages(markdown.map(cleanText));
      const { metadata, notes } = readMetadata({ fields: readFields(info, markdown[0] ?? ''), text, path });
      return { text, pageStarts, metadata, notes: [...hiddenTextNotes(raw), ...emptyPageNotes(empty), ...notes] };
    },
  };
}

async function readPdf(bytes: Uint8Array): Promise<{ pages: TextRun[][]; info: Readonly<Record<string, unknown>> }> {
  let pdf: Awaited<ReturnType<typeof getDocumentProxy>> | undefined;
  try {
    pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    const pages: TextRun[][] = [];
    for (let n = 1; n <= pdf.numPages; n++) {
      const page = await pdf.getPage(n);
      const { items } = await page.getTextContent();
      pages.push(items.filter((item) => 'str' in item));
      page.cleanup();
    }
    const { info } = await pdf.getMetadata();
    return { pages, info: { ...info } };
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : '';
    if (name === 'PasswordException') throw unreadable('needs a password: save a copy without one', cause);
    throw unreadable('is damaged or not a PDF: open it and save it again', cause);
  } finally {
    await pdf?.loadingTask.destroy();
  }
}

function joinPages(pages: readonly string[]): { text: string; pageStarts: number[] } {
  let text = '';
  const pageStarts: number[] = [];
  for (const page of pages) {
    if (text !== '' && page !== '') text += '\n\n';
    pageStarts.push(text.length);
    text += page;
  }
  return { text, pageStarts };
}

/** Share of replacement and private-use characters: what fonts without a Unicode mapping come out as. */
function undecodableShare(text: string): number {
  return (text.match(/[\ufffd\ue000-\uf8ff]/g)?.length ?? 0) / Math.max(1, text.replace(/\s/g, '').length);
}

function emptyPageNotes(empty: readonly number[]): string[] {
  if (empty.length === 0) return [];
  const shown = empty.slice(0, 20).join(', ') + (empty.length > 20 ? ', …' : '');
  return [`has no text on ${empty.length === 1 ? 'page' : 'pages'} ${shown}: pictures or scans cannot be searched`];
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
  const title = headings.map((line) => line.slice(3)).join(' – ');
  return title !== '' && headings.length <= 3 && title.length <= 120 ? title : undefined;
}

/** `D:20260131120000+01'00'` (ISO 32000-1, 7.9.4). */
function dayOfStamp(stamp: unknown): string | undefined {
  const parts = typeof stamp === 'string' ? /^D:(\d{4})(\d{2})(\d{2})/.exec(stamp) : null;
  return parts ? `${parts[1]}-${parts[2]}-${parts[3]}` : undefined;
}
