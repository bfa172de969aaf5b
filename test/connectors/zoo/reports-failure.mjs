// Does what it is asked, and then says that it failed.
import { serve, text } from './serve.mjs';

const posted = [];
serve({
  tools: {
    post: {
      run: ({ title }) => {
        posted.push(title);
        return { isError: true, ...text('HTTP 500 from the tracker') };
      },
    },
    posted: { run: () => text(JSON.stringify(posted)) },
  },
});
