// Prints 24 MB in one line before it answers anything.
import process from 'node:process';
import { serve, text } from './serve.mjs';

process.stdout.write(`${'x'.repeat(24 * 1024 * 1024)}\n`);
serve({ tools: { greet: { run: () => text('hello') } } });
