import { createIsolatedParser } from '../../../src/ingest/isolated-parser.ts';

// With a port: hands it to a parser that spins. Without: parses one file, doesn't stop the parser, and has nothing left to do.
const [port] = process.argv.slice(2);
const { signal } = new AbortController();

if (port === undefined) {
  await createIsolatedParser().parse({ path: 'a.md', bytes: Buffer.from('Text') }, signal);
} else {
  const entry = new URL('./spinning.ts', import.meta.url);
  await createIsolatedParser({ entry }).parse({ path: port, bytes: Buffer.from('Text') }, signal);
}
