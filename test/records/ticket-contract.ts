import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OpenedTicket } from '../../src/records/records.ts';
import type { MakeStore } from './records-contract.ts';

const key = { connector: 'desk', ticket: '7' };
const opened: OpenedTicket = {
  ...{ ...key, conversation: 'slack:C1:1.0', person: 'U-ADA', place: 'C1', url: 'https://desk.example/7' },
  ...{ status: 'new', isClosed: false },
};

export function describeTickets(make: MakeStore): void {
  describe('watched tickets', () => {
    it('are watched once, in the conversation that came first', async (t) => {
      const { tickets } = await make(t)();
      await tickets.watch(opened, 100);
      await tickets.watch({ ...opened, conversation: 'elsewhere', status: 'open' }, 200);
      assert.deepEqual(await tickets.watched(), [{ ...opened, changes: 0, changedAt: 100, checkedAt: 100 }]);
      await tickets.unwatch(key);
      assert.deepEqual(await tickets.watched(), []);
    });

    it('have news from when a change is seen until it is told, also for another process', async (t) => {
      const open = make(t);
      const [{ tickets }, other] = [await open(), await open()];
      await tickets.watch({ connector: 'desk', ticket: '7', conversation: 'c', status: 'new', isClosed: false }, 100);
      await tickets.note(key, { status: 'new', isClosed: false }, 200);
      await tickets.note(key, undefined, 250);
      const [same] = await tickets.watched();
      assert.deepEqual([same?.news, same?.changedAt, same?.checkedAt, same?.changes], [undefined, 100, 250, 0]);

      await tickets.note(key, { status: 'resolved', isClosed: true }, 300);
      await tickets.note(key, { status: 'resolved', isClosed: true }, 400);
      const [changed] = await other.tickets.watched();
      assert.deepEqual(changed, {
        ...{ connector: 'desk', ticket: '7', conversation: 'c', status: 'new', news: 'resolved', isClosed: true },
        ...{ changes: 1, changedAt: 300, checkedAt: 400 },
      });
      await other.tickets.told(key, 'resolved');
      const [told] = await tickets.watched();
      assert.deepEqual([told?.status, told?.news], ['resolved', undefined]);
    });

    it('have no news of what was undone before it was told, and keep what came after', async (t) => {
      const { tickets } = await make(t)();
      await tickets.watch(opened, 100);
      await tickets.note(key, { status: 'open', isClosed: false }, 200);
      await tickets.note(key, { status: 'new', isClosed: false }, 300);
      assert.deepEqual(
        (await tickets.watched()).map(({ news, changes }) => [news, changes]),
        [[undefined, 2]],
      );
      await tickets.note(key, { status: 'open', isClosed: false }, 400);
      await tickets.note(key, { status: 'stalled', isClosed: false }, 500);
      await tickets.told(key, 'open');
      assert.deepEqual(
        (await tickets.watched()).map(({ status, news }) => [status, news]),
        [['open', 'stalled']],
      );
    });

    it('are forgotten with their person, and when nothing changed for as long as things are kept', async (t) => {
      const { tickets, privacy } = await make(t)();
      await tickets.watch(opened, 100);
      await tickets.watch({ ...opened, ticket: '8', person: 'U-BOB' }, 100);
      await privacy.forgetPerson('U-ADA', 'ops', 150);
      assert.deepEqual(
        (await tickets.watched()).map(({ ticket }) => ticket),
        ['8'],
      );
      await privacy.eraseBefore(101);
      assert.deepEqual(await tickets.watched(), []);
    });
  });
}
