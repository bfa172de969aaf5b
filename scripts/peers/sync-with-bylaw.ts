import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createGroups } from '../../src/audience-groups.ts';
import { chunk, chunkVersion } from '../../src/ingest/chunk.ts';
import { createIsolatedParser } from '../../src/ingest/isolated-parser.ts';
import { parserVersion, supportedExtensions } from '../../src/ingest/parsers/parse-file.ts';
import { createFolderSource } from '../../src/ingest/sources/folder.ts';
import { createSync } from '../../src/ingest/sync.ts';
import { createLibrary } from '../../src/library/hybrid-library.ts';
import { silentLog } from '../../src/log.ts';
import type { Records } from '../../src/records/records.ts';
import { createSqliteRecords } from '../../src/records/sqlite.ts';
import { createStandInEmbedder } from '../stand-ins/stand-in-embedder.ts';
import { type ProcessUse, useOf, useOfChildren } from './process-use.ts';
import { createStopwatch } from './stopwatch.ts';

export interface BylawRun {
  readonly documents: { readonly added: number; readonly changed: number; readonly unchanged: number };
  readonly passages: number;
  /** In Chroma. */
  readonly vectors: number;
  readonly filesRead: number;
  /** From the start of the records to everything closed. */
  readonly seconds: number;
  /** By the part; reading, parsing and indexing overlap. */
  readonly parts: Readonly<Record<string, number>>;
  readonly use: { readonly own: ProcessUse; readonly parser: ProcessUse; readonly chroma: ProcessUse };
}

const maxChars = 1_000;

/** One run as `bylaw index` does it, over real records, keyword index and Chroma; only the embedder is a stand-in. */
export async function syncWithBylaw(folder: string, stateDir: string): Promise<BylawRun> {
  const began = performance.now();
  const stopwatch = createStopwatch();
  let phase = 'sync';
  let filesRead = 0;
  const now = () => Date.now();
  const today = () => '2026-11-30';
  mkdirSync(stateDir, { recursive: true });
  const stored = createSqliteRecords({ file: join(stateDir, 'records.sqlite'), now, today });
  const records: Records = {
    ...stored,
    documents: stopwatch.watch(() => `${phase}: records`, stored.documents),
    embeddings: stopwatch.watch(() => `${phase}: records`, stored.embeddings),
    vectors: stopwatch.watch(() => `${phase}: records`, stored.vectors),
  };
  const embedder = stopwatch.watch(() => `${phase}: stand-in embedder`, createStandInEmbedder());
  const library = createLibrary({ stateDir, records, embedder, chroma: {}, log: silentLog, now });
  const parser = createIsolatedParser();
  const source = createFolderSource({
    ...{ name: 'handbook', folder, extensions: supportedExtensions, maxBytes: 50_000_000, now },
  });
  const sync = createSync({
    records,
    library: stopwatch.watch(() => `${phase}: library`, library),
    sources: [
      {
        ...stopwatch.watch(() => `${phase}: listing`, { list: source.list }),
        name: source.name,
        read: (...file) => {
          filesRead += 1;
          return source.read(...file);
        },
      },
    ],
    ...stopwatch.watch(() => `${phase}: parsing`, { parse: parser.parse }),
    ...stopwatch.watch(() => `${phase}: chunking`, {
      chunk: (document: Parameters<typeof chunk>[0]) => chunk(document, { maxChars }),
    }),
    processing: { chunkVersion, maxChars, parserVersion: (extension) => parserVersion(extension, 60_000) },
    groups: createGroups({}),
    ...{ owner: 'benchmark', now, today, log: silentLog },
  });
  await records.start();
  await library.start();
  try {
    const report = await sync.run();
    const synced = performance.now();
    phase = 'vectors';
    await library.embedPending({});
    const ended = performance.now();
    const marked = [...(await stored.vectors.marked(embedder.space)).values()];
    const { chroma, others } = useOfChildren(process.pid);
    return {
      ...{ documents: report.documents, passages: report.passages, filesRead },
      vectors: marked.reduce((sum, count) => sum + count, 0),
      seconds: (ended - began) / 1000,
      parts: {
        'sync: all': (synced - began) / 1000,
        'vectors: all': (ended - synced) / 1000,
        ...Object.fromEntries(stopwatch.seconds()),
      },
      use: { own: useOf(process.pid), parser: others, chroma },
    };
  } finally {
    await parser.stop();
    await library.stop();
    await records.stop();
  }
}

if (process.argv[1] === import.meta.filename) {
  const [folder = '', stateDir = ''] = process.argv.slice(2);
  process.stdout.write(JSON.stringify(await syncWithBylaw(folder, stateDir)));
}
