import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Passage, Version } from '../../src/domain.ts';
import { createUseLiteEmbedder } from '../../src/embeddings/use-lite.ts';
import type { EvaluateDeps, JudgedQuestion } from '../../src/evaluation/evaluate.ts';
import type { GoldQuestion } from '../../src/evaluation/gold.ts';
import { judge } from '../../src/evaluation/metrics.ts';
import { type Corpus, idf } from '../../src/library/bm25.ts';
import { fuse, type Scored } from '../../src/library/fusion.ts';
import { indexedText, pathLine } from '../../src/library/passage-text.ts';
import { tokensOf } from '../../src/library/tokens.ts';

interface Entry {
  readonly passage: Passage;
  readonly version: Version;
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
  /** Its windows among all, `[from, to)`. */
  readonly windows: readonly [number, number];
}

const [k1, b] = [1.2, 0.75];
const weight = 0.3;
const listed = 200;

/**
 * The first version's ranking, made anew over the same passages: BM25 plus 0.3 times the normalised cosine of the best
 * window, each window behind 100 characters of its path. `cache` keeps the vectors of the windows between runs.
 */
export async function judgeWindowsFloor(
  questions: readonly GoldQuestion[],
  { records, goldId }: EvaluateDeps,
  cache: string,
): Promise<JudgedQuestion[]> {
  const { entries, texts } = await readEntries(records);
  const embedder = createUseLiteEmbedder();
  await embedder.start();
  const vectors = await embedAll(embedder, texts, cache);
  const answerable = questions.filter((question) => question.answerable);
  const asked = await embedder.embed(
    answerable.map(({ text }) => text),
    { purpose: 'question' },
  );
  await embedder.stop();

  const holding = new Map<string, Entry[]>();
  for (const entry of entries) {
    for (const token of entry.counts.keys()) holding.set(token, [...(holding.get(token) ?? []), entry]);
  }
  const corpus: Corpus = {
    passages: entries.length,
    tokens: entries.reduce((sum, { length }) => sum + length, 0),
    frequencies: new Map([...holding].map(([token, { length }]) => [token, length])),
  };
  const byId = new Map(entries.map((entry) => [entry.passage.id, entry]));
  return answerable.map((question, i) => {
    const inScope = ({ version }: Entry) =>
      question.scope === undefined || version.metadata.tags.includes(question.scope);
    const keyword = byKeyword(question.text, corpus, holding, inScope);
    const dense = byVector(asked[i] ?? new Float32Array(), entries.filter(inScope), vectors);
    const ranked = fuse(keyword, dense, weight).flatMap(({ passage }) => byId.get(passage)?.passage ?? []);
    const retrieved = ranked.map(({ document, start, end }) => ({ document: goldId(document), start, end }));
    return { question, hits: judge(question, retrieved), ms: 0 };
  });
}

async function readEntries({ documents }: EvaluateDeps['records']) {
  const entries: Entry[] = [];
  const texts: string[] = [];
  for (const version of await documents.searchable()) {
    for (const passage of await documents.passagesOf(version.id)) {
      const tokens = tokensOf(indexedText(version, passage));
      const counts = new Map<string, number>();
      for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
      const from = texts.length;
      texts.push(...windowsOf(version, passage));
      entries.push({ passage, version, counts, length: tokens.length, windows: [from, texts.length] });
    }
  }
  return { entries, texts };
}

function windowsOf(version: Version, { text, ...passage }: Passage): string[] {
  const path = pathLine(version, { text, ...passage }).slice(0, 100);
  const windows: string[] = [];
  for (let start = 0; start === 0 || text.length - start >= 120; start += 350) {
    const window = text.slice(start, start + 450);
    if (window.trim() !== '') windows.push(`${path}\n${window}`.toWellFormed());
  }
  return text.trim() === '' ? [] : windows;
}

type Embedder = ReturnType<typeof createUseLiteEmbedder>;

async function embedAll(embedder: Embedder, texts: readonly string[], cache: string): Promise<Float32Array[]> {
  const { dimension } = embedder;
  const file = `${cache}-${createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 16)}.f32`;
  if (!existsSync(file)) {
    const all = new Float32Array(texts.length * dimension);
    const batch = 200;
    for (let from = 0; from < texts.length; from += batch) {
      const vectors = await embedder.embed(texts.slice(from, from + batch), { purpose: 'passage' });
      for (const [i, vector] of vectors.entries()) all.set(vector, (from + i) * dimension);
    }
    writeFileSync(file, new Uint8Array(all.buffer));
  }
  const bytes = readFileSync(file);
  const all = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  return texts.map((_, i) => all.subarray(i * dimension, (i + 1) * dimension));
}

function byKeyword(
  text: string,
  corpus: Corpus,
  holding: ReadonlyMap<string, readonly Entry[]>,
  inScope: (entry: Entry) => boolean,
): Scored[] {
  const scores = new Map<string, number>();
  for (const token of new Set(tokensOf(text))) {
    for (const { passage, counts, length, ...entry } of holding.get(token) ?? []) {
      if (!inScope({ passage, counts, length, ...entry })) continue;
      const norm = k1 * (1 - b + (b * length * corpus.passages) / corpus.tokens);
      const count = counts.get(token) ?? 0;
      const score = (idf(corpus, token) * count * (k1 + 1)) / (count + norm);
      scores.set(passage.id, (scores.get(passage.id) ?? 0) + score);
    }
  }
  return best([...scores].map(([passage, score]) => ({ passage, score })));
}

function byVector(question: Float32Array, entries: readonly Entry[], vectors: readonly Float32Array[]): Scored[] {
  return best(
    entries.flatMap(({ passage, windows: [from, to] }) => {
      if (from === to) return [];
      let score = -1;
      for (let i = from; i < to; i++) score = Math.max(score, dot(question, vectors[i] ?? question));
      return [{ passage: passage.id, score }];
    }),
  );
}

function best(scored: readonly Scored[]): Scored[] {
  return scored.toSorted((a, b) => b.score - a.score || (a.passage < b.passage ? -1 : 1)).slice(0, listed);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
