import process from 'node:process';
import { serve, text } from './serve.mjs';

serve({
  tools: {
    greet: { definition: { annotations: { readOnlyHint: true } }, run: ({ name }) => text(`hello ${name}`) },
    pid: { run: () => text(String(process.pid)) },
    environment: { run: () => text(JSON.stringify(process.env)) },
  },
});
