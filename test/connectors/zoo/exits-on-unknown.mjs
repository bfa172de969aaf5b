// Ends at any question it doesn't know, and notes each of its starts in the file of its first argument.
import { appendFileSync } from 'node:fs';
import process from 'node:process';
import { serve, text } from './serve.mjs';

appendFileSync(process.argv[2], 'x');
serve({ tools: { greet: { run: () => text('hello') } }, on: { 'server/discover': () => process.exit(3) } });
