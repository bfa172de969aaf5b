import { readFileSync } from 'node:fs';
import process from 'node:process';
import { silentLog } from '../../src/log.ts';
import { createScriptRunner } from '../../src/skills/run-script.ts';

/** A bot that runs the script described on stdin. */
const { skill, script, input } = JSON.parse(readFileSync(0, 'utf8'));
const runner = createScriptRunner({ log: silentLog, nodePath: process.execPath, now: () => performance.now() });
await runner.run({ skill, script, input, signal: new AbortController().signal });
