import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import type { TicketStore } from '../../../src/connectors/ticket-desk/ticket-store.ts';

/** What holds wherever tickets live. The store may hold tickets of others. */
export function describeTicketStore(
  name: string,
  open: () => Promise<TicketStore>,
  { skip = false }: { readonly skip?: string | false } = {},
): void {
  const never = new AbortController().signal;

  describe(name, { skip }, () => {
    /** A subject that no other ticket has, and the word that finds it. */
    const draft = (rest = 'printer') => {
      const word = `w${randomUUID().slice(0, 8)}`;
      return { word, draft: { subject: `${word} ${rest}`, text: 'It is broken.', idempotencyKey: randomUUID() } };
    };

    it('opens a ticket that is found again as it was', async () => {
      const store = await open();
      const { word, draft: given } = draft(`it's 100% "broken" \\ ünder_score`);
      const made = await store.create({ ...given, requester: 'ada@example.com' }, never);
      assert.match(made.id, /^\d+$/);
      assert.deepEqual([made.subject, made.isClosed, made.requester], [given.subject, false, 'ada@example.com']);
      assert.equal(made.isRepeated, false);
      assert.ok(Math.abs(Date.parse(made.created) - Date.now()) < 120_000);
      const { isRepeated: _, ...ticket } = made;
      assert.deepEqual(await store.get(made.id, never), ticket);
      assert.deepEqual(await store.search({ text: word, limit: 5 }, never), [ticket]);
    });

    it('opens one ticket for a key, at the same time and later', async () => {
      const store = await open();
      const { word, draft: given } = draft();
      const all = await Promise.all([1, 2, 3].map(() => store.create(given, never)));
      const again = await (await open()).create({ ...given, subject: `${word} worded otherwise` }, never);
      assert.equal(new Set([...all, again].map(({ id }) => id)).size, 1);
      assert.deepEqual(all.map(({ isRepeated }) => isRepeated).toSorted(), [false, true, true]);
      assert.equal(again.isRepeated, true);
      assert.equal((await store.search({ text: word, limit: 5 }, never)).length, 1);
    });

    it('searches by all words of the subject in any order, newest first, and takes signs for what they are', async () => {
      const store = await open();
      const { word } = draft();
      const make = (subject: string) =>
        store.create({ subject, text: 'x', idempotencyKey: randomUUID() }, never).then(({ id }) => id);
      const first = await make(`${word} red door`);
      const second = await make(`Red window ${word}`);
      const ids = async (text: string, limit = 10) => (await store.search({ text, limit }, never)).map(({ id }) => id);
      assert.deepEqual(await ids(`RED ${word}`), [second, first]);
      assert.deepEqual(await ids(`door ${word}`), [first]);
      assert.deepEqual(await ids(`${word}`, 1), [second]);
      assert.deepEqual(await ids(`${word} ' OR id > 0 OR Subject LIKE '`), []);
      assert.deepEqual(await ids(`${word} \\`), []);
      assert.ok((await ids(`#${first}`)).includes(first));
    });

    it('narrows a search to a requester and to what is open or closed', async () => {
      const store = await open();
      const { word, draft: given } = draft();
      const mine = await store.create({ ...given, requester: 'ada@example.com' }, never);
      const other = await store.create({ ...given, idempotencyKey: randomUUID(), requester: 'bo@example.com' }, never);
      await store.close(mine.id, undefined, never);
      const ids = async (rest: object) =>
        (await store.search({ text: word, limit: 5, ...rest }, never)).map(({ id }) => id);
      assert.deepEqual(await ids({ requester: 'ADA@example.com' }), [mine.id]);
      assert.deepEqual(await ids({ only: 'closed' }), [mine.id]);
      assert.deepEqual(await ids({ only: 'open' }), [other.id]);
      assert.deepEqual(await ids({}), [other.id, mine.id]);
    });

    it('takes comments and closes, each told by the time of the last change', async () => {
      const store = await open();
      const made = await store.create(draft().draft, never);
      const commented = await store.comment({ id: made.id, text: '<b>seen</b>' }, never);
      assert.equal(commented?.isClosed, false);
      const closed = await store.close(made.id, 'solved by itself', never);
      assert.equal(closed?.isClosed, true);
      assert.notEqual(closed.status, made.status);
      assert.ok(closed.updated >= made.updated);
      const again = await store.close(made.id, undefined, never);
      assert.deepEqual(again, closed);
      assert.equal((await store.get(made.id, never))?.isClosed, true);
    });

    it('knows no ticket that is not there', async () => {
      const store = await open();
      assert.equal(await store.get('999999', never), undefined);
      assert.equal(await store.comment({ id: '999999', text: 'x' }, never), undefined);
      assert.equal(await store.close('999999', undefined, never), undefined);
    });
  });
}
