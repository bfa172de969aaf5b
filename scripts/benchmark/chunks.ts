import type { JudgedQuestion } from '../../src/evaluation/evaluate.ts';
import { ndcg } from '../../src/evaluation/metrics.ts';
import { interval, mean, signed } from '../retrieval/bootstrap.ts';
import { questionSets, retrieve } from './handbook-data.ts';
import type { BenchmarkRow } from './row.ts';

export const description =
  'Passage sizes compared on the public question sets, each with its 95 % interval against 1,000 characters.';

const sizes = [300, 500, 1600] as const;
const reference = 1000;

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
  const { mean: gain, low, high } = interval(differences);
  const difference = `${signed(gain)} [${signed(low)}, ${signed(high)}] against ${reference}`;
  return { figure, value: round(mean(other.map(metric))), unit: difference };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
