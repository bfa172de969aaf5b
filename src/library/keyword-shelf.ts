import type { Version } from '../domain.ts';
import type { Log } from '../log.ts';
import type { Records } from '../records/records.ts';
import type { IndexedTitle, KeywordQuery, KeywordResult, StoredVersion } from './keyword-database.ts';
import { BrokenIndex, createKeywordIndex } from './keyword-index.ts';
import type { LibraryOpening } from './library.ts';
import { indexedText } from './passage-text.ts';
import { isArchive, shelfKey } from './shelf-key.ts';

/** The keyword index kept in step with the records, and built anew from them whenever its file turns out unusable. */
export interface KeywordShelf {
  open(): Promise<LibraryOpening>;
  add(versions: readonly Version[]): Promise<void>;
  remove(versions: readonly Version[]): Promise<void>;
  /** As `remove`, leaving nothing in the file. */
  erase(versions: readonly Version[]): Promise<void>;
  /** How many passages hold any of the texts. */
  countTexts(texts: readonly string[]): Promise<number>;
  /** How many of the versions it holds. */
  holds(versions: readonly Version[]): Promise<number>;
  search(query: KeywordQuery): Promise<KeywordResult>;
  /** The versions behind vector keys, as far as they are in these audience sets. */
  resolve(vectorKeys: readonly string[], audienceKeys: readonly string[]): Promise<ReadonlyMap<string, IndexedTitle>>;
  count(): Promise<{ versions: number; passages: number; archived: number }>;
  close(): Promise<void>;
}

const versionsAtOnce = 25;

export function createKeywordShelf(deps: {
  readonly path: string;
  readonly records: Records;
  readonly log: Log;
}): KeywordShelf {
  const { records, log } = deps;
  const index = createKeywordIndex({ path: deps.path });
  let rebuilding: Promise<void> | undefined;

  async function add(versions: readonly Version[]): Promise<void> {
    for (let from = 0; from < versions.length; from += versionsAtOnce) {
      const part = versions.slice(from, from + versionsAtOnce);
      const rows = part.map(async (version) => {
        const passages = await records.documents.passagesOf(version.id);
        const texts = passages.map((passage) => indexedText(version, passage));
        const { title } = version.metadata;
        return { version: version.id, title, audienceKey: shelfKey(version), texts };
      });
      await index.add(await Promise.all(rows));
    }
  }

  async function rebuild(reason: string): Promise<void> {
    log.warn('keywords.rebuilding', { reason });
    await index.reset(undefined);
    const { staged } = await records.documents.leftovers();
    await add([...(await records.documents.searchable()), ...staged]);
  }

  async function mended<T>(work: () => Promise<T>): Promise<T> {
    try {
      await rebuilding;
      return await work();
    } catch (error) {
      if (!(error instanceof BrokenIndex)) throw error;
      rebuilding ??= rebuild(error.message).finally(() => {
        rebuilding = undefined;
      });
      await rebuilding;
      return await work();
    }
  }

  /** Versions are read after the index: what another process adds meanwhile is then missing at worst, and added twice. */
  async function compare(): Promise<LibraryOpening> {
    const inventory = index.inventory(undefined);
    const passages = await passageCounts(records).catch(async (error) => {
      await inventory.catch(() => undefined);
      throw error;
    });
    const stored = new Map((await inventory).map((row) => [row.version, row]));
    const { staged } = await records.documents.leftovers();
    const searchable = await records.documents.searchable();
    const wrong = searchable.filter((version) => !agrees(stored.get(version.id), version, passages.get(version.id)));
    const wanted = new Set([...searchable, ...staged].map((version) => version.id));
    const surplus = [...stored.keys()].filter((version) => !wanted.has(version));
    if (surplus.length > 0) await index.remove(surplus);
    await add(wrong);
    if (wrong.length === 0) return { rebuilt: false };
    return { rebuilt: true, detail: `the keyword index lacked ${wrong.length} of ${searchable.length} versions` };
  }

  return {
    async open() {
      try {
        return await compare();
      } catch (error) {
        if (!(error instanceof BrokenIndex)) throw error;
        await rebuild(error.message);
        return { rebuilt: true, detail: `the keyword index was built anew (${error.message})` };
      }
    },
    add: (versions) => mended(() => add(versions)),
    remove: (versions) => mended(() => index.remove(versions.map((version) => version.id))),
    erase: (versions) => mended(() => index.erase(versions.map((version) => version.id))),
    countTexts: (texts) => mended(() => index.count(texts)),
    async holds(versions) {
      const stored = new Set((await mended(() => index.inventory(undefined))).map((row) => row.version));
      return versions.filter(({ id }) => stored.has(id)).length;
    },
    search: (query) => mended(() => index.search(query)),
    resolve: (vectorKeys, audienceKeys) => mended(() => index.resolve({ vectorKeys, audienceKeys })),
    async count() {
      const stored = await mended(() => index.inventory(undefined));
      return {
        versions: stored.length,
        passages: stored.reduce((sum, row) => sum + row.passages, 0),
        archived: stored.filter(({ audienceKey }) => isArchive(audienceKey)).length,
      };
    },
    close: () => index.close(undefined),
  };
}

/** Passages of each current version, as far as the records tell without reading them. */
async function passageCounts({ documents }: Records): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const source of await documents.sources()) {
    for (const { versionId, passages, failure } of await documents.states(source)) {
      if (versionId !== undefined && failure === undefined) counts.set(versionId, passages);
    }
  }
  return counts;
}

function agrees(stored: StoredVersion | undefined, version: Version, passages: number | undefined): boolean {
  return stored?.audienceKey === shelfKey(version) && (passages === undefined || passages === stored.passages);
}
