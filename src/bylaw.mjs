#!/usr/bin/env node
// Plain JavaScript, so that an old Node can read it and say what is wrong instead of failing on the first type.
import process from 'node:process';

const needed = 24;
const running = Number(process.versions.node.split('.')[0]);
if (running < needed) {
  process.stderr.write(
    `Bylaw needs Node ${needed} or newer and this is Node ${process.versions.node}: ` +
      'run it through npm (npm start, npm run bylaw), which uses the Node that npm ci installed, or install Node 24.\n',
  );
  process.exit(2);
}
const { main } = await import('./main.ts');
await main();
