import { detect } from 'chardet';
import { unreadable } from './unreadable.ts';

export interface DecodedText {
  readonly text: string;
  readonly notes: readonly string[];
}

/** Byte order mark, then (for HTML) the page's own declaration, then strict UTF-8, then statistics. */
export function decodeText(bytes: Uint8Array, options: { readonly html?: boolean } = {}): DecodedText {
  const marked = encodingOfMark(bytes) ?? encodingOfZeros(bytes);
  if (marked !== undefined) return withNotes(decode(bytes, marked), marked);
  if (bytes.includes(0)) throw notText();
  const declared = options.html ? declaredEncoding(bytes) : undefined;
  if (declared !== undefined && declared !== 'utf-8') return withNotes(decode(bytes, declared), declared);
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), notes: [] };
  } catch {
    const guessed = isMostlyUtf8(bytes) ? 'utf-8' : guessEncoding(bytes);
    return withNotes(decode(bytes, guessed), guessed);
  }
}

function encodingOfMark(bytes: Uint8Array): string | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return 'utf-32le';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return undefined;
}

/** UTF-16 without a mark shows in western text as a zero in every other byte. */
function encodingOfZeros(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, 2000);
  if (bytes.length % 2 !== 0 || sample.length < 4) return undefined;
  const zeros = [0, 0];
  sample.forEach((byte, i) => {
    if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > sample.length * 0.3 && even === 0) return 'utf-16le';
  if (even > sample.length * 0.3 && odd === 0) return 'utf-16be';
  return undefined;
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 2048)).toString('latin1');
  const label = /<meta[^>]+charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head)?.[1];
  if (label === undefined) return undefined;
  try {
    const { encoding } = new TextDecoder(label);
    // A page whose tag could be read as ASCII is not UTF-16, whatever it says (WHATWG HTML, "prescan a byte stream").
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch {
    return undefined;
  }
}

/** Whole multi-byte sequences come about by chance in hardly any other encoding, so a few broken ones don't refute it. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes);
  const lost = text.match(/\ufffd/g)?.length ?? 0;
  const whole = text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0;
  return whole >= lost * 5;
}

/** Looks at the first 64 kB from the line with the first non-ASCII byte: statistics over plain ASCII say nothing. */
function guessEncoding(bytes: Uint8Array): string {
  const first = bytes.findIndex((byte) => byte > 127);
  const lineStart = bytes.lastIndexOf(10, first) + 1;
  return detect(bytes.subarray(lineStart, lineStart + 65_536)) ?? 'windows-1252';
}

function decode(bytes: Uint8Array, encoding: string): string {
  let decoder: InstanceType<typeof TextDecoder>;
  try {
    decoder = new TextDecoder(encoding);
  } catch (cause) {
    throw unreadable(`is encoded as ${encoding.toUpperCase()}, which cannot be read: save it as UTF-8`, cause);
  }
  const text = decoder.decode(bytes);
  if (controlShare(text) > 0.01) throw notText();
  return text;
}

function controlShare(text: string): number {
  return (text.match(controls)?.length ?? 0) / Math.max(1, text.length);
}

const controls = /(?![\t\n\v\f\r\u0085])\p{Cc}/gu;

function withNotes(text: string, encoding: string): DecodedText {
  const lost = text.match(/\ufffd/g)?.length ?? 0;
  if (lost === 0) return { text, notes: [] };
  return { text, notes: [`has ${lost} characters that are not valid ${encoding.toUpperCase()}: save it as UTF-8`] };
}

function notText() {
  return unreadable('is not text: it holds binary data');
}
