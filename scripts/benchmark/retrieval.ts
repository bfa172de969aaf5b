import { summarize } from '../../src/evaluation/evaluate.ts';
import { type QuestionSet, questionSets, retrieve } from './handbook-data.ts';
import type { BenchmarkRow } from './row.ts';

export const description = 'Retrieval without any key on the public question sets, one configuration for all.';

const metrics = ['ndcg@10', 'recall@3', 'recall@5'] as const;

/** What fusion over windows reached when it was designed (the floor), and the best figure of any configuration (the target). */
const marks: Record<QuestionSet, { readonly floor: readonly number[]; readonly target: readonly number[] }> = {
  'tts-handbook': { floor: [0.427, 0.37, 0.574], target: [0.478, 0.426, 0.574] },
  'sourcegraph-handbook': { floor: [0.545, 0.528, 0.654], target: [0.552, 0.553, 0.673] },
  northwind: { floor: [0.682, 0.736, 0.808], target: [0.682, 0.752, 0.808] },
  conditionalqa: { floor: [0.364, 0.546, 0.607], target: [0.364, 0.546, 0.607] },
  policyqa: { floor: [0.385, 0.403, 0.521], target: [0.385, 0.403, 0.521] },
};
const tolerance = 0.005;

export async function run(): Promise<readonly BenchmarkRow[]> {
  const rows: BenchmarkRow[] = [];
  let floors = 0;
  let targets = 0;
  for (const set of questionSets) {
    const found = summarize(await retrieve(set, { maxChars: 1000, provider: 'use-lite' }));
    for (const [i, metric] of metrics.entries()) {
      const { floor, target } = { floor: marks[set].floor[i] ?? 0, target: marks[set].target[i] ?? 0 };
      const value = found[metric];
      floors += value >= floor - tolerance ? 1 : 0;
      targets += value >= target - 0.0005 ? 1 : 0;
      rows.push({ figure: `${set} ${metric}`, value, unit: '', target: `at least ${floor}, best known ${target}` });
    }
    rows.push({ figure: `${set} search p50`, value: found.p50_ms, unit: 'ms' });
    rows.push({ figure: `${set} search p95`, value: found.p95_ms, unit: 'ms' });
  }
  rows.push({ figure: 'cells at or above the floor', value: floors, unit: 'of 15', target: '15' });
  rows.push({
    figure: 'cells at or above the best known',
    value: targets,
    unit: 'of 15',
    target: 'as many as one configuration reaches',
  });
  return rows;
}
