import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { BenchmarkRow } from './row.ts';

export const description =
  'A folder of 10,000 documents: first run, unchanged run, one changed document, each as a whole process.';

const launcher = fileURLToPath(new URL('../../src/bylaw.mjs', import.meta.url));
const words =
  'leave travel expense manager request approval receipt office security laptop password incident notice week'.split(
    ' ',
  );

export async function run(count = 10_000): Promise<readonly BenchmarkRow[]> {
  const place = mkdtempSync(join(tmpdir(), 'bylaw-bench-sync-'));
  try {
    const docs = join(place, 'docs');
    for (let i = 0; i < count; i++) write(docs, i, '');
    const index = (...more: string[]) => timed(place, docs, more);
    const first = index('--no-wait');
    const vectors = index();
    const unchanged = [index(), index(), index()].toSorted((a, b) => a.seconds - b.seconds)[1];
    write(docs, 17, 'From now on it is done in another way.');
    const changed = index();
    const rest =
      unchanged === undefined
        ? []
        : [
            {
              figure: 'unchanged run, whole process (median of 3)',
              value: unchanged.seconds,
              unit: 's',
              target: 'under 2',
            },
            { figure: 'unchanged run, texts embedded', value: unchanged.report.embedded, unit: '', target: '0' },
          ];
    return [
      { figure: 'documents', value: count, unit: '' },
      { figure: 'first run without vectors, whole process', value: first.seconds, unit: 's' },
      { figure: 'vectors of all, whole process', value: vectors.seconds, unit: 's' },
      { figure: 'vectors of all, texts embedded', value: vectors.report.embedded, unit: '' },
      ...rest,
      { figure: 'one changed, whole process', value: changed.seconds, unit: 's', target: 'under 3' },
      { figure: 'one changed, documents changed', value: changed.report.documents.changed, unit: '', target: '1' },
    ];
  } finally {
    rmSync(place, { recursive: true });
  }
}

interface Report {
  readonly documents: { readonly changed: number };
  readonly embedded: number;
}

function timed(place: string, docs: string, more: readonly string[]): { seconds: number; report: Report } {
  const began = performance.now();
  const args = [launcher, 'index', '--json', '--source', docs, '--data', join(place, 'state'), ...more];
  const child = spawnSync(process.execPath, args, {
    cwd: place,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.status !== 0) throw new Error(`index ended with ${child.status}`);
  return { seconds: Math.round((performance.now() - began) / 10) / 100, report: JSON.parse(child.stdout) };
}

/** Short documents of different words, dated back so that their time can be trusted. */
function write(docs: string, i: number, more: string): void {
  const folder = join(docs, String(i % 100));
  mkdirSync(folder, { recursive: true });
  const body = Array.from({ length: 40 }, (_, n) => words[(i * 7 + n * (1 + (i % 5))) % words.length]).join(' ');
  const file = join(folder, `policy-${i}.md`);
  writeFileSync(
    file,
    `# Policy ${i}\n\nRule ${i} of this company: ${body}.\n\n## Exceptions\n\nNone for case ${i}. ${more}\n`,
  );
  const at = new Date(Date.UTC(2026, 0, 1, 0, 0, i + more.length));
  utimesSync(file, at, at);
}
