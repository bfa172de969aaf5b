import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chunk } from '../../src/ingest/chunk.ts';
import { createLibrary } from '../../src/library/hybrid-library.ts';
import type { Library } from '../../src/library/library.ts';
import { silentLog } from '../../src/log.ts';
import type { Records, VersionDraft } from '../../src/records/records.ts';
import { createSqliteRecords } from '../../src/records/sqlite.ts';
import { writePolicyPage } from '../stand-ins/policy-pages.ts';
import { createRandom } from '../stand-ins/random.ts';
import type { SentencePool } from '../stand-ins/sentence-pool.ts';
import { createStandInEmbedder } from '../stand-ins/stand-in-embedder.ts';

/** Today, so that no archive is asked. */
export const day = '2026-06-15';

const documentsAtOnce = 250;
const maxChars = 1_000;

export interface SearchLibrary {
  readonly library: Library;
  readonly records: Records;
  readonly audienceKeys: readonly string[];
  close(): Promise<void>;
}

/** A library of about so many passages, spread over so many audience sets. It is kept, since building it takes minutes. */
export async function openSearchLibrary(
  wanted: { readonly passages: number; readonly sets: number },
  pool: SentencePool,
): Promise<SearchLibrary> {
  const stateDir = fileURLToPath(
    new URL(`../../.bylaw/benchmarks/search-${wanted.passages}-${wanted.sets}`, import.meta.url),
  );
  const built = join(stateDir, 'built');
  if (!existsSync(built)) rmSync(stateDir, { recursive: true, force: true });
  mkdirSync(stateDir, { recursive: true });
  const now = () => Date.now();
  const records = createSqliteRecords({ file: join(stateDir, 'records.sqlite'), now, today: () => day });
  const embedder = createStandInEmbedder();
  // The first question waits until Chroma has loaded what was built earlier.
  const vectorDeadlineMs = 60_000;
  const library = createLibrary({ stateDir, records, embedder, chroma: {}, log: silentLog, now, vectorDeadlineMs });
  const audienceKeys = Array.from({ length: wanted.sets }, (_, i) => `set-${i}`);
  await records.start();
  await library.start();
  if (!existsSync(built)) {
    await fill({ records, library, audienceKeys, pool }, wanted.passages);
    await library.embedPending({});
    writeFileSync(built, '');
  }
  return {
    library,
    records,
    audienceKeys,
    async close() {
      await library.stop();
      await records.stop();
    },
  };
}

async function fill(
  deps: Pick<SearchLibrary, 'records' | 'library' | 'audienceKeys'> & { readonly pool: SentencePool },
  wanted: number,
): Promise<void> {
  const { records, library, audienceKeys, pool } = deps;
  const random = createRandom(20_261_130);
  for (let number = 0, passages = 0; passages < wanted; ) {
    const drafts: VersionDraft[] = [];
    while (drafts.length < documentsAtOnce && passages < wanted) {
      const key = audienceKeys[number % audienceKeys.length] ?? '';
      const draft = draftOf(number, key, writePolicyPage(number, pool, random));
      drafts.push(draft);
      passages += draft.passages.length;
      number += 1;
    }
    const versions = await records.documents.stage(drafts);
    await library.add(versions);
    await records.documents.activate(versions.map((version) => version.id));
  }
}

function draftOf(number: number, audienceKey: string, text: string): VersionDraft {
  const path = `rules/${number}.md`;
  const mark = String(number);
  const title = text.slice(2, text.indexOf('\n'));
  return {
    document: `bench/${path}`,
    source: 'bench',
    path,
    stamp: mark,
    fingerprint: mark,
    contentHash: mark,
    metadata: { title, audience: [], country: [], tags: [], status: 'active' },
    audienceKey,
    text,
    passages: chunk({ text, title }, { maxChars }),
  };
}
