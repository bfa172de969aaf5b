import { judgeRetrieval, summarize } from '../../src/evaluation/evaluate.ts';
import { figures, ndcg } from '../../src/evaluation/metrics.ts';
import { interval, signed } from '../retrieval/bootstrap.ts';
import { contextShare } from '../retrieval/context-share.ts';
import { judgeWindowsFloor } from '../retrieval/windows-floor.ts';
import { type QuestionSet, questionSets, stateFolder, withQuestions } from './handbook-data.ts';
import type { BenchmarkRow } from './row.ts';

export const description =
  'Retrieval without any key on the public question sets, one configuration for all, and the answer in the context.';

const metrics = ['ndcg@10', 'recall@3', 'recall@5'] as const;

/** What fusion over windows reached when it was designed. */
const floors: Record<QuestionSet, readonly number[]> = {
  'tts-handbook': [0.427, 0.37, 0.574],
  'sourcegraph-handbook': [0.545, 0.528, 0.654],
  northwind: [0.682, 0.736, 0.808],
  conditionalqa: [0.364, 0.546, 0.607],
  policyqa: [0.385, 0.403, 0.521],
};
/** Of the questions whose answer is a span. */
const contextTargets: Partial<Record<QuestionSet, number>> = { 'tts-handbook': 0.75, 'sourcegraph-handbook': 0.8 };
const contextSizes = [3000, 6000, 10_000] as const;
const settings = { maxChars: 1000, provider: 'use-lite' } as const;
const certainGain = 0.02;

export async function run(): Promise<readonly BenchmarkRow[]> {
  const rows: BenchmarkRow[] = [];
  let above = 0;
  let gained = 0;
  for (const set of questionSets) {
    await withQuestions(set, settings, async (questions, deps) => {
      const judged = await judgeRetrieval(questions, deps);
      const found = summarize(judged);
      const floorJudged = await judgeWindowsFloor(questions, deps, `${stateFolder(set, settings.maxChars)}-windows`);
      const floorFigures = figures(floorJudged);
      for (const [i, metric] of metrics.entries()) {
        const [value, floor] = [found[metric], floors[set][i] ?? 0];
        const isAbove = value >= floor - 0.0005;
        above += isAbove ? 1 : 0;
        const target = `at least ${floor}; the same ranking made anew here: ${floorFigures[metric]}`;
        rows.push({ figure: `${set} ${metric}`, value, unit: '', target, missed: !isAbove });
      }
      const gain = interval(
        judged.map(({ question, hits }, i) => ndcg(question, hits) - ndcg(question, floorJudged[i]?.hits ?? [])),
      );
      gained += gain.mean >= certainGain && gain.low > 0 ? 1 : 0;
      const unit = `[${signed(gain.low)}, ${signed(gain.high)}] against it, paired`;
      rows.push({ figure: `${set} ndcg@10, gain`, value: rounded(gain.mean), unit });
      const least = contextTargets[set];
      for (const size of least === undefined ? [] : contextSizes) {
        const value = rounded(await contextShare(questions, deps, size));
        const target = size === 6000 ? { target: `at least ${least}`, missed: value < (least ?? 0) } : {};
        rows.push({ figure: `${set}, answers held by ${size} characters`, value, unit: '', ...target });
      }
      rows.push({ figure: `${set} search p50`, value: found.p50_ms, unit: 'ms' });
      rows.push({ figure: `${set} search p95`, value: found.p95_ms, unit: 'ms' });
    });
  }
  rows.push({ figure: 'cells at or above the floor', value: above, unit: 'of 15', target: '15', missed: above < 15 });
  rows.push({
    ...{ figure: `sets with a certain gain of ${certainGain} or more`, value: gained, unit: 'of 5' },
    ...{ target: 'at least 2', missed: gained < 2 },
  });
  return rows;
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
