import { readdirSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import process from 'node:process';
import type { BenchmarkRow } from './benchmark/row.ts';

interface Benchmark {
  readonly description: string;
  /** What can be set on the command line, each to the whole number that it is without. */
  readonly options?: Readonly<Record<string, number>>;
  run(options: Readonly<Record<string, number>>): Promise<readonly BenchmarkRow[]>;
}

const folder = new URL('benchmark/', import.meta.url);
const names = readdirSync(folder)
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((name) => name !== 'row' && name !== 'handbook-data')
  .sort();

const [name, ...flags] = process.argv.slice(2);
if (name === undefined || !names.includes(name)) {
  fail(`Usage: npm run -s benchmark -- NAME [--json]\nNAME is one of ${names.join(', ')}\n`);
}
const benchmark: Benchmark = await import(new URL(`${name}.ts`, folder).href);
const { values, isWrong } = readOptions(flags, benchmark.options ?? {});
if (isWrong) {
  const own = Object.keys(benchmark.options ?? {}).map((option) => ` [--${option} NUMBER]`);
  fail(`Usage: npm run -s benchmark -- ${name} [--json]${own.join('')}\n`);
}
process.stderr.write(`${benchmark.description}\n`);
const began = performance.now();
const rows = await benchmark.run(values);
const seconds = Math.round((performance.now() - began) / 1000);
const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
if (flags.includes('--json')) {
  process.stdout.write(`${JSON.stringify({ name, machine, seconds, rows }, null, 2)}\n`);
} else {
  const width = Math.max(...rows.map((row) => row.figure.length));
  for (const { figure, value, unit, target, missed } of rows) {
    process.stdout.write(
      `${figure.padEnd(width)}  ${value} ${unit}${target === undefined ? '' : `   (target ${target}${missed === true ? ', missed' : ''})`}\n`,
    );
  }
  process.stdout.write(`\n${machine}; ${seconds} s\n`);
}
process.exit(rows.some((row) => row.missed === true) ? 1 : 0);

function readOptions(
  flags: readonly string[],
  known: Readonly<Record<string, number>>,
): { readonly values: Readonly<Record<string, number>>; readonly isWrong: boolean } {
  const values = { ...known };
  const left = flags.join('\n').replace(/^--([a-z]+)[\n=](\d{1,12})$/gm, (all, option: string, value: string) => {
    if (!Object.hasOwn(known, option)) return all;
    values[option] = Number(value);
    return '';
  });
  return { values, isWrong: left.split('\n').some((flag) => flag !== '' && flag !== '--json') };
}

function fail(usage: string): never {
  process.stderr.write(usage);
  process.exit(2);
}
