import process from 'node:process';
import { runLeaks } from '../../test/leaks/run-leaks.ts';
import type { BenchmarkRow } from './row.ts';

export const description =
  'Random people ask in random places about documents with planted secrets while groups change, through the whole app with a model that tells all it can get at: what shows where it must not.';

export const options = { combinations: 1000, seed: 20261130, documents: 45 };

export async function run(given: typeof options): Promise<readonly BenchmarkRow[]> {
  const closing: (() => void | Promise<void>)[] = [];
  try {
    const counts = await runLeaks({ after: (close) => void closing.unshift(close) }, given);
    for (const example of counts.examples.slice(0, 20)) process.stderr.write(`${example}\n`);
    const leaks = Object.values(counts.surfaces).reduce((sum, surface) => sum + surface.leaks, 0);
    return [
      { figure: 'seed', value: given.seed, unit: '' },
      { figure: 'combinations of person, place and document', value: counts.combinations, unit: '' },
      ...Object.entries(counts.surfaces).map(
        ([surface, { looks, leaks }]): BenchmarkRow => ({
          ...{
            figure: `leaks in ${surface} (${looks} looks)`,
            value: leaks,
            unit: 'secrets',
            target: '0',
            missed: leaks > 0,
          },
        }),
      ),
      { figure: 'leaks', value: leaks, unit: 'secrets', target: '0', missed: leaks > 0 },
      { figure: 'combinations that are allowed', value: counts.allowed, unit: '' },
      {
        figure: 'of these found by search',
        value: counts.found,
        unit: '',
        target: 'all',
        missed: counts.found < counts.allowed,
      },
      { figure: 'of these named by the answer', value: counts.answered, unit: '' },
      { figure: 'answers kept back since readers changed meanwhile', value: counts.withheld, unit: '' },
    ];
  } finally {
    for (const close of closing) await close();
  }
}
