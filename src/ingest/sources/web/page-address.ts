import { createHash } from 'node:crypto';
import { extname } from 'node:path';

/** What only says where a visitor came from. */
const tracking = /^(?:utm_\w+|gclid|fbclid|mc_cid|mc_eid|msclkid)$/i;

/** The same page has one address: without fragment and tracking, host in lower case, no usual port. Undefined for no web address. */
export function normalizeAddress(text: string, base?: string): string | undefined {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed, base)) return undefined;
  const url = new URL(trimmed, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  url.hash = '';
  for (const name of [...url.searchParams.keys()]) if (tracking.test(name)) url.searchParams.delete(name);
  return url.href;
}

/** The path of a page's document: its host and path, with the extension that its format has. */
export function pathOfPage(address: string, extension: string): string {
  const url = new URL(address);
  const parts = url.pathname.split('/').map(readable);
  if (parts.at(-1) === '') parts[parts.length - 1] = 'index';
  const whole = [
    url.host.replace(':', '-'),
    ...parts.filter((part) => part !== '' && part !== '.' && part !== '..'),
  ].join('/');
  const own = extname(whole).toLowerCase();
  const isOwn = own === extension || (extension === '.html' && own === '.htm');
  const stem = isOwn ? whole.slice(0, -own.length) : whole;
  const mark = url.search === '' && stem.length <= maxChars ? '' : `-${shortHash(address)}`;
  return `${stem.slice(0, maxChars)}${mark}${isOwn ? own : extension}`;
}

/** Another path for a page whose own is taken by another page. */
export function pathBesides(path: string, address: string): string {
  const extension = extname(path);
  return `${path.slice(0, path.length - extension.length)}-${shortHash(address)}${extension}`;
}

const maxChars = 400;

function readable(part: string): string {
  let text = part;
  try {
    text = decodeURIComponent(part);
  } catch {
    // It stays as it is written.
  }
  return text.replace(/[\p{Cc}\p{Cf}\\/?#]/gu, '_');
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
