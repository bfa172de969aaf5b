import { readFileSync } from 'node:fs';
import { parseFile } from '../../../src/ingest/parsers/parse-file.ts';

const [path = ''] = process.argv.slice(2);
const { text, notes, pageStarts } = await parseFile({ path, bytes: readFileSync(path) });
process.stdout.write(JSON.stringify({ text, notes, pageStarts }));
