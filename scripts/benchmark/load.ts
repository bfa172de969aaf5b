import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BotOrders, type Measured, startWorker, type WorkspaceOrders } from '../load/messages.ts';
import type { BenchmarkRow } from './row.ts';

export const description =
  '200 questions at once from 50 people in 20 channels of the local Slack, with a model that takes 2 s; Slack, its rate limits off, and the bot are a process each.';

const modelMs = 2_000;

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
    const measured = await workspace.order('ask');
    const { asked, cpuMs } = await bot.order('finish');
    await bot.ended();
    const calls = await workspace.order('calls');
    const problems = await workspace.order('problems');
    await workspace.ended();
    return rows(measured, asked, { cpuMs, calls }, problems);
  } finally {
    for (const worker of workers) worker.kill();
    rmSync(place, { recursive: true, maxRetries: 5 });
  }
}

function rows(
  measured: readonly Measured[],
  asked: BotOrders['finish']['asked'],
  { cpuMs, calls }: { readonly cpuMs: number; readonly calls: WorkspaceOrders['calls'] },
  problems: readonly string[],
): BenchmarkRow[] {
  const questionOf = new Map(asked.map(({ answer, question }) => [answer, question]));
  const inOrder = measured.filter(({ question, place, answers }) => {
    const mine = answers.map(({ id }) => questionOf.get(id));
    return mine[place] === question && mine.filter((each) => each === question).length === 1;
  });
  // A thread's questions are answered one after the other, so that a later one begins when the earlier one has ended.
  const latency = measured.map(({ place, answers, askedAt }) => (answers[place]?.at ?? Number.NaN) - askedAt);
  const own = measured.map(({ place, answers, askedAt }) => {
    const begun = Math.max(askedAt, answers[place - 1]?.at ?? 0);
    return (answers[place]?.at ?? Number.NaN) - begun - modelMs;
  });
  const ack = measured.map(({ ackMs }) => ackMs);
  const status = measured.map(({ statusMs }) => statusMs);
  const row = (figure: string, value: number, target?: string): BenchmarkRow => ({
    ...{ figure, value: Math.round(value), unit: 'ms' },
    ...(target !== undefined && { target }),
  });
  const answered = asked.filter(({ status }) => status === 'answered').length;
  for (const problem of problems) console.error(problem);
  return [
    {
      figure: 'answered once, in order within their thread',
      value: inOrder.length,
      unit: `of ${measured.length}`,
      target: 'all',
    },
    { figure: 'answers that quote a policy', value: answered, unit: `of ${asked.length}` },
    {
      figure: 'statuses, sessions or streams left behind, pings, doubles',
      value: problems.length,
      unit: '',
      target: '0',
    },
    row('event to acknowledgement, p50', percentile(ack, 50)),
    row('event to acknowledgement, p99', percentile(ack, 99), 'under 100'),
    row('event to status, p50', percentile(status, 50)),
    row('event to status, p95', percentile(status, 95), 'under 300'),
    row('whole latency, p95', percentile(latency, 95)),
    row('latency without the model and earlier questions of the thread, p50', percentile(own, 50)),
    row('latency without the model and earlier questions of the thread, p95', percentile(own, 95), 'under 250'),
    row('processor time of the bot, a question', cpuMs / asked.length),
    ...Object.entries(calls).map(([method, count]) => ({
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
