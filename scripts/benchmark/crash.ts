import { playWithCrash } from '../../test/answer/crash-matrix.ts';
import { planOf } from '../../test/answer/crash-plan.ts';
import { killForReal } from '../../test/answer/kill-for-real.ts';
import type { BenchmarkRow } from './row.ts';

export const description =
  'Kills the answering side before and after each lasting change of 200 random conversations with writes, and some real processes with kill -9.';

const conversations = 200;
const realKills = 8;

export async function run(): Promise<readonly BenchmarkRow[]> {
  const total = {
    kills: 0,
    invalid: 0,
    repeated: 0,
    unapproved: 0,
    untold: 0,
    lost: 0,
    questions: 0,
    approved: 0,
    executed: 0,
  };
  for (let seed = 1; seed <= conversations; seed += 1) {
    const plan = planOf(seed);
    const { moments } = await playWithCrash(plan);
    for (let at = 1; at <= moments; at += 1) {
      const outcome = await playWithCrash(plan, at);
      total.kills += 1;
      total.invalid += outcome.invalid.length;
      for (const name of ['repeated', 'unapproved', 'untold', 'lost', 'questions', 'approved', 'executed'] as const)
        total[name] += outcome[name];
    }
  }
  const real = { lost: 0, repeated: 0, unapproved: 0 };
  for (let n = 0; n < realKills; n += 1) {
    const outcome = await killForReal(100 + n, [3 + 5 * n, 6]);
    real.lost += outcome.ended.filter((status) => status === 'failed').length;
    real.repeated += outcome.repeated;
    real.unapproved += Math.max(0, outcome.executed - outcome.approved);
  }
  return [
    { figure: 'kills in the process', value: total.kills, unit: `in ${conversations} conversations` },
    { figure: 'requests that the API would refuse', value: total.invalid, unit: 'requests', target: '0' },
    { figure: 'actions that ran twice', value: total.repeated, unit: `of ${total.executed}`, target: '0' },
    { figure: 'actions that ran without a yes', value: total.unapproved, unit: `of ${total.executed}`, target: '0' },
    {
      figure: 'agreed to and not run, or not known to have',
      value: total.approved - total.executed,
      unit: `of ${total.approved}`,
    },
    { figure: 'of these, without a word to the person', value: total.untold, unit: 'actions', target: '0' },
    { figure: 'questions lost', value: total.lost, unit: `of ${total.questions}`, target: '0' },
    { figure: 'kill -9: questions lost', value: real.lost, unit: `in ${2 * realKills} kills`, target: '0' },
    { figure: 'kill -9: actions that ran twice', value: real.repeated, unit: 'actions', target: '0' },
    { figure: 'kill -9: actions without a yes', value: real.unapproved, unit: 'actions', target: '0' },
  ];
}
