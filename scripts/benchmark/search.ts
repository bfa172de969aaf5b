import { percentile, timeEach } from '../search/latency.ts';
import { day, openSearchLibrary } from '../search/search-library.ts';
import { readSentencePool } from '../stand-ins/sentence-pool.ts';
import type { BenchmarkRow } from './row.ts';

export const description =
  'Latency of retrieval at 100,000 passages of recombined handbooks, real questions, with one audience set and with eight (embedding excluded).';

export const options = { passages: 100_000, questions: 320 };

const warmUp = 20;
const targets = { 1: 60, 8: 80 } as const;

/** `passages` is for trying the benchmark itself on a smaller library. */
export async function run({ passages, questions } = options): Promise<readonly BenchmarkRow[]> {
  const rows: BenchmarkRow[] = [];
  for (const sets of [1, 8] as const) {
    const figure = `${passages} passages, ${sets === 1 ? 'one audience set' : `${sets} audience sets`}`;
    for (const [atOnce, times] of await measure(passages, sets, questions)) {
      const named = atOnce === 1 ? figure : `${figure}, ${atOnce} at a time`;
      const p95 = percentile(times, 0.95);
      rows.push({ figure: `${named}: p50`, value: percentile(times, 0.5), unit: 'ms' });
      rows.push(
        atOnce === 1
          ? {
              figure: `${named}: p95`,
              value: p95,
              unit: 'ms',
              target: `under ${targets[sets]}`,
              missed: p95 >= targets[sets],
            }
          : { figure: `${named}: p95`, value: p95, unit: 'ms' },
      );
      rows.push({ figure: `${named}: p99`, value: percentile(times, 0.99), unit: 'ms' });
    }
  }
  return rows;
}

/** The times, by how many questions were asked at once. */
async function measure(passages: number, sets: number, count: number): Promise<Map<number, number[]>> {
  const pool = readSentencePool();
  const { library, audienceKeys, close } = await openSearchLibrary({ passages, sets }, pool);
  try {
    const asked = Array.from({ length: warmUp + count }, (_, i) => pool.questions[i % pool.questions.length] ?? '');
    const ask = async (text: string) => {
      const outcome = await library.search({ text, limit: 10, audienceKeys, on: day });
      if (!outcome.usedVectors || outcome.hits.length === 0)
        throw new Error('a question was not answered by both lists');
    };
    await timeEach(asked.slice(0, warmUp), 1, ask);
    const questions = asked.slice(warmUp);
    return new Map([
      [1, await timeEach(questions, 1, ask)],
      [4, await timeEach(questions, 4, ask)],
    ]);
  } finally {
    await close();
  }
}
