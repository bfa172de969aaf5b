import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createChromaServer } from '../../src/library/chroma-server.ts';
import { silentLog } from '../../src/log.ts';

/** A process that uses a folder's Chroma until its input ends. */
const stateDir = process.argv[2] ?? '';
const server = createChromaServer({ stateDir, log: silentLog, now: () => Date.now() });
const { port } = await server.ensure();
const { pid } = JSON.parse(readFileSync(join(stateDir, 'chroma.json'), 'utf8')).server;
process.stdout.write(`${JSON.stringify({ pid, port })}\n`);
process.stdin.resume().on('end', () => void server.stop());
