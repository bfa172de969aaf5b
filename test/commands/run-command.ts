import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { TestContext } from 'node:test';
import type { Command, ExitStatus } from '../../src/commands/command.ts';
import { type Config, loadConfig } from '../../src/config.ts';
import type { AnswerRecord, Records } from '../../src/records/records.ts';
import { createSqliteRecords } from '../../src/records/sqlite.ts';
import { temporaryFolder } from '../support/run-bylaw.ts';

export interface CommandRun {
  readonly words?: readonly string[];
  readonly options?: Readonly<Record<string, string | boolean>>;
  readonly json?: boolean;
  readonly columns?: number;
  /** What a person types on the terminal; absent means that there is none. */
  readonly typed?: string;
}

/** A state folder to which commands are applied within this process. */
export function createCommandWorld(t: TestContext, settings?: object) {
  const cwd = temporaryFolder(t);
  if (settings !== undefined) writeFileSync(join(cwd, 'bylaw.yaml'), JSON.stringify(settings));
  const data = join(cwd, 'state');
  const config = {
    ...loadConfig({ cwd, data, argumentFolder: cwd, env: {} }),
    timezone: 'Europe/Berlin',
  };
  return {
    cwd,
    data,
    async records(work: (records: Records) => Promise<void>): Promise<void> {
      const records = createSqliteRecords({ file: join(data, 'records.sqlite'), now: Date.now });
      await records.start();
      try {
        await work(records);
      } finally {
        await records.stop();
      }
    },
    run: (command: Command, run: CommandRun = {}) => runWith({ config, cwd }, command, run),
  };
}

/** Runs a command within this process. */
export async function runWith(
  { config, cwd }: { readonly config: Config; readonly cwd: string },
  command: Command,
  { words = [], options = {}, json = false, columns, typed }: CommandRun = {},
) {
  const isTTY = typed !== undefined;
  const stdin = Object.assign(new PassThrough(), { isTTY });
  const stdout = Object.assign(new PassThrough(), { isTTY, ...(columns !== undefined && { columns }) });
  const stderr = new PassThrough();
  stdin.end(typed);
  const status: ExitStatus = await command.run({
    config,
    readConfig: () => config,
    words,
    options,
    cwd,
    json,
    stdin: stdin as unknown as NodeJS.ReadStream,
    stdout: stdout as unknown as NodeJS.WriteStream,
    stderr: stderr as unknown as NodeJS.WriteStream,
    signal: new AbortController().signal,
  });
  return { status, stdout: String(stdout.read() ?? ''), stderr: String(stderr.read() ?? '') };
}

export function answerOf(
  id: string,
  answer: Partial<AnswerRecord['answer']>,
  more: Partial<Omit<AnswerRecord, 'answer'>>,
): AnswerRecord {
  return {
    answer: {
      id,
      status: 'answered',
      text: `Text of ${id}`,
      citations: [],
      passages: [],
      model: 'stub',
      ms: 1,
      ...answer,
    },
    question: `Question ${id}?`,
    conversation: `conversation of ${id}`,
    retrieved: [],
    at: Date.now(),
    ...more,
  };
}
