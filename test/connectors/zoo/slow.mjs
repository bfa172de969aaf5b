import { later, serve, text } from './serve.mjs';

serve({
  tools: {
    with_progress: {
      run: async (_, { progress }) => {
        for (let step = 1; step <= 8; step++) {
          await later(150);
          progress(step);
        }
        return text('done');
      },
    },
    silent: { run: () => undefined },
    heard: { run: (_, { heard }) => text(JSON.stringify(heard.map(({ method }) => method))) },
  },
});
