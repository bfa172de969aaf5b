import { printable } from '../printable.ts';
import type { Records } from '../records/records.ts';
import { openStateFolder, recordsFile } from '../state-folder.ts';
import type { CommandContext } from './command.ts';

/** Opens the records alone, for commands that neither read documents nor answer, and closes them whatever happens. */
export async function withRecords<T>(context: CommandContext, work: (records: Records) => Promise<T>): Promise<T> {
  const { createSqliteRecords } = await import('../records/sqlite.ts');
  openStateFolder(context.config.data);
  const records = createSqliteRecords({ file: recordsFile(context.config.data), now: Date.now });
  try {
    const { state, detail } = await records.start();
    if (state === 'rebuilt') context.stderr.write(printable(`${detail}\n`));
    return await work(records);
  } finally {
    await records.stop();
  }
}
