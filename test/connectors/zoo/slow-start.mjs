import { later, serve, text } from './serve.mjs';

await later(1200);
serve({ tools: { greet: { run: () => text('hello') } } });
