import { readZip } from './read-zip.ts';

export type FileFormat =
  | 'PDF document'
  | 'Word document'
  | 'PowerPoint presentation'
  | 'Excel workbook'
  | 'OpenDocument file'
  | 'ZIP archive'
  | 'password-protected Office file'
  | 'old Office file (.doc, .xls, .ppt)'
  | 'RTF document'
  | 'HTML page'
  | 'image'
  | 'gzip archive'
  | 'program'
  | 'PostScript file'
  | 'text';

/** What the bytes are, whatever the name says; nothing where they carry no mark and are no text either. */
export function detectFormat(bytes: Uint8Array): FileFormat | undefined {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  for (const [mark, format] of marks) if (mark.test(head)) return format;
  if (head.startsWith('\x1f\x8b')) return 'gzip archive';
  if (head.startsWith('\x7fELF') || /^MZ.\0/s.test(head)) return 'program';
  if (head.startsWith('PK\x03\x04')) return zipFormat(bytes);
  if (head.startsWith('\xd0\xcf\x11\xe0')) return officeFormat(bytes);
  return head.includes('\0') ? undefined : 'text';
}

const marks: readonly (readonly [RegExp, FileFormat])[] = [
  [/^(?:\xef\xbb\xbf)?\s*%PDF-/, 'PDF document'],
  [/^\{\\rtf/, 'RTF document'],
  [/^(?:\x89PNG|\xff\xd8\xff|GIF8[79]a|II\*\0|MM\0\*|RIFF....WEBP)/s, 'image'],
  [/^%!PS/, 'PostScript file'],
  [/^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)?(?:<!doctype\s+html|<html[\s>])/i, 'HTML page'],
];

function zipFormat(bytes: Uint8Array): FileFormat {
  const names = readZip(bytes)?.names ?? [];
  const has = (start: string) => names.some((name) => name.startsWith(start));
  if (has('word/')) return 'Word document';
  if (has('ppt/')) return 'PowerPoint presentation';
  if (has('xl/')) return 'Excel workbook';
  return names.includes('META-INF/manifest.xml') && names.includes('content.xml') ? 'OpenDocument file' : 'ZIP archive';
}

/** Encrypted OOXML lies in an OLE container with a stream of this name, written in UTF-16 (MS-OFFCRYPTO 2.3.4.4). */
function officeFormat(bytes: Uint8Array): FileFormat {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.includes(Buffer.from('EncryptedPackage', 'utf16le'))
    ? 'password-protected Office file'
    : 'old Office file (.doc, .xls, .ppt)';
}
