import { z } from 'zod';

/** What is kept of a page to ask whether it changed; the stamp of its document holds it. */
export interface PageMark {
  /** That was asked for; the page may have another of its own. */
  readonly asked: string;
  /** Of the page itself. */
  readonly own: string;
  readonly hash: string;
  readonly etag?: string | undefined;
  readonly modified?: string | undefined;
}

const shape = z.tuple([z.string(), z.string(), z.string(), z.string().nullable(), z.string().nullable()]);

export function toStamp({ asked, own, hash, etag, modified }: PageMark): string {
  return JSON.stringify([asked, own, hash, etag ?? null, modified ?? null] satisfies z.infer<typeof shape>);
}

export function fromStamp(stamp: string): PageMark | undefined {
  try {
    const [asked, own, hash, etag, modified] = shape.parse(JSON.parse(stamp));
    return { asked, own, hash, etag: etag ?? undefined, modified: modified ?? undefined };
  } catch {
    return undefined;
  }
}

/** Headers with which a server may answer that nothing changed. */
export function conditionsOf({ etag, modified }: PageMark): Record<string, string> {
  return { ...(etag && { 'if-none-match': etag }), ...(modified && { 'if-modified-since': modified }) };
}
