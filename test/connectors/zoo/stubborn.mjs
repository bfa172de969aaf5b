// Deaf to the end of its input and to SIGTERM; notes its number in the file of its first argument.
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { serve, text } from './serve.mjs';

writeFileSync(process.argv[2], String(process.pid));
process.on('SIGTERM', () => {});
setInterval(() => {}, 1000);
serve({ tools: { greet: { run: () => text('hello') } } });
