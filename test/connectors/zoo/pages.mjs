import { serve, text } from './serve.mjs';

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
serve({
  on: {
    'tools/list': ({ cursor = '0' }) => {
      const from = Number(cursor);
      const tools = names.slice(from, from + 3).map((name) => ({ name, inputSchema: { type: 'object' } }));
      return from + 3 < names.length ? { tools, nextCursor: String(from + 3) } : { tools };
    },
    'tools/call': ({ name }) => text(name),
  },
});
