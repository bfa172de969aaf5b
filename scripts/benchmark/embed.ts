import process from 'node:process';
import type { Embedder } from '../../src/embeddings/embedder.ts';
import { createUseLiteEmbedder } from '../../src/embeddings/use-lite.ts';
import { readUseLiteReference } from '../../test/embeddings/use-lite-reference.ts';
import type { BenchmarkRow } from './row.ts';

export const description =
  'The built-in embedder: windows of 450 characters a second on one core, cosine to its package, load, memory.';

const windowChars = 450;
const batchSize = 40;
const measuredMs = 5_000;
const questions = 40;

export async function run(): Promise<readonly BenchmarkRow[]> {
  const memoryBefore = process.memoryUsage.rss();
  const began = performance.now();
  const embedder = createUseLiteEmbedder();
  await embedder.start();
  const loadSeconds = (performance.now() - began) / 1000;
  try {
    const write = createWriter(20_260_101);
    const windows = () => Array.from({ length: batchSize }, () => write(windowChars));
    // Once unmeasured: the first texts pay for compiling.
    await embedder.embed(windows(), { purpose: 'passage' });
    const speed = await measureSpeed(embedder, windows);
    const memory = process.memoryUsage.rss() - memoryBefore;
    const alone = await measureQuestions(embedder, write);
    const controller = new AbortController();
    const indexing = embedder.embed(Array(20).fill(windows()).flat(), {
      purpose: 'passage',
      signal: controller.signal,
    });
    const beside = await measureQuestions(embedder, write);
    controller.abort();
    await indexing.catch(() => {});
    return [
      row('windows a processor second (all threads)', speed.perCpuSecond, 'windows/s', 'at least 80'),
      row('windows a second of wall clock, one worker', speed.perSecond, 'windows/s'),
      row("least cosine to the package's own vectors", await leastCosine(embedder), '', 'at least 0.999'),
      row('question of 60 characters, p50', alone.p50, 'ms'),
      row('question of 60 characters, p95', alone.p95, 'ms'),
      row('same while passages are embedded, p95', beside.p95, 'ms'),
      row('load', loadSeconds, 's'),
      row('memory added', memory / 1e6, 'MB'),
    ];
  } finally {
    await embedder.stop();
  }
}

function row(figure: string, value: number, unit: string, target?: string): BenchmarkRow {
  const digits = unit === '' ? 5 : value < 10 ? 2 : 0;
  return { figure, value: Number(value.toFixed(digits)), unit, ...(target === undefined ? {} : { target }) };
}

/** Processor time counts beside wall clock, since other work on the machine lengthens only the latter. */
async function measureSpeed(embedder: Embedder, windows: () => string[]) {
  const cpuBefore = process.cpuUsage();
  const began = performance.now();
  let count = 0;
  while (performance.now() - began < measuredMs) {
    count += (await embedder.embed(windows(), { purpose: 'passage' })).length;
  }
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { perSecond: count / seconds, perCpuSecond: count / ((user + system) / 1e6) };
}

async function measureQuestions(embedder: Embedder, write: (chars: number) => string) {
  const times: number[] = [];
  for (let i = 0; i < questions; i++) {
    const question = write(60);
    const began = performance.now();
    await embedder.embed([question], { purpose: 'question' });
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
}

async function leastCosine(embedder: Embedder): Promise<number> {
  const reference = readUseLiteReference();
  const vectors = await embedder.embed(
    reference.map(({ text }) => text),
    { purpose: 'passage' },
  );
  const cosines = reference.map(({ vector }, i) => {
    const ours = vectors[i] ?? new Float32Array();
    return vector.reduce((sum, value, k) => sum + value * (ours[k] ?? 0), 0) / Math.hypot(...vector);
  });
  return Math.min(...cosines);
}

const subjects = 'employees|line managers|contractors|the data protection officer|part-time staff|new joiners'.split(
  '|',
);
const verbs = 'must approve|may carry over|have to report|are entitled to|should document|may not exceed'.split('|');
const objects =
  'unused annual leave|travel expenses above the limit|security incidents|remote work abroad|company equipment|overtime'.split(
    '|',
  );
const tails =
  'within ten working days|before the end of the calendar year|unless local law says otherwise|in writing|up to EUR 500|from the first day of employment'.split(
    '|',
  );

/** Writes text of exactly so many characters that reads like a policy; the same for the same seed. */
function createWriter(seed: number): (chars: number) => string {
  let state = seed;
  const pick = (words: readonly string[]) => {
    // Numerical Recipes' linear congruential generator, from its better, upper bits.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return words[(state >>> 16) % words.length] ?? '';
  };
  return (chars) => {
    let text = '';
    while (text.length <= chars) {
      const sentence = [subjects, verbs, objects, tails].map(pick).join(' ');
      text += `${sentence[0]?.toUpperCase()}${sentence.slice(1)}. `;
    }
    return text.slice(0, chars);
  };
}
