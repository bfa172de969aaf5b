import process from 'node:process';
import { serve, text } from './serve.mjs';

process.stdout.write('*** Welcome to the best server ***\n[info] starting\n{"level":"info"}\n');
serve({
  tools: {
    greet: {
      run: () => {
        process.stdout.write('[debug] greeting\n');
        return text('hello');
      },
    },
  },
});
