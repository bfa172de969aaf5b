import { createHash } from 'node:crypto';
import { getAddress, type WebAccess } from './get-address.ts';
import { normalizeAddress } from './page-address.ts';
import { isNoindex, readPageFacts } from './page-facts.ts';
import { asUtf8, formatOf } from './page-format.ts';
import { conditionsOf, type PageMark } from './page-stamp.ts';

export type PageReading =
  | { readonly kind: 'unchanged' }
  /** There is no such page any more. */
  | { readonly kind: 'gone'; readonly reason: string }
  /** It is there and must not, or can't, become a document. */
  | { readonly kind: 'left out'; readonly reason: string }
  /** Nothing is known of it now; what was known stays. */
  | { readonly kind: 'unseen'; readonly reason: string; readonly isDown: boolean }
  | { readonly kind: 'page'; readonly mark: PageMark; readonly extension: string; readonly body: Buffer };

/** Asks for a page; `known` is what was kept of it. */
export async function readPage(
  access: WebAccess,
  address: string,
  options: { readonly known?: PageMark | undefined; readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<PageReading> {
  const { known, maxBytes, signal } = options;
  const answer = await getAddress(access, address, { headers: known && conditionsOf(known), maxBytes, signal });
  if (answer.kind === 'none') return { ...answer, kind: 'unseen' };
  const { status, headers } = answer;
  if (status === 304 && known !== undefined) return { kind: 'unchanged' };
  if (status === 404 || status === 410) return { kind: 'gone', reason: `is not there any more (${status})` };
  if (status === 401 || status === 403) return unseen(`wants a sign-in (${status}), and none is sent`);
  if (status !== 200) return unseen(`was answered with ${status}`, status >= 500 || status === 429);
  const contentType = headers['content-type'];
  const extension = formatOf(contentType, answer.address);
  if (extension === undefined) {
    return {
      kind: 'left out',
      reason: `is ${contentType ?? 'of no known type'}, which holds no policy that can be read`,
    };
  }
  const body = asUtf8(answer.body, contentType);
  const robots = [headers['x-robots-tag'] ?? ''].flat().join(',');
  const base = normalizeAddress(answer.address) ?? address;
  // Such as to a sign-in: the page has not moved there.
  if (known !== undefined && answer.isTemporary && known.own !== base) {
    return unseen(`is redirected to ${new URL(base).pathname} for the time being`);
  }
  const facts =
    extension === '.html' || extension === '.htm'
      ? readPageFacts(body.toString('utf8'), base, robots)
      : { noindex: isNoindex(robots), isSignIn: false };
  if (facts.isSignIn) return unseen('is a sign-in page at the moment');
  if (facts.noindex) return { kind: 'left out', reason: 'asks not to be indexed (noindex)' };
  const own = 'canonical' in facts && isOnHosts(access, facts.canonical) ? (facts.canonical ?? base) : base;
  const hash = createHash('sha256').update(body).digest('hex');
  const mark = { asked: address, own, hash, etag: headers.etag, modified: headers['last-modified'] };
  return { kind: 'page', mark, extension, body };
}

function isOnHosts({ hosts }: WebAccess, address: string | undefined): boolean {
  return address !== undefined && hosts.has(new URL(address).host);
}

function unseen(reason: string, isDown = false): PageReading {
  return { kind: 'unseen', reason, isDown };
}
