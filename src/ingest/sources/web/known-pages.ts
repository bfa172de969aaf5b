import { pathBesides, pathOfPage } from './page-address.ts';
import { fromStamp, type PageMark } from './page-stamp.ts';

export interface KnownPage {
  readonly path: string;
  readonly stamp: string;
  readonly mark: PageMark;
}

/** What earlier syncs stored of the pages, and which path belongs to which page. */
export interface KnownPages {
  readonly count: number;
  find(address: string): KnownPage | undefined;
  /** The path of the page's document: the one it has had, or one that no other page has. */
  pathFor(own: string, extension: string): string;
}

export function createKnownPages(known: ReadonlyMap<string, string>): KnownPages {
  const byAddress = new Map<string, KnownPage>();
  const owners = new Map<string, string>();
  for (const [path, stamp] of known) {
    const mark = fromStamp(stamp);
    if (mark === undefined) continue;
    owners.set(path, mark.own);
    for (const address of [mark.asked, mark.own])
      if (!byAddress.has(address)) byAddress.set(address, { path, stamp, mark });
  }
  return {
    count: known.size,
    find: (address) => byAddress.get(address),
    pathFor(own, extension) {
      const path = pathOfPage(own, extension);
      const free = [path, pathBesides(path, own)].find((each) => (owners.get(each) ?? own) === own) ?? path;
      owners.set(free, own);
      return free;
    },
  };
}
