import { createHash } from 'node:crypto';
import type { WriteLedger } from '../../../records/records.ts';

/**
 * Does something that others see at most once, however often a button is pressed and whenever the bot dies. False if it
 * was begun before. What fails for certain may be tried again: then `act` returns false.
 */
export async function once(
  name: string,
  act: () => Promise<boolean>,
  { ledger, now }: { readonly ledger: WriteLedger; readonly now: () => number },
): Promise<boolean> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const key = createHash('sha256').update(`slack\0${name}\0${attempt}`).digest('hex');
    if (await ledger.begin(key, key, now())) {
      await ledger.finish(key, (await act()) ? 'done' : 'failed', now());
      return true;
    }
    const entry = await ledger.get(key);
    if (entry?.state !== 'done' || entry.result !== 'failed') return false;
  }
  return false;
}

const maxAttempts = 5;
