import { serve } from './serve.mjs';

let page = 0;
serve({
  on: {
    'tools/list': () => ({
      tools: [{ name: `t${page}`, inputSchema: { type: 'object' } }],
      nextCursor: String(++page),
    }),
  },
});
