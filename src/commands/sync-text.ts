import type { App } from '../app.ts';
import { BylawError } from '../errors.ts';
import type { SyncReport } from '../ingest/sync.ts';
import type { CommandContext } from './command.ts';
import { bar, createProgressLine } from './progress.ts';

/** A question doesn't wait for every page of a site to be asked whether it changed. */
const remoteFreshMs = 15 * 60_000;

/** Brings the text up to date, showing how far it is; where another process is at it already, its work is used. */
export async function syncText(app: App, context: CommandContext): Promise<SyncReport | undefined> {
  const line = createProgressLine(context.stderr);
  try {
    const report = await app.sync.run({
      signal: context.signal,
      remoteFreshMs,
      onProgress: ({ done, total }) => line.show(`Reading policies ${bar(done, total)}`),
    });
    if (report.passages === 0 && report.unreadableSources.length === app.config.sources.length) {
      const reasons = report.documents.failed.map(({ reason }) => reason);
      throw new BylawError('source_unreadable', `there is nothing to answer from: ${reasons.join('; ')}`);
    }
    return report;
  } catch (error) {
    if (error instanceof BylawError && error.code === 'busy') return undefined;
    throw error;
  } finally {
    line.end();
  }
}
