import type { JudgedQuestion } from '../../src/evaluation/evaluate.ts';
import { ndcg } from '../../src/evaluation/metrics.ts';
import { questionSets, retrieve } from './handbook-data.ts';
import type { BenchmarkRow } from './row.ts';

export const description =
  'Passage sizes compared on the public question sets, each with its 95 % interval against 1,000 characters.';

const sizes = [300, 500, 1600] as const;
const reference = 1000;
const samples = 2000;

type Metric = (row: JudgedQuestion) => number;
const measures: Record<string, Metric> = {
  'ndcg@10': ({ question, hits }) => ndcg(question, hits),
  'recall@3': ({ hits }) => (hits.slice(0, 3).includes(true) ? 1 : 0),
};

export async function run(): Promise<readonly BenchmarkRow[]> {
  const rows: BenchmarkRow[] = [];
  for (const set of questionSets) {
    const base = await retrieve(set, { maxChars: reference, provider: 'use-lite' });
    for (const [name, metric] of Object.entries(measures)) {
      rows.push({ figure: `${set} ${name}, ${reference} characters`, value: round(mean(base.map(metric))), unit: '' });
    }
    for (const size of sizes) {
      const other = await retrieve(set, { maxChars: size, provider: 'use-lite' });
      for (const [name, metric] of Object.entries(measures))
        rows.push(compare(`${set} ${name}, ${size} characters`, base, other, metric));
    }
  }
  return rows;
}

function compare(
  figure: string,
  base: readonly JudgedQuestion[],
  other: readonly JudgedQuestion[],
  metric: Metric,
): BenchmarkRow {
  const differences = base.map((row, i) => {
    const paired = other[i];
    if (paired?.question.id !== row.question.id) throw new Error('the questions are not paired');
    return metric(paired) - metric(row);
  });
  const [low, high] = interval(differences);
  const difference = `${signed(mean(differences))} [${signed(low)}, ${signed(high)}] against ${reference}`;
  return { figure, value: round(mean(other.map(metric))), unit: difference };
}

/** Bootstrap over questions with a fixed seed. */
function interval(values: readonly number[]): [number, number] {
  const random = mulberry32(7);
  const means = Array.from({ length: samples }, () => {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += values[Math.floor(random() * values.length)] ?? 0;
    return sum / values.length;
  }).sort((a, b) => a - b);
  return [means[Math.floor(samples * 0.025)] ?? 0, means[Math.floor(samples * 0.975)] ?? 0];
}

/** A small seeded generator (Tommy Ettinger's mulberry32), so that a run can be repeated. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
}
