import { createHash } from 'node:crypto';
import { type AnswerFigures, judgeAnswers } from '../../src/evaluation/evaluate.ts';
import { withQuestions } from './handbook-data.ts';
import type { BenchmarkRow } from './row.ts';

export const description =
  'Answers without any key, half by half: the rules were tuned on the development half only, the other tells what they are worth.';

const sets = ['policies', 'northwind', 'tts-handbook', 'sourcegraph-handbook'] as const;
const halves = ['development', 'held out'] as const;

export async function run(): Promise<readonly BenchmarkRow[]> {
  const rows: BenchmarkRow[] = [];
  for (const set of sets) {
    const figures = await withQuestions(set, { maxChars: 1000, provider: 'use-lite' }, async (questions, deps) => ({
      development: await judgeAnswers(
        questions.filter(({ id }) => halfOf(id) === 'development'),
        deps,
      ),
      'held out': await judgeAnswers(
        questions.filter(({ id }) => halfOf(id) === 'held out'),
        deps,
      ),
    }));
    for (const half of halves) rows.push(...rowsOf(`${set}, ${half}`, figures[half]));
  }
  return rows;
}

/** By the first hex digit of the SHA-256 of its id. */
function halfOf(id: string): (typeof halves)[number] {
  return createHash('sha256').update(id).digest('hex').charAt(0) < '8' ? 'development' : 'held out';
}

function rowsOf(name: string, found: AnswerFigures): BenchmarkRow[] {
  const total = found.right + found.abstained + found.wrong;
  return (['right', 'abstained', 'wrong'] as const).map((figure) => ({
    figure: `${name}: ${figure}`,
    value: found[figure],
    unit: `of ${total}`,
  }));
}
