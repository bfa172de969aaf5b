import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { pickTicketStore } from '../../../src/connectors/ticket-desk/pick-ticket-store.ts';
import type { TicketStore } from '../../../src/connectors/ticket-desk/ticket-store.ts';
import { requestTracker, withoutRequestTracker } from '../../support/request-tracker.ts';
import { describeTicketStore } from './ticket-store-contract.ts';

const never = new AbortController().signal;

function deskAt(url: string, token: string, more: Readonly<Record<string, string>> = {}): TicketStore {
  return pickTicketStore({ RT_URL: url, RT_TOKEN: token, ...more }, { cwd: '/', now: Date.now }).store;
}

async function open(): Promise<TicketStore> {
  const { url, token } = await requestTracker();
  return deskAt(`${url}/`, token);
}

describeTicketStore('tickets in Request Tracker', open, { skip: withoutRequestTracker });

describe('Request Tracker', { skip: withoutRequestTracker }, () => {
  const draft = () => ({ subject: `s${randomUUID().slice(0, 8)}`, text: 'x', idempotencyKey: randomUUID() });

  it('is spoken to with a password as well, and people get an address to look at', async () => {
    const { url } = await requestTracker();
    const desk = deskAt(`${url}/REST/2.0`, '', { RT_USER: 'root', RT_PASSWORD: 'password' });
    const made = await desk.create(draft(), never);
    assert.equal(made.url, `${url}/Ticket/Display.html?id=${made.id}`);
    assert.deepEqual([made.status, made.queue], ['new', 'General']);
    assert.equal((await desk.close(made.id, undefined, never))?.status, 'resolved');
  });

  it('gets a ticket once, even if the answer to its making is lost', async (t) => {
    const { token } = await requestTracker();
    const between = await startBetween(t, (method) => method === 'POST');
    const given = draft();
    const made = await deskAt(between.url, token).create(given, never);
    assert.equal(between.lost(), 1);
    assert.deepEqual(await (await open()).search({ text: given.subject, limit: 5 }, never), [
      { ...(await (await open()).get(made.id, never)) },
    ]);
  });

  it('says what is not known if no answer comes at all, and a second try finds what the first one made', async (t) => {
    const { token } = await requestTracker();
    let posted = false;
    const between = await startBetween(t, (method) => {
      posted ||= method === 'POST';
      return posted;
    });
    const given = draft();
    await assert.rejects(deskAt(between.url, token).create(given, never), /not known whether this was done/);
    const again = await (await open()).create(given, never);
    assert.equal(again.isRepeated, true);
    assert.equal((await (await open()).search({ text: given.subject, limit: 5 }, never)).length, 1);
  });

  it('keeps the first of two that two desks made at the same moment, and rejects the other', async () => {
    const { url, token } = await requestTracker();
    const given = draft();
    const all = await Promise.all([1, 2].map(() => deskAt(url, token).create(given, never)));
    assert.equal(all[0]?.id, all[1]?.id);
    const open = await deskAt(url, token).search({ text: given.subject, only: 'open', limit: 5 }, never);
    assert.deepEqual(
      open.map(({ id }) => id),
      [all[0]?.id],
    );
  });

  it('refuses in a sentence that names what to do', async (t) => {
    const { url, token } = await requestTracker();
    const desk = await open();
    await assert.rejects(desk.create({ ...draft(), queue: 'Nope' }, never), /no queue "Nope"/);
    await assert.rejects(deskAt(url, '1-1-wrong').get('1', never), (error: Error) => {
      assert.match(error.message, /check RT_TOKEN/);
      assert.doesNotMatch(error.message, /1-1-wrong/);
      return true;
    });
    const silent = await startBetween(t, () => true);
    await assert.rejects(deskAt(silent.url, token).get('1', never), /does not answer at 127\.0\.0\.1:\d+/);
    const page = await startServer(t, (_, response) => response.end('<html>welcome</html>'));
    await assert.rejects(deskAt(page, token).get('1', never), /not Request Tracker with REST 2/);
    const elsewhere = await startServer(t, (_, response) => response.writeHead(302, { location: url }).end());
    await assert.rejects(deskAt(elsewhere, token).get('1', never), /does not answer/);
  });
});

/** Passes requests on and loses the answers of those chosen by their method. */
async function startBetween(t: TestContext, loses: (method: string) => boolean) {
  const target = new URL((await requestTracker()).url);
  let lost = 0;
  const url = await startServer(t, (incoming, response) => {
    const { method = 'GET', url: path = '/', headers } = incoming;
    const onward = request({ host: target.hostname, port: target.port, method, path, headers }, (answer) => {
      if (!loses(method)) {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
        return;
      }
      lost += 1;
      answer.resume().once('end', () => response.destroy());
    });
    onward.once('error', () => response.destroy());
    incoming.pipe(onward);
  });
  return { url, lost: () => lost };
}

async function startServer(
  t: TestContext,
  answer: (incoming: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}
