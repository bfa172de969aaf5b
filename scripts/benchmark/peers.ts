import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { indexWithLangchain, langchainPackages } from '../peers/index-with-langchain.ts';
import { indexWithQmd, qmdPackages } from '../peers/index-with-qmd.ts';
import { installPeer } from '../peers/install-peer.ts';
import { runProcess } from '../peers/run-process.ts';
import type { BylawRun } from '../peers/sync-with-bylaw.ts';
import { changeOne, writePolicyFolder } from '../stand-ins/policy-folder.ts';
import { readSentencePool } from '../stand-ins/sentence-pool.ts';
import type { BenchmarkRow } from './row.ts';

export const description =
  'A folder of 10,000 documents indexed by Bylaw and by LangChain.js into the same Chroma, embedding excluded, and again unchanged.';

/** `alone` other than 0 leaves the peers out. */
export const options = { documents: 10_000, alone: 0 };

const program = fileURLToPath(new URL('../peers/sync-with-bylaw.ts', import.meta.url));

export async function run({ documents, alone } = options): Promise<readonly BenchmarkRow[]> {
  const place = mkdtempSync(join(tmpdir(), 'bylaw-bench-peers-'));
  try {
    const docs = join(place, 'docs');
    const { chars, from } = writePolicyFolder(docs, documents);
    const sync = (name: string) => runProcess<BylawRun>(name, program, [docs, join(place, 'bylaw')]);
    const first = await sync('Bylaw, first');
    const unchanged = await sync('Bylaw, unchanged');
    changeOne(docs, Math.floor(documents / 2));
    const changed = await sync('Bylaw, one changed');
    const rows = [
      row('documents', documents, ''),
      row(`characters a document (${from})`, chars / documents, ''),
      ...describeFirst(first, documents),
      row('Bylaw: unchanged', unchanged.wallSeconds, 's'),
      row('Bylaw: unchanged, files read', unchanged.filesRead, '', { target: '0', missed: unchanged.filesRead > 0 }),
      row('Bylaw: unchanged, memory', unchanged.use.own.memoryMb, 'MB'),
      row('Bylaw: one changed', changed.wallSeconds, 's'),
      row('Bylaw: one changed, files read', changed.filesRead, ''),
    ];
    if (alone !== 0) return rows;
    const langchain = await race(docs, join(place, 'langchain'), { first, unchanged, documents });
    return [...rows, ...langchain, ...raceQmd(docs, join(place, 'qmd'))];
  } finally {
    rmSync(place, { recursive: true });
  }
}

function describeFirst(first: BylawRun & { readonly wallSeconds: number }, documents: number): BenchmarkRow[] {
  const { own, parser, chroma } = first.use;
  return [
    row('Bylaw: first index, whole process', first.wallSeconds, 's'),
    row('Bylaw: documents a second', documents / first.wallSeconds, ''),
    row('Bylaw: passages', first.passages, ''),
    row('Bylaw: vectors', first.vectors, ''),
    row('Bylaw: vectors a second', first.vectors / first.wallSeconds, ''),
    ...Object.entries(first.parts).map(([part, seconds]) => row(`Bylaw: of this ${part}`, seconds, 's')),
    row('Bylaw: processor time of all', cpuOf(first), 's'),
    row('Bylaw: of this Chroma', chroma.cpuSeconds, 's'),
    row('Bylaw: memory of process, parser, Chroma together', own.memoryMb + parser.memoryMb + chroma.memoryMb, 'MB'),
    row('Bylaw: memory of Chroma', chroma.memoryMb, 'MB'),
  ];
}

/** Says more than the clock where other work goes on beside it. */
function cpuOf({ use: { own, parser, chroma } }: BylawRun): number {
  return own.cpuSeconds + parser.cpuSeconds + chroma.cpuSeconds;
}

interface Own {
  readonly first: BylawRun & { readonly wallSeconds: number };
  readonly unchanged: { readonly wallSeconds: number };
  readonly documents: number;
}

async function race(docs: string, stateDir: string, own: Own): Promise<BenchmarkRow[]> {
  const langchain = installPeer(langchainPackages);
  if (langchain === undefined) return leaveOut('LangChain.js');
  const { first, again, chroma } = await indexWithLangchain(langchain, docs, stateDir);
  const ahead = (figure: string, theirs: number, ours: number) =>
    row(figure, theirs / ours, 'times as fast', { target: 'above 1', missed: theirs <= ours });
  return [
    row('LangChain.js: first index, whole process', first.wallSeconds, 's'),
    row('LangChain.js: documents a second', own.documents / first.wallSeconds, ''),
    row('LangChain.js: pieces', first.pieces, ''),
    row('LangChain.js: pieces a second', first.pieces / first.wallSeconds, ''),
    ...Object.entries(first.parts).map(([part, seconds]) => row(`LangChain.js: of this ${part}`, seconds, 's')),
    row('LangChain.js: everything once more', again.wallSeconds, 's'),
    row('LangChain.js: processor time of all', first.cpuSeconds + chroma.cpuSeconds, 's'),
    row('LangChain.js: of this Chroma', chroma.cpuSeconds, 's'),
    row('LangChain.js: memory of process and Chroma together', first.memoryMb + chroma.memoryMb, 'MB'),
    row('LangChain.js: memory of Chroma', chroma.memoryMb, 'MB'),
    ahead('first index: Bylaw is', first.wallSeconds, own.first.wallSeconds),
    ahead('unchanged: Bylaw is', again.wallSeconds, own.unchanged.wallSeconds),
  ];
}

/** Keywords only, so that there is nothing to be ahead of: it stands beside Bylaw's sync without vectors. */
function raceQmd(docs: string, stateDir: string): BenchmarkRow[] {
  const qmd = installPeer(qmdPackages);
  if (qmd === undefined) return leaveOut('qmd');
  const run = indexWithQmd(qmd, docs, stateDir, readSentencePool().questions.slice(0, 15));
  return [
    row('qmd, keywords only: first index', run.firstSeconds, 's'),
    row('qmd, keywords only: unchanged', run.unchangedSeconds, 's'),
    row('qmd, keywords only: one search by its command line, p50', run.searchMs, 'ms'),
  ];
}

function leaveOut(name: string): BenchmarkRow[] {
  process.stderr.write(`${name} is left out: npm cannot install it from here.\n`);
  return [];
}

function row(figure: string, value: number, unit: string, more: Partial<BenchmarkRow> = {}): BenchmarkRow {
  const digits = unit === 's' || unit === 'times as fast' ? 2 : 0;
  return { figure, value: Number(value.toFixed(digits)), unit, ...more };
}
