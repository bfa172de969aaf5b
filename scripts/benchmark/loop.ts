import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqliteRecords } from '../../src/records/sqlite.ts';
import { runLongConversation } from '../../test/answer/long-conversation.ts';
import { measureOverhead } from '../../test/answer/loop-overhead.ts';
import type { BenchmarkRow } from './row.ts';

export const description =
  "Bylaw's own time per turn of the model, over real records, and a conversation of 1,000 turns on a small context window.";

const questions = 300;
const turns = 1000;
const windowChars = 8000;

export async function run(): Promise<readonly BenchmarkRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-bench-loop-'));
  try {
    const records = createSqliteRecords({ file: join(folder, 'records.sqlite'), now: Date.now });
    await records.start();
    const overhead = await measureOverhead(records.conversations, records.answers, questions);
    await records.stop();
    const long = await runLongConversation(turns, windowChars);
    return [
      { figure: 'overhead per model turn, median', value: overhead.medianMs, unit: 'ms' },
      { figure: 'overhead per model turn, p95', value: overhead.p95Ms, unit: 'ms', target: 'under 20' },
      { figure: 'model turns measured', value: overhead.turns, unit: 'turns' },
      { figure: 'long conversation: questions answered', value: long.answers, unit: `of ${turns}`, target: `${turns}` },
      { figure: 'long conversation: requests, all valid', value: long.requests, unit: 'requests' },
      { figure: 'long conversation: longest request', value: long.longestChars, unit: 'characters' },
      {
        figure: 'long conversation: requests without the loaded skill',
        value: long.unloaded,
        unit: 'requests',
        target: '0',
      },
      {
        figure: 'long conversation: earlier answers sent without their citations',
        value: long.uncitedInHistory,
        unit: 'answers',
        target: '0',
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
