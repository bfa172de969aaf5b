import process from 'node:process';
import { serve } from './serve.mjs';

serve({
  on: {
    'tools/list': () => {
      setTimeout(() => process.exit(1), 20);
      return { tools: [] };
    },
  },
});
