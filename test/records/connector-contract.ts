import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ConnectorCall, ConnectorPin } from '../../src/records/records.ts';
import type { MakeStore } from './records-contract.ts';

const pin = (name: string, hash: string): ConnectorPin => ({
  ...{ connector: 'desk', kind: 'tool', name, hash },
  definition: `{"name":"${name}"}`,
});

const sent: Omit<ConnectorCall, 'end'> = {
  ...{ id: 'call-1', at: 1000, person: 'U-ADA', place: 'C-HR', connector: 'desk', endpoint: 'https://desk.example' },
  ...{ tool: 'ticket_create', revision: '2025-11-25', args: '{"title":"Leave"}', argsHash: 'a'.repeat(64) },
  ...{ bytesOut: 17, decision: 'approved', approver: 'U-BOB' },
};

export function describeConnectors(make: MakeStore): void {
  describe('approved definitions of connectors', () => {
    it('are taken over, replaced and dropped in one step', async (t) => {
      const { connectors } = await make(t)();
      await connectors.approve({ put: [pin('b', '1'), pin('a', '1')], drop: [], by: 'ops', now: 1 });
      await connectors.approve({ put: [pin('a', '2')], drop: [pin('b', '1')], by: 'ops', now: 2 });
      assert.deepEqual(await connectors.pins(), [pin('a', '2')]);
    });
    it('are seen by another process at once, so that an approval needs no restart', async (t) => {
      const open = make(t);
      const [bot, command] = [await open(), await open()];
      await command.connectors.approve({ put: [pin('a', '1')], drop: [], by: 'ops', now: 1 });
      assert.deepEqual(await bot.connectors.pins(), [pin('a', '1')]);
    });
  });

  describe('calls of connectors', () => {
    it('are noted before they are sent and completed after, newest first', async (t) => {
      const { connectors } = await make(t)();
      await connectors.begin(sent);
      await connectors.begin({ ...sent, id: 'call-2', at: 2000, decision: 'automatic' });
      const end = { outcome: 'done', ms: 12, bytesIn: 40, resultHash: 'b'.repeat(64) } as const;
      await connectors.finish('call-1', end);
      assert.deepEqual(await connectors.calls('desk', 10), [
        { ...sent, id: 'call-2', at: 2000, decision: 'automatic' },
        { ...sent, end },
      ]);
      assert.equal((await connectors.calls('desk', 1)).length, 1);
      assert.deepEqual(await connectors.calls('other', 10), []);
      assert.deepEqual(await connectors.totals('desk'), { calls: 2, bytesOut: 34, bytesIn: 40, since: 1000 });
      assert.deepEqual(await connectors.totals('other'), { calls: 0, bytesOut: 0, bytesIn: 0 });
    });
    it('keep a long result with who asked where', async (t) => {
      const { connectors } = await make(t)();
      await connectors.begin(sent);
      await connectors.keepResult('call-1', 'all of it');
      assert.deepEqual(await connectors.result('call-1'), { text: 'all of it', person: 'U-ADA', place: 'C-HR' });
      assert.equal(await connectors.result('call-2'), undefined);
    });
    it('are erased when they are old, with what came back', async (t) => {
      const { connectors, privacy } = await make(t)();
      await connectors.begin(sent);
      await connectors.keepResult('call-1', 'all of it');
      await connectors.begin({ ...sent, id: 'call-2', at: 2000 });
      assert.equal((await privacy.eraseBefore(2000)).connectorCalls, 1);
      assert.deepEqual(
        (await connectors.calls('desk', 10)).map(({ id }) => id),
        ['call-2'],
      );
      assert.equal(await connectors.result('call-1'), undefined);
    });
    it('are erased with the person who asked, and forget the person who agreed', async (t) => {
      const { connectors, privacy } = await make(t)();
      await connectors.begin(sent);
      await connectors.keepResult('call-1', 'all of it');
      await connectors.begin({ ...sent, id: 'call-2', person: 'U-BOB', approver: 'U-ADA' });
      assert.equal((await privacy.heldOf('U-ADA')).connectorCalls, 1);
      assert.equal((await privacy.forgetPerson('U-ADA', 'ops', 5)).connectorCalls, 1);
      const [left, ...rest] = await connectors.calls('desk', 10);
      assert.deepEqual([left?.id, left?.approver, rest.length], ['call-2', undefined, 0]);
      assert.equal(await connectors.result('call-1'), undefined);
    });
  });
}
