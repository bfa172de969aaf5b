import { readdirSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import process from 'node:process';
import type { BenchmarkRow } from './benchmark/row.ts';

interface Benchmark {
  readonly description: string;
  run(): Promise<readonly BenchmarkRow[]>;
}

const folder = new URL('benchmark/', import.meta.url);
const names = readdirSync(folder)
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((name) => name !== 'row' && name !== 'handbook-data')
  .sort();

const [name, ...flags] = process.argv.slice(2);
if (name === undefined || !names.includes(name) || flags.some((flag) => flag !== '--json')) {
  process.stderr.write(`Usage: npm run -s benchmark -- NAME [--json]\nNAME is one of ${names.join(', ')}\n`);
  process.exit(2);
}
const benchmark: Benchmark = await import(new URL(`${name}.ts`, folder).href);
process.stderr.write(`${benchmark.description}\n`);
const began = performance.now();
const rows = await benchmark.run();
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
