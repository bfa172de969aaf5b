import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { everyone } from '../../src/audience.ts';
import { createTicketWatch, type TicketNews } from '../../src/connectors/ticket-watch.ts';
import { BylawError } from '../../src/errors.ts';
import { createLog } from '../../src/log.ts';
import type { OpenedTicket } from '../../src/records/records.ts';
import { createSqliteRecords } from '../../src/records/sqlite.ts';
import { temporaryFolder } from '../support/run-bylaw.ts';

const never = new AbortController().signal;
const hourMs = 3_600_000;
const opened: OpenedTicket = {
  ...{ connector: 'desk', ticket: '7', conversation: 'slack:C1:1.0', person: 'U-ADA', place: 'C1' },
  ...{ status: 'new', isClosed: false, url: 'https://desk.example/7' },
};

/** A desk whose tickets stand as the test says, and all that was told. */
async function openWatch(t: TestContext) {
  let now = 1_000_000;
  const states = new Map<string, { readonly status: string; readonly isClosed: boolean }>();
  const outcomes: ('told' | 'later' | 'gone' | 'crash')[] = [];
  const told: TicketNews[] = [];
  const askedFor: string[] = [];
  const logged: string[] = [];
  const refusals = new Map<string, string>();
  const file = join(temporaryFolder(t), 'records.sqlite');

  async function start() {
    const records = createSqliteRecords({ file, now: () => now });
    await records.start();
    t.after(() => records.stop());
    const watch = createTicketWatch({
      tickets: records.tickets,
      desk: {
        state: async ({ ticket }, viewer) => {
          askedFor.push(`${ticket} for ${viewer.person} in ${viewer.place}`);
          const refusal = refusals.get(ticket);
          if (refusal !== undefined) throw new BylawError('tool_input', refusal);
          const state = states.get(ticket);
          if (state === undefined) throw new BylawError('connector_failed', 'The desk does not answer.');
          return state;
        },
      },
      tell: async (news) => {
        told.push(news);
        const outcome = outcomes.shift() ?? 'told';
        if (outcome === 'crash') throw new Error('killed');
        return outcome;
      },
      viewerFor: (asker) => ({ audienceKeys: [everyone], on: '2026-11-30', ...asker }),
      now: () => now,
      log: createLog({ level: 'debug', write: (line) => void logged.push(line), now: () => new Date(now) }),
    });
    return { watch, records };
  }
  const pass = (ms: number) => {
    now += ms;
  };
  return { start, states, refusals, outcomes, told, askedFor, logged, pass };
}

describe('watching tickets', () => {
  it('keeps what the desk says of a ticket out of the log', async (t) => {
    const { start, refusals, logged } = await openWatch(t);
    const { watch } = await start();
    await watch.opened(opened);
    refusals.set('7', 'Mia has no ticket about her divorce.');
    await watch.run(never);
    assert.match(logged.join(''), /ticket\.not_seen.*the ticket desk refused/);
    assert.doesNotMatch(logged.join(''), /divorce/);
  });

  it('tells each change once, in the conversation of the ticket, also by a bot that was started anew', async (t) => {
    const { start, states, told, askedFor, pass } = await openWatch(t);
    const { watch } = await start();
    await watch.opened(opened);
    states.set('7', { status: 'new', isClosed: false });
    await watch.run(never);
    assert.deepEqual(told, []);
    assert.deepEqual(askedFor, ['7 for U-ADA in C1']);

    pass(hourMs);
    states.set('7', { status: 'resolved', isClosed: true });
    await watch.run(never);
    await watch.run(never);
    await (await start()).watch.run(never);
    assert.deepEqual(told, [
      {
        ...{ key: 'ticket:desk:7:1', conversation: 'slack:C1:1.0', person: 'U-ADA', ticket: '7', connector: 'desk' },
        ...{ was: 'new', status: 'resolved', url: 'https://desk.example/7' },
      },
    ]);
  });

  it('tries again under the same key what could not be told, or may have been', async (t) => {
    const { start, states, outcomes, told } = await openWatch(t);
    const { watch } = await start();
    await watch.opened(opened);
    states.set('7', { status: 'open', isClosed: false });
    outcomes.push('later', 'crash');
    await watch.run(never);
    await watch.run(never);
    await (await start()).watch.run(never);
    await watch.run(never);
    assert.deepEqual(
      told.map(({ key, status }) => [key, status]),
      [1, 2, 3].map(() => ['ticket:desk:7:1', 'open']),
    );
  });

  it('goes on with the others where one can not be seen or told', async (t) => {
    const { start, states, outcomes, told } = await openWatch(t);
    const { watch } = await start();
    for (const ticket of ['6', '7', '8']) await watch.opened({ ...opened, ticket });
    states.set('7', { status: 'open', isClosed: false });
    states.set('8', { status: 'open', isClosed: false });
    outcomes.push('crash');
    await watch.run(never);
    assert.deepEqual(
      told.map(({ ticket }) => ticket),
      ['7', '8'],
    );
  });

  it('looks less often where nothing happens, and no more once a ticket was closed for long', async (t) => {
    const { start, states, askedFor, pass } = await openWatch(t);
    const { watch, records } = await start();
    await watch.opened(opened);
    states.set('7', { status: 'new', isClosed: false });
    for (let quarter = 0; quarter < 4 * 24 * 7; quarter += 1) {
      pass(hourMs / 4);
      await watch.run(never);
    }
    assert.ok(askedFor.length > 24 && askedFor.length < 200, `${askedFor.length} looks in a week`);
    states.set('7', { status: 'closed', isClosed: true });
    pass(24 * hourMs);
    await watch.run(never);
    pass(13 * 24 * hourMs);
    await watch.run(never);
    assert.equal((await records.tickets.watched()).length, 1);
    pass(2 * 24 * hourMs);
    await watch.run(never);
    assert.deepEqual(await records.tickets.watched(), []);
  });

  it('gives up a conversation that is gone, and stops when it is told to', async (t) => {
    const { start, states, outcomes, askedFor } = await openWatch(t);
    const { watch, records } = await start();
    await watch.opened(opened);
    states.set('7', { status: 'open', isClosed: false });
    await watch.run(AbortSignal.abort());
    assert.deepEqual(askedFor, []);
    outcomes.push('gone');
    await watch.run(never);
    assert.deepEqual(await records.tickets.watched(), []);
  });
});
