import { gunzipSync } from 'node:zlib';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { BylawError } from '../../../errors.ts';

export interface SitemapEntry {
  readonly address: string;
  /** As it stands there. */
  readonly lastmod?: string;
}

export interface Sitemap {
  readonly pages: readonly SitemapEntry[];
  /** Further sitemaps, where it is an index. */
  readonly sitemaps: readonly string[];
}

const maxUnpackedBytes = 50 * 1024 * 1024;

/** A sitemap or an index of such as XML, or a list of addresses as text; each may be packed. Throws `source_unreadable`. */
export function readSitemap(body: Uint8Array): Sitemap {
  const text = unpack(body)
    .replace(/^\ufeff/, '')
    .trim();
  if (/^https?:\/\/\S+(?:\s|$)/.test(text)) {
    return { pages: text.split(/\s+/).map((address) => ({ address })), sitemaps: [] };
  }
  if (/^<!doctype html|^<html/i.test(text)) throw unreadable('is a page instead of a sitemap: does it want a sign-in?');
  if (/<!(?:doctype|entity)/i.test(text)) throw unreadable('holds a DOCTYPE, which no sitemap has');
  if (XMLValidator.validate(text) !== true) throw unreadable('is not valid XML: is it cut short?');
  const root: unknown = new XMLParser({
    ignoreAttributes: true,
    removeNSPrefix: true,
    parseTagValue: false,
    isArray: (name) => name === 'url' || name === 'sitemap',
  }).parse(text);
  if (isRecord(root) && 'urlset' in root) return { pages: entriesOf(root.urlset, 'url'), sitemaps: [] };
  if (isRecord(root) && 'sitemapindex' in root) {
    return { pages: [], sitemaps: entriesOf(root.sitemapindex, 'sitemap').map(({ address }) => address) };
  }
  throw unreadable('is no sitemap: it has neither urlset nor sitemapindex');
}

function unpack(body: Uint8Array): string {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return Buffer.from(body).toString('utf8');
  try {
    return gunzipSync(body, { maxOutputLength: maxUnpackedBytes }).toString('utf8');
  } catch (error) {
    throw new BylawError('source_unreadable', 'is not packed right, or far too large', { cause: error });
  }
}

function entriesOf(set: unknown, name: string): SitemapEntry[] {
  const list = isRecord(set) ? set[name] : undefined;
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => {
    if (!isRecord(entry) || typeof entry.loc !== 'string') return [];
    return [{ address: entry.loc, ...(typeof entry.lastmod === 'string' && { lastmod: entry.lastmod.trim() }) }];
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unreadable(reason: string): BylawError {
  return new BylawError('source_unreadable', reason);
}
