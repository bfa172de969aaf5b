import { join } from 'node:path';
import { createLibrary } from '../../src/library/hybrid-library.ts';
import { silentLog } from '../../src/log.ts';
import { createSqliteRecords } from '../../src/records/sqlite.ts';
import { createToyEmbedder } from '../support/toy-embedder.ts';
import { draftOf } from './library-draft.ts';

/** A process that embeds 200 documents, says when some are done, and is killed for it. */
const stateDir = process.argv[2] ?? '';
const now = () => Date.now();
const records = createSqliteRecords({ file: join(stateDir, 'records.sqlite'), now });
const embedder = createToyEmbedder();
const library = createLibrary({ stateDir, records, embedder, chroma: {}, log: silentLog, now });
await records.start();
await library.start();
const drafts = Array.from({ length: 200 }, (_, i) => draftOf({ path: `${i}.md`, passages: [`rule number ${i}`] }));
const versions = await records.documents.stage(drafts);
await library.add(versions);
await records.documents.activate(versions.map(({ id }) => id));
let said = false;
embedder.before = async () => {
  // Once some are done it goes no further, so that the end comes in the middle however slow the machine is.
  if (said) await new Promise(() => setInterval(() => undefined, 1_000));
  return undefined;
};
await library.embedPending({
  onProgress: ({ pending }) => {
    if (said || pending > 140) return;
    said = true;
    process.stdout.write('some are done\n');
  },
});
