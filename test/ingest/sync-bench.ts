import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createGroups } from '../../src/audience-groups.ts';
import type { DocumentMetadata, IsoDate, Version } from '../../src/domain.ts';
import { BylawError } from '../../src/errors.ts';
import type { ParsedDocument } from '../../src/ingest/parsers/parser.ts';
import type { Source, SourceFile, SourceListing } from '../../src/ingest/sources/source.ts';
import { createSync, type SyncReport } from '../../src/ingest/sync.ts';
import type { SyncDeps } from '../../src/ingest/sync-deps.ts';
import type { Library } from '../../src/library/library.ts';
import { silentLog } from '../../src/log.ts';
import type { Records } from '../../src/records/records.ts';
import { createSqliteRecords } from '../../src/records/sqlite.ts';

/** A source whose files are in a map: path → text. A text that begins with `!` cannot be parsed. */
export interface MapSource extends Source {
  readonly texts: Map<string, string>;
  metadata: Partial<DocumentMetadata>;
  skipped: SourceListing['skipped'];
  down: boolean;
  readonly reads: string[];
}

export function createMapSource(name: string, texts: Record<string, string>): MapSource {
  const source: MapSource = {
    name,
    texts: new Map(Object.entries(texts)),
    metadata: {},
    skipped: [],
    down: false,
    reads: [],
    list: async () => {
      if (source.down) throw new BylawError('source_unreadable', `${name} is down`);
      const files: SourceFile[] = [...source.texts].map(([path, text]) => ({
        path,
        stamp: text,
        metadata: source.metadata,
      }));
      return { files, skipped: source.skipped };
    },
    read: async ({ path }) => {
      source.reads.push(path);
      return Buffer.from(source.texts.get(path) ?? '');
    },
  };
  return source;
}

/** A library that knows only which versions are in it. */
export function createShelf(): Library & { readonly held: Map<string, Version> } {
  const held = new Map<string, Version>();
  return {
    held,
    start: async () => ({ rebuilt: false }),
    stop: async () => {},
    add: async (versions) => {
      for (const version of versions) held.set(version.id, version);
    },
    remove: async (versions) => {
      for (const version of versions) held.delete(version.id);
    },
    erase: async (versions) => {
      for (const version of versions) held.delete(version.id);
    },
    traces: async () => [],
    embedPending: async () => ({ embedded: 0, pending: 0 }),
    countPending: async () => 0,
    search: async () => ({ hits: [], coverage: 0, rarity: new Map(), passages: 0, usedVectors: false }),
    health: async () => [],
  };
}

export interface Bench extends AsyncDisposable {
  readonly records: Records;
  readonly shelf: ReturnType<typeof createShelf>;
  readonly parsed: string[];
  sync(more?: Partial<SyncDeps>): ReturnType<typeof createSync>;
  /** A run on that day, which is today from then on. */
  syncOn(day: IsoDate): Promise<SyncReport>;
  setToday(day: IsoDate): void;
  /** Which versions answer: in the library and in force. */
  answering(on?: string): Promise<string[]>;
}

export async function createBench(t: TestContext, sources: readonly Source[]): Promise<Bench> {
  const dir = mkdtempSync(join(tmpdir(), 'bylaw-sync-'));
  let today = '2026-11-30';
  const records = createSqliteRecords({ file: join(dir, 'records.sqlite'), now: Date.now, today: () => today });
  await records.start();
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await records.stop();
    rmSync(dir, { recursive: true });
  };
  t.after(close);
  const shelf = createShelf();
  const parsed: string[] = [];
  const deps: SyncDeps = {
    records,
    library: shelf,
    sources,
    parse: async ({ path, bytes }) => {
      parsed.push(path);
      return parse(path, Buffer.from(bytes).toString());
    },
    chunk: ({ text }) =>
      text === '' ? [] : [{ start: 0, end: text.length, headings: [], sentences: [{ start: 0, end: text.length }] }],
    processing: { chunkVersion: '1', maxChars: 1000, parserVersion: () => '1' },
    groups: createGroups({ hr: ['ada'], managers: ['bo'] }),
    owner: 'test',
    now: Date.now,
    today: () => today,
    log: silentLog,
  };
  return {
    records,
    shelf,
    parsed,
    sync: (more = {}) => createSync({ ...deps, ...more }),
    syncOn: (day) => {
      today = day;
      return createSync(deps).run();
    },
    setToday: (day) => {
      today = day;
    },
    [Symbol.asyncDispose]: close,
    answering: async (on = '2026-11-30') => [...(await records.documents.usable([...shelf.held.keys()], on))].sort(),
  };
}

/** `key: value` lines before the text are metadata, as JSON values. */
function parse(path: string, content: string): ParsedDocument {
  if (content.startsWith('!')) throw new BylawError('document_unreadable', content.slice(1));
  const [head = '', ...rest] = content.split('\n---\n');
  const own = rest.length === 0 ? {} : JSON.parse(head);
  const metadata: DocumentMetadata = { title: path, audience: [], country: [], tags: [], status: 'active', ...own };
  return {
    text: rest.length === 0 ? content : rest.join(''),
    metadata,
    notes: own.note === undefined ? [] : [own.note],
  };
}
