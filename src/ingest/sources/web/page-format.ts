import { extname } from 'node:path';

const byType: Readonly<Record<string, string>> = {
  'text/html': '.html',
  'application/xhtml+xml': '.html',
  'text/markdown': '.md',
  'text/x-markdown': '.md',
  'text/plain': '.txt',
  'application/pdf': '.pdf',
  'text/asciidoc': '.adoc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': '.pptx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
  'application/vnd.oasis.opendocument.text': '.odt',
};

/** The extension of the format that a page is in; undefined for one that holds no policy. */
export function formatOf(contentType: string | undefined, address: string): string | undefined {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  const own = extname(new URL(address).pathname).toLowerCase();
  const isKnown = own === '.htm' || own === '.markdown' || Object.values(byType).includes(own);
  // Servers that don't know a format send it as text or as bytes.
  if (isKnown && (type === '' || type === 'application/octet-stream' || type === 'text/plain')) return own;
  return byType[type];
}

/** Text in the encoding that only the header names becomes UTF-8 with a mark, which counts more than what the text says. */
export function asUtf8(body: Buffer, contentType: string | undefined): Buffer {
  const charset = /;\s*charset="?([\w.:-]+)/i.exec(contentType ?? '')?.[1]?.toLowerCase();
  if (charset === undefined || /^utf-?8$/.test(charset) || !/^text\//i.test(contentType ?? '')) return body;
  try {
    return Buffer.from(`\ufeff${new TextDecoder(charset, { fatal: true }).decode(body)}`);
  } catch {
    return body;
  }
}
