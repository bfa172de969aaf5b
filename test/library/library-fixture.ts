import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Version } from '../../src/domain.ts';
import { tidyLibrary } from '../../src/ingest/tidy-library.ts';
import type { ChromaOptions } from '../../src/library/chroma-client.ts';
import { createLibrary, type LibraryOptions } from '../../src/library/hybrid-library.ts';
import type { Library, SearchOutcome, SearchQuery } from '../../src/library/library.ts';
import { type Log, silentLog } from '../../src/log.ts';
import type { Records } from '../../src/records/records.ts';
import { createSqliteRecords } from '../../src/records/sqlite.ts';
import { createToyEmbedder, type ToyEmbedder } from '../support/toy-embedder.ts';
import { type DocumentText, draftOf } from './library-draft.ts';

export const today = '2026-06-15';

export interface LibraryFixture {
  readonly stateDir: string;
  readonly records: Records;
  readonly embedder: ToyEmbedder;
  readonly library: Library;
  /** As a sync would: staged, added, activated; what it replaces leaves. */
  put(...documents: readonly DocumentText[]): Promise<Version[]>;
  remove(...paths: readonly string[]): Promise<void>;
  search(text: string, query?: Partial<SearchQuery>): Promise<SearchOutcome>;
  /** Passage texts that a search returns. */
  texts(text: string, query?: Partial<SearchQuery>): Promise<string[]>;
}

/** A folder that is gone after the test, when all that `atEnd` was given has ended, last first. */
export function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-library-'));
  atEnd(t, async () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const endings = new WeakMap<TestContext, (() => Promise<void>)[]>();

/** Like `t.after`, but last first. */
export function atEnd(t: TestContext, work: () => Promise<void>): void {
  const known = endings.get(t);
  if (known) {
    known.push(work);
    return;
  }
  const works = [work];
  endings.set(t, works);
  t.after(async () => {
    for (const each of works.reverse()) await each();
  });
}

/** A library over real records and, once vectors are asked for, a real Chroma. Everything ends with the test. */
export async function openLibrary(
  t: TestContext,
  options: {
    readonly stateDir?: string;
    readonly embedder?: ToyEmbedder;
    readonly chroma?: ChromaOptions;
    readonly log?: Log;
    readonly glossary?: LibraryOptions['glossary'];
    readonly wrapRecords?: (records: Records) => Records;
    readonly vectorDeadlineMs?: LibraryOptions['vectorDeadlineMs'];
    readonly now?: () => number;
  } = {},
): Promise<LibraryFixture> {
  const stateDir = options.stateDir ?? makeFolder(t);
  const now = options.now ?? (() => Date.now());
  const stored = createSqliteRecords({ file: join(stateDir, 'records.sqlite'), now });
  const records = options.wrapRecords?.(stored) ?? stored;
  const embedder = options.embedder ?? createToyEmbedder();
  const { chroma = {}, log = silentLog, glossary, vectorDeadlineMs = 20_000 } = options;
  const library = createLibrary({ stateDir, records, embedder, chroma, glossary, log, now, vectorDeadlineMs });
  await records.start();
  atEnd(t, async () => {
    await library.stop();
    await records.stop();
  });
  await library.start();

  const search: LibraryFixture['search'] = (text, query = {}) =>
    library.search({ text, limit: 10, audienceKeys: ['everyone'], on: today, ...query });
  return {
    stateDir,
    records,
    embedder,
    library,
    async put(...documents) {
      const versions = await records.documents.stage(documents.map(draftOf));
      await library.add(versions);
      await records.documents.activate(versions.map((version) => version.id));
      await tidyLibrary({ records, library });
      return versions;
    },
    async remove(...paths) {
      await records.documents.retire(paths.map((path) => `test/${path}`));
      await tidyLibrary({ records, library });
    },
    search,
    texts: async (text, query) => (await search(text, query)).hits.map(({ passage }) => passage.text),
  };
}
