import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Embedder } from '../../src/embeddings/embedder.ts';
import { createLibrary } from '../../src/library/hybrid-library.ts';
import type { Library } from '../../src/library/library.ts';
import { silentLog } from '../../src/log.ts';
import type { Records, VersionDraft } from '../../src/records/records.ts';
import { createSqliteRecords } from '../../src/records/sqlite.ts';
import type { BenchmarkRow } from './row.ts';

export const description =
  'Latency of retrieval at 100,000 synthetic passages, with one audience set and with eight (embedding excluded).';

const passagesEach = 8;
const documentsAtOnce = 250;
const questions = 200;
const warmUp = 20;
const dimension = 512;

/** `passages` is for trying the benchmark itself on a smaller library. */
export async function run(passages = 100_000): Promise<readonly BenchmarkRow[]> {
  const rows: BenchmarkRow[] = [];
  for (const [sets, target] of [
    [1, 60],
    [8, 80],
  ] as const) {
    const times = await measure(passages, sets);
    const figure = `${passages} passages, ${sets === 1 ? 'one audience set' : `${sets} audience sets`}`;
    rows.push({ figure: `${figure}: p50`, value: percentile(times, 0.5), unit: 'ms' });
    rows.push({ figure: `${figure}: p95`, value: percentile(times, 0.95), unit: 'ms', target: `at most ${target}` });
  }
  return rows;
}

async function measure(passages: number, sets: number): Promise<number[]> {
  const stateDir = mkdtempSync(join(tmpdir(), 'bylaw-bench-search-'));
  const now = () => Date.now();
  const records = createSqliteRecords({ file: join(stateDir, 'records.sqlite'), now });
  const library = createLibrary({ stateDir, records, embedder: seededEmbedder, chroma: {}, log: silentLog, now });
  try {
    await records.start();
    await library.start();
    const random = createRandom(20_261_130);
    const audienceKeys = Array.from({ length: sets }, (_, i) => `set-${i}`);
    await fill({ records, library }, { passages, audienceKeys, random });
    await library.embedPending({});
    const times: number[] = [];
    for (let i = 0; i < warmUp + questions; i += 1) {
      const text = `what of ${Array.from({ length: 8 }, () => drawWord(random)).join(' ')}?`;
      const began = performance.now();
      const outcome = await library.search({ text, limit: 10, audienceKeys, on: '2026-06-15' });
      if (i >= warmUp) times.push(performance.now() - began);
      if (!outcome.usedVectors || outcome.hits.length === 0)
        throw new Error('a question was not answered by both lists');
    }
    return times;
  } finally {
    await library.stop();
    await records.stop();
    rmSync(stateDir, { recursive: true });
  }
}

async function fill(
  { records, library }: { records: Records; library: Library },
  wanted: { readonly passages: number; readonly audienceKeys: readonly string[]; readonly random: () => number },
): Promise<void> {
  const documents = Math.ceil(wanted.passages / passagesEach);
  for (let from = 0; from < documents; from += documentsAtOnce) {
    const count = Math.min(documentsAtOnce, documents - from);
    const drafts = Array.from({ length: count }, (_, i) => {
      const key = wanted.audienceKeys[(from + i) % wanted.audienceKeys.length] ?? '';
      return makeDocument(from + i, key, wanted.random);
    });
    const versions = await records.documents.stage(drafts);
    await library.add(versions);
    await records.documents.activate(versions.map((version) => version.id));
  }
}

function makeDocument(number: number, audienceKey: string, random: () => number): VersionDraft {
  const path = `rules/${number}.md`;
  let text = '';
  const passages = Array.from({ length: passagesEach }, () => {
    const words = 30 + Math.floor(random() * 71);
    const start = text.length;
    text += Array.from({ length: words }, () => drawWord(random)).join(' ');
    const end = text.length;
    text += '\n\n';
    return { start, end, headings: [], sentences: [{ start: 0, end: end - start }] };
  });
  const mark = String(number);
  return {
    document: `bench/${path}`,
    source: 'bench',
    path,
    stamp: mark,
    fingerprint: mark,
    contentHash: mark,
    metadata: { title: `Rule ${number}`, audience: [], country: [], tags: [], status: 'active' },
    audienceKey,
    text,
    passages,
  };
}

// Zipf's law with an offset as after stop words. The shares of passages that hold each word of a question then add up
// to about 0.4, and at the 95th percentile to 0.8; for the handbook question sets it is 0.3 and 1.0.
const vocabulary = 30_000;
const rankOffset = 20;

function drawWord(random: () => number): string {
  const rank = Math.floor(rankOffset * ((vocabulary + rankOffset) / rankOffset) ** random()) - rankOffset;
  return wordOf(rank);
}

function wordOf(rank: number): string {
  let left = Math.imul(rank + 1, 2_654_435_761) >>> 0;
  let word = '';
  for (; left > 0; left = Math.floor(left / 26)) word += String.fromCharCode(97 + (left % 26));
  return word;
}

const topics = 200;
const topicVectors = Array.from({ length: topics }, (_, topic) => {
  const random = createRandom(topic + 1);
  return Array.from({ length: dimension }, () => random() - 0.5);
});

/** Vectors by the text's hash, around one of 200 topics, so that neither model nor its time come in. */
const seededEmbedder: Embedder = {
  space: 'seeded-512',
  dimension,
  weight: 0.3,
  async start() {},
  async stop() {},
  embed: async (texts) => texts.map(seededVector),
};

function seededVector(text: string): Float32Array {
  const seed = createHash('sha256').update(text).digest().readUInt32LE(0);
  const random = createRandom(seed);
  const vector = Float32Array.from(topicVectors[seed % topics] ?? [], (value) => value + random() - 0.5);
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return vector.map((value) => value / length);
}

/** Mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10;
}
