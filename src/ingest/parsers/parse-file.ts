import { BylawError } from '../../errors.ts';
import { detectFormat, type FileFormat } from './detect-format.ts';
import { type FormatName, formats } from './formats.ts';
import type { ParsedDocument, ParsedFile, Parser } from './parser.ts';
import { checkArchive, readZip } from './read-zip.ts';
import { unreadable } from './unreadable.ts';

export const supportedExtensions: readonly string[] = Object.values(formats).flatMap(({ extensions }) => extensions);

/**
 * Part of a version's fingerprint, for a path or an extension; loads no parser. Nothing where the format is not supported.
 * How many pages of a scan are read depends on the time for a file, so that a longer one has the scan read again.
 */
export function parserVersion(path: string, timeoutMs?: number): string | undefined {
  const name = formatOf(path);
  if (name === undefined) return undefined;
  const { version } = formats[name];
  return name === 'pdf' && timeoutMs !== undefined ? `${version} in ${timeoutMs} ms` : version;
}

/** Throws `document_unreadable` where the format is not supported. */
export async function parserFor(path: string): Promise<Parser> {
  const name = formatOf(path);
  if (name === undefined) {
    const known = supportedExtensions.join(', ');
    throw unreadable(`format ${extensionOf(path) || 'without extension'} is not supported; supported: ${known}`);
  }
  return loaders[name]();
}

/** Parses a file by its extension, after a look at what it really is; every failure is a `document_unreadable`. */
export async function parseFile(file: ParsedFile): Promise<ParsedDocument> {
  const parser = await parserFor(file.path);
  if (file.bytes.length === 0) throw unreadable('is empty');
  checkFormat(file);
  const document = await parse(parser, file);
  if (document.text.trim() === '')
    throw unreadable(isBlank(file.bytes) ? 'is empty' : 'has no text besides its front matter or markup');
  const notes = readsLikeInstructions.test(document.text) ? [instructionNote] : [];
  return { ...document, notes: [...document.notes, ...notes] };
}

async function parse(parser: Parser, file: ParsedFile): Promise<ParsedDocument> {
  try {
    return await parser.parse(file);
  } catch (cause) {
    if (cause instanceof BylawError) throw cause;
    throw unreadable('could not be read: it looks damaged; open it and save it again', cause);
  }
}

const loaders: Readonly<Record<FormatName, () => Promise<Parser>>> = {
  markdown: async () => (await import('./markdown.ts')).createMarkdownParser(),
  'plain-text': async () => (await import('./plain-text.ts')).createPlainTextParser(),
  html: async () => (await import('./html.ts')).createHtmlParser(),
  docx: async () => (await import('./docx.ts')).createDocxParser(),
  pdf: async () => (await import('./pdf.ts')).createPdfParser(),
  pptx: async () => (await import('./pptx.ts')).createPptxParser(),
  xlsx: async () => (await import('./xlsx.ts')).createXlsxParser(),
  odt: async () => (await import('./odt.ts')).createOdtParser(),
  asciidoc: async () => (await import('./asciidoc.ts')).createAsciiDocParser(),
};

function extensionOf(path: string): string {
  return /(\.[^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

function formatOf(path: string): FormatName | undefined {
  const extension = extensionOf(path);
  const names = Object.keys(formats) as FormatName[];
  return names.find((name) => (formats[name].extensions as readonly string[]).includes(extension));
}

const expected: Readonly<Record<FormatName, readonly FileFormat[]>> = {
  markdown: ['text'],
  'plain-text': ['text'],
  html: ['HTML page', 'text'],
  docx: ['Word document'],
  pdf: ['PDF document'],
  pptx: ['PowerPoint presentation'],
  xlsx: ['Excel workbook'],
  odt: ['OpenDocument file'],
  asciidoc: ['text'],
};

/** Bytes without a known mark go on to the parser, which says better what is wrong with them. */
function checkFormat({ bytes, path }: ParsedFile): void {
  const name = formatOf(path);
  const actual = detectFormat(bytes);
  const zip = isZip(bytes) ? readZip(bytes) : undefined;
  if (zip !== undefined) checkArchive(zip);
  if (name === undefined || actual === undefined || expected[name].includes(actual)) return;
  if (actual === 'password-protected Office file' && /^(?:docx|pptx|xlsx)$/.test(name)) {
    throw unreadable('needs a password: save a copy without one');
  }
  const article = /^(?:[aeiou]|HTML|RTF)/i.test(actual) ? 'an' : 'a';
  const what = actual === 'text' ? 'plain text' : `${article} ${actual}`;
  throw unreadable(
    `is ${what}, not what ${extensionOf(path)} promises: give it the right extension or save it in that format`,
  );
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

function isBlank(bytes: Uint8Array): boolean {
  return (
    Buffer.from(bytes.subarray(0, 65_536))
      .toString('latin1')
      .replace(/[\s\xef\xbb\xbf]/g, '') === ''
  );
}

/** Such text stays, since a policy may quote it; its owner should have a look. */
const readsLikeInstructions =
  /\b(?:ignore|disregard|forget)\s+(?:all\s+|any\s+)?(?:of\s+)?(?:the\s+|your\s+)?(?:previous|prior|above|earlier|preceding)\s+(?:instructions?|prompts?|rules|messages)\b/i;

const instructionNote =
  'holds a sentence that reads like an instruction to a language model: check where it comes from';
