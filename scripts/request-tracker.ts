import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { missingRequestTracker, startRequestTracker } from './request-tracker/start-request-tracker.ts';

/** A Request Tracker to try the ticket desk on: prints what the desk needs, and is gone with all its data when stopped. */
const missing = missingRequestTracker();
if (missing !== undefined) {
  process.stderr.write(`${missing}\n`);
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), 'request-tracker-'));
const tracker = await startRequestTracker(folder);
process.stdout.write(`RT_URL=${tracker.url}\nRT_TOKEN=${tracker.token}\n`);
process.stderr.write(
  `Open ${tracker.url} as root with the password "password". Ctrl-C ends it and removes its data.\n`,
);
const stop = async () => {
  await tracker.stop();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
};
process.once('SIGINT', stop).once('SIGTERM', stop);
