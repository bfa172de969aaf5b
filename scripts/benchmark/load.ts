import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BotOrders, type Measured, startWorker, type WorkspaceOrders } from '../load/messages.ts';
import { ownShareMs } from '../load/own-share.ts';
import type { BenchmarkRow } from './row.ts';

export const description =
  '200 questions from 50 people in 20 channels of the local Slack, at once and then over 10 s, with a model that takes 2 s; Slack, its rate limits off, and the bot are a process each.';

const modelMs = 2_000;

type Finished = BotOrders['finish'];

/** What counts as Bylaw's own share of the latency, and what as a wait that Slack imposes: `ownShareMs`. */
export async function run(): Promise<readonly BenchmarkRow[]> {
  const place = mkdtempSync(join(tmpdir(), 'bylaw-bench-load-'));
  const tokens = ['xoxb-load', 'xapp-load'];
  const workspace = startWorker<WorkspaceOrders>('workspace.ts', tokens);
  const workers: { kill(): void }[] = [workspace];
  try {
    const apiUrl = await workspace.ready();
    const bot = startWorker<BotOrders>('bot.ts', [place, apiUrl, ...tokens, String(modelMs)]);
    workers.push(bot);
    await bot.ready();
    const atOnce = await workspace.order('ask');
    const spread = await workspace.order('spread');
    const finished = await bot.order('finish');
    await bot.ended();
    const answeredAt = new Map(await workspace.order('answered'));
    const problems = await workspace.order('problems');
    await workspace.ended();
    for (const problem of problems) console.error(problem);
    return [
      ...latencies('at once', atOnce, finished, answeredAt),
      ...latencies('over 10 s', spread, finished, answeredAt),
      ...totals(finished, problems),
    ];
  } finally {
    for (const worker of workers) worker.kill();
    rmSync(place, { recursive: true, maxRetries: 5 });
  }
}

function latencies(
  when: string,
  measured: readonly Measured[],
  { asked, calls }: Finished,
  answeredAt: ReadonlyMap<string, number>,
): BenchmarkRow[] {
  const questionOf = new Map(asked.map(({ answer, question }) => [answer, question]));
  const inOrder = measured.filter(({ question, place, answers }) => {
    const mine = answers.map(({ id }) => questionOf.get(id));
    return mine[place] === question && mine.filter((each) => each === question).length === 1;
  });
  const whole = measured.map(({ place, answers, askedAt }) => (answers[place]?.at ?? Number.NaN) - askedAt);
  const own = measured.map((question) => ownShareMs(question, calls, answeredAt, modelMs));
  const ack = measured.map(({ ackMs }) => ackMs);
  const status = measured.map(({ statusMs }) => statusMs);
  const row = (figure: string, value: number, target?: string): BenchmarkRow => ({
    ...{ figure: `${when}: ${figure}`, value: Math.round(value), unit: 'ms' },
    ...(target !== undefined && { target }),
  });
  return [
    {
      ...{ figure: `${when}: answered once, in order within their thread`, value: inOrder.length },
      ...{ unit: `of ${measured.length}`, target: 'all' },
    },
    row('event to acknowledgement, p50', percentile(ack, 50)),
    row('event to acknowledgement, p99', percentile(ack, 99), 'under 100'),
    row('event to status, p50', percentile(status, 50)),
    row('event to status, p95', percentile(status, 95), 'under 300'),
    row('whole latency, p95', percentile(whole, 95)),
    row('own share of the latency, p50', percentile(own, 50)),
    row('own share of the latency, p95', percentile(own, 95), 'under 250'),
  ];
}

function totals({ asked, calls, cpuMs }: Finished, problems: readonly string[]): BenchmarkRow[] {
  const answered = asked.filter(({ status }) => status === 'answered').length;
  const counts = new Map<string, number>();
  for (const { method } of calls) counts.set(method, (counts.get(method) ?? 0) + 1);
  return [
    { figure: 'answers that quote a policy', value: answered, unit: `of ${asked.length}` },
    {
      ...{ figure: 'statuses, sessions or streams left behind, pings, doubles', value: problems.length },
      ...{ unit: '', target: '0' },
    },
    {
      figure: 'processor time of the bot, a question',
      value: Math.round((cpuMs / asked.length) * 10) / 10,
      unit: 'ms',
    },
    ...[...counts].map(([method, count]) => ({
      figure: `${method}, a question`,
      value: Math.round((count / asked.length) * 10) / 10,
      unit: 'calls',
    })),
  ];
}

/** The nearest rank. */
function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}
