import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { createSqliteTickets } from '../../../src/connectors/ticket-desk/sqlite-tickets.ts';
import type { TicketStore } from '../../../src/connectors/ticket-desk/ticket-store.ts';
import { temporaryFolder } from '../../support/run-bylaw.ts';
import { describeTicketStore } from './ticket-store-contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'bylaw-test-tickets-'));
const opened: TicketStore[] = [];
after(async () => {
  for (const store of opened) await store.stop();
  rmSync(folder, { recursive: true, force: true });
});

describeTicketStore('tickets in a file', async () => {
  const store = createSqliteTickets({ file: join(folder, 'tickets.sqlite'), now: Date.now });
  opened.push(store);
  return store;
});

it('tickets in a file are opened by the first call, for their owner alone', async (t) => {
  const file = join(temporaryFolder(t), 'inner', 'tickets.sqlite');
  const store = createSqliteTickets({ file, now: Date.now });
  assert.throws(() => statSync(file), /ENOENT/);
  await store.get('1', new AbortController().signal);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  await store.stop();
});

it('a file that is no database is named, with what to do', async (t) => {
  const store = createSqliteTickets({ file: temporaryFolder(t), now: Date.now });
  await assert.rejects(store.get('1', new AbortController().signal), /TICKETS_FILE/);
});
