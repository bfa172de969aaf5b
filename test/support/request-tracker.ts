import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import {
  missingRequestTracker,
  type RequestTracker,
  startRequestTracker,
} from '../../scripts/request-tracker/start-request-tracker.ts';

/** What `skip` of a test takes: false where there is a Request Tracker to test with. */
export const withoutRequestTracker: string | false = missingRequestTracker() ?? false;

let running: Promise<RequestTracker> | undefined;
const folder = withoutRequestTracker ? undefined : mkdtempSync(join(tmpdir(), 'bylaw-test-rt-'));

/** One for all tests of a run, since setting one up takes longer than they do; each test uses subjects of its own. */
export function requestTracker(): Promise<RequestTracker> {
  if (folder === undefined) throw new Error(String(withoutRequestTracker));
  running ??= startRequestTracker(folder);
  return running;
}

after(async () => {
  const tracker = await running?.catch(() => undefined);
  await tracker?.stop();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});
