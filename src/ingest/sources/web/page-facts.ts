import { load } from 'cheerio';
import { normalizeAddress } from './page-address.ts';

export interface PageFacts {
  readonly noindex: boolean;
  /** It asks for a password, so it stands where the page would be. */
  readonly isSignIn: boolean;
  /** The address that the page says it has. */
  readonly canonical?: string;
}

/** What a page says about itself, in its head and in the headers it came with. */
export function readPageFacts(html: string, address: string, robotsHeader: string | undefined): PageFacts {
  const page = load(html);
  const metas = page('meta[name="robots" i], meta[name="bylaw" i]')
    .map((_, element) => page(element).attr('content') ?? '')
    .get();
  const canonical = normalizeAddress(page('link[rel~="canonical" i]').first().attr('href') ?? '', address);
  const base = normalizeAddress(address);
  return {
    noindex: isNoindex(robotsHeader) || metas.some(isNoindex),
    isSignIn: page('input[type="password" i]').length > 0,
    ...(canonical !== undefined && canonical !== base && { canonical }),
  };
}

/** `noindex`, or `none`, for everyone or for us by name. */
export function isNoindex(value: string | undefined): boolean {
  if (value === undefined) return false;
  return value
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().replace(/^bylaw\s*:\s*/, ''))
    .some((part) => part === 'noindex' || part === 'none');
}
