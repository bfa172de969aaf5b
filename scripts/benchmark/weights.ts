import { figures } from '../../src/evaluation/metrics.ts';
import { questionSets, retrieve } from './handbook-data.ts';
import type { BenchmarkRow } from './row.ts';

export const description = 'Weights of the built-in vectors beside the keywords, compared on the public question sets.';

const weights = [0.2, 0.25, 0.3, 0.35, 0.4] as const;
const metrics = ['ndcg@10', 'recall@3', 'recall@5'] as const;

export async function run(): Promise<readonly BenchmarkRow[]> {
  const rows: BenchmarkRow[] = [];
  for (const set of questionSets) {
    for (const weight of weights) {
      const found = figures(await retrieve(set, { maxChars: 1000, provider: 'use-lite', weight }));
      for (const metric of metrics)
        rows.push({ figure: `${set} ${metric}, weight ${weight}`, value: found[metric], unit: '' });
    }
  }
  return rows;
}
