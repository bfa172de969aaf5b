import { setTimeout as delay } from 'node:timers/promises';
import type { App } from '../app.ts';
import { BylawError } from '../errors.ts';
import type { SyncReport } from '../ingest/sync.ts';
import type { EmbedProgress } from '../library/library.ts';
import { printable } from '../printable.ts';
import { type Command, type CommandContext, type ExitStatus, printJson } from './command.ts';
import { bar, createProgressLine } from './progress.ts';
import { withApp } from './running-app.ts';

export const indexCommand: Command = {
  name: 'index',
  summary: 'Read what changed in the sources and make it searchable.',
  usage: '',
  words: { min: 0, max: 0 },
  options: [
    { name: 'full', help: 'read every document again, changed or not, and check the vectors' },
    { name: 'no-wait', help: 'leave the vectors to the running bot (keyword search works at once)' },
  ],
  details: `Prints what was added, changed, removed, withheld from answers, for certain people only and not readable, each with
the reason.
With --json: {documents: {added, changed, removed, unchanged, withheld: [{path, reason}], restricted: [{path, reason}],
failed: [{path, reason}], notes: [{path, reason}]}, passages, embedded, pending, seconds}.`,
  run: async (context) => {
    const began = performance.now();
    return withApp<ExitStatus>(context, async (app) => {
      const { unreadableSources, ...report } = await sync(app, context);
      // Looking into the vector store costs more than a run that finds nothing to do.
      const health = context.options.full === true ? await app.library.health() : [];
      const unhealthy = health.filter((line) => !line.ok);
      for (const { name, detail } of unhealthy) context.stderr.write(`${name}: ${printable(detail)}\n`);
      const vectors = context.options['no-wait'] === true ? await pendingOnly(app) : await embed(app, context);
      const seconds = Math.round((performance.now() - began) / 10) / 100;
      if (context.json) printJson(context, { ...report, ...vectors, seconds });
      else context.stdout.write(printable(describe(report, vectors, seconds)));
      return unreadableSources.length + unhealthy.length === 0 ? 0 : 1;
    });
  },
};

const busyRetryMs = 1000;

/** Unlike a question, which uses what is there, this waits for its turn. */
async function sync(app: App, context: CommandContext): Promise<SyncReport> {
  const line = createProgressLine(context.stderr);
  const options = {
    full: context.options.full === true,
    signal: context.signal,
    onProgress: ({ done, total }: { done: number; total: number }) => line.show(`Reading policies ${bar(done, total)}`),
  };
  try {
    for (;;) {
      try {
        return await app.sync.run(options);
      } catch (error) {
        if (!(error instanceof BylawError) || error.code !== 'busy') throw error;
        line.show('Waiting for another process that is reading the policies');
        await delay(busyRetryMs, undefined, { signal: context.signal });
      }
    }
  } finally {
    line.end();
  }
}

/** Shows how far the vectors are until all are there. Throws when it is interrupted; the next run goes on from there. */
export async function embed(app: App, context: CommandContext): Promise<EmbedProgress> {
  const total = await app.library.countPending();
  if (total === 0) return { embedded: 0, pending: 0 };
  const line = createProgressLine(context.stderr);
  try {
    const progress = await app.library.embedPending({
      signal: context.signal,
      onProgress: ({ pending, embedded }) => line.show(`Embedding ${bar(total - pending, total)}, ${embedded} texts`),
    });
    context.signal.throwIfAborted();
    return progress;
  } finally {
    line.end();
  }
}

async function pendingOnly(app: App): Promise<EmbedProgress> {
  return { embedded: 0, pending: await app.library.countPending() };
}

function describe(
  { documents, passages }: Omit<SyncReport, 'unreadableSources'>,
  vectors: EmbedProgress,
  seconds: number,
): string {
  const { added, changed, removed, unchanged, withheld, restricted, failed, notes } = documents;
  return [
    `${added} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged; ${passages} passages`,
    `${vectors.embedded} texts embedded, ${vectors.pending} documents still without vectors; ${seconds} s`,
    ...section('Kept out of answers:', withheld),
    ...section('For certain people only:', restricted),
    ...section('Not readable:', failed),
    ...section('Worth a look:', notes),
    '',
  ].join('\n');
}

function section(title: string, rows: readonly { readonly path: string; readonly reason: string }[]): string[] {
  return rows.length === 0 ? [] : [title, ...rows.map((row) => `  ${row.path.replaceAll('\n', ' ')}: ${row.reason}`)];
}
