import { BylawError } from '../../../errors.ts';
import { getAddress, type WebAccess } from './get-address.ts';
import { normalizeAddress } from './page-address.ts';
import { readSitemap, type SitemapEntry } from './read-sitemap.ts';

const maxSitemapBytes = 50 * 1024 * 1024;
const maxSitemaps = 500;
const maxDepth = 3;

/**
 * The addresses that are to be read, each once, in their order: those of the list, then those of the sitemap with all that
 * it leads to. Throws `source_unreadable` where any sitemap can't be read, since what it lists is then not known.
 */
export async function listPages(
  access: WebAccess,
  { pages, sitemap }: { readonly pages: readonly string[]; readonly sitemap?: string | undefined },
  signal: AbortSignal,
): Promise<SitemapEntry[]> {
  const found = new Map<string, SitemapEntry>();
  const add = (entry: SitemapEntry) => {
    const address = normalizeAddress(entry.address);
    if (address !== undefined && !found.has(address)) found.set(address, { ...entry, address });
  };
  for (const address of pages) add({ address });
  const seen = new Set<string>();
  let level = sitemap === undefined ? [] : [sitemap];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) throw unreadable(sitemap, 'leads to sitemaps in more than 3 levels');
    const next: string[] = [];
    for (const address of level) {
      if (seen.has(address)) continue;
      seen.add(address);
      if (seen.size > maxSitemaps) throw unreadable(sitemap, `leads to more than ${maxSitemaps} sitemaps`);
      const read = await readOne(access, address, signal);
      read.pages.forEach(add);
      next.push(...read.sitemaps);
    }
    level = next;
  }
  return [...found.values()];
}

async function readOne(access: WebAccess, address: string, signal: AbortSignal) {
  const answer = await getAddress(access, address, { maxBytes: maxSitemapBytes, signal });
  if (answer.kind === 'none') throw unreadable(`${address}:`, answer.reason);
  if (answer.status !== 200) throw unreadable(address, `was answered with ${answer.status}`);
  try {
    return readSitemap(answer.body);
  } catch (error) {
    if (!(error instanceof BylawError)) throw error;
    throw unreadable(address, error.message);
  }
}

function unreadable(address: string | undefined, reason: string): BylawError {
  return new BylawError('source_unreadable', `the sitemap ${address ?? ''} ${reason}`);
}
