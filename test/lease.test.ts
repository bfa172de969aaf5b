import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { acquireLease, createLeaseOwner } from '../src/lease.ts';
import { sqliteRecords, temporaryFolder } from './records/open-sqlite.ts';

const module = new URL('../src/lease.ts', import.meta.url).href;
const lease = { name: 'sync', until: 60_000, now: 0 };

/** As a process that was killed leaves it. */
function ownerThatEnded(): string {
  const script = `const { createLeaseOwner } = await import('${module}'); process.stdout.write(createLeaseOwner());`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }).stdout;
}

test('a lease is taken from a process that ended, and from no other', async (t) => {
  if (!existsSync('/proc/self/stat')) return t.skip('the system does not tell when a process started');
  const records = sqliteRecords(t, `${await temporaryFolder(t)}/records.sqlite`);
  await records.start();
  const { leases } = records;
  const ended = ownerThatEnded();
  const mine = createLeaseOwner();
  assert.notEqual(ended, '');
  assert.equal(await acquireLease(leases, { ...lease, owner: ended }), true);
  assert.equal(await acquireLease(leases, { ...lease, owner: mine }), true);
  assert.equal(await leases.holder('sync'), mine);
  assert.equal(await acquireLease(leases, { ...lease, owner: createLeaseOwner() }), false, 'this process lives');

  const elsewhere = ended.replace(/^\S+/, 'another-machine/pid:[1]');
  await leases.release('sync', mine);
  assert.equal(await acquireLease(leases, { ...lease, owner: elsewhere }), true);
  assert.equal(await acquireLease(leases, { ...lease, owner: mine }), false, 'nothing is known of other machines');
  assert.equal(await acquireLease(leases, { ...lease, owner: mine, now: 60_000, until: 120_000 }), true);
});
