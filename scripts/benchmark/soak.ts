import { runSoak } from '../../test/support/soak/soak.ts';
import type { BenchmarkRow } from './row.ts';

export const description =
  '5,000 random events by people, Slack and the machine, with kills, lost replies, rate limits and hangs; then every question must have one answer.';

const events = 5_000;
const seed = 1;

export async function run(): Promise<readonly BenchmarkRow[]> {
  const report = await runSoak({ seed, events, transport: 'socket' });
  if (report.failures.length > 0) {
    console.error(`seed ${seed}, ${events} events:`);
    for (const failure of report.failures) console.error(failure);
    console.error(`the first that fail: ${await shrink()} events`);
  }
  return [
    { figure: 'events', value: events, unit: '' },
    ...Object.entries(report.events).map(([what, count]) => ({ figure: `  ${what}`, value: count, unit: '' })),
    { figure: 'questions', value: report.questions, unit: '' },
    { figure: 'time in the workspace', value: report.minutes, unit: 'min' },
    { figure: 'left out, doubled, stuck, open or pinged', value: report.failures.length, unit: '', target: '0' },
  ];
}

/** The fewest events, by halves, that still fail with the seed; the timing of calls differs from run to run. */
async function shrink(): Promise<number> {
  let smallest = events;
  for (let fewer = Math.floor(events / 2); fewer >= 20; fewer = Math.floor(fewer / 2)) {
    const { failures } = await runSoak({ seed, events: fewer, transport: 'socket' });
    if (failures.length === 0) break;
    smallest = fewer;
  }
  return smallest;
}
