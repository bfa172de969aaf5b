import { serve, text } from './serve.mjs';

serve({
  tools: {
    huge: { run: () => text('x'.repeat(20 * 1024 * 1024)) },
    large: { run: () => text('y'.repeat(5 * 1024 * 1024)) },
    small: { run: () => text('small') },
  },
});
