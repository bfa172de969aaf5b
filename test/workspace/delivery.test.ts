import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { WebSocket } from 'ws';
import { signatureHeaders } from '../../src/workspace/delivery/sign.ts';
import { call, connect } from './call-slack.ts';
import { appToken, onlyEvents, openWorkspace, signingSecret } from './open-workspace.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  answer(status?: number, body?: string): void;
}

const mentions = onlyEvents('app_mention');

/** An app that listens on HTTP, proves its address, and answers the rest when told to. */
async function openHttpApp(t: TestContext) {
  const workspace = await openWorkspace(t, {
    transport: 'http',
    change(manifest) {
      mentions(manifest);
      manifest.settings.interactivity = { is_enabled: true };
    },
  });
  const received: Received[] = [];
  let arrived = () => {};
  const app = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (body.includes('url_verification')) return response.end(JSON.parse(body).challenge);
    const answer = (status = 200, text = '') => void response.writeHead(status).end(text);
    received.push({ headers: request.headers, body, answer });
    arrived();
  });
  app.listen(0, '127.0.0.1');
  await once(app, 'listening');
  t.after(() => {
    app.close();
    app.closeAllConnections();
  });
  return {
    ...workspace,
    workspace,
    url: `http://127.0.0.1:${(app.address() as AddressInfo).port}/slack/events`,
    async next(): Promise<Received> {
      while (received.length === 0) await new Promise<void>((resolve) => (arrived = resolve));
      return received.shift() ?? assert.fail();
    },
  };
}

test('over HTTP an event is signed JSON, and what happened before the app listened still comes', async (t) => {
  const { server, url, next, workspace } = await openHttpApp(t);
  const { acknowledged } = server.say('UALICE', 'CHR', '@bylaw hello');
  await server.setRequestUrl(url);
  const { headers, body, answer } = await next();
  assert.equal(headers['content-type'], 'application/json');
  assert.equal(Object(JSON.parse(body)).event.type, 'app_mention');
  const at = Number(headers['x-slack-request-timestamp']) * 1000;
  const expected = signatureHeaders({ secret: signingSecret, body, at });
  assert.equal(headers['x-slack-signature'], expected['x-slack-signature']);
  assert.ok(Math.abs(Date.now() - at) < 60_000);
  assert.equal(headers['x-slack-retry-num'], undefined);
  assert.deepEqual(server.problems(), ['1 envelopes without acknowledgement']);
  answer();
  await acknowledged;
  assert.deepEqual(server.problems(), []);
  assert.equal((await call(workspace, 'apps.connections.open', {}, appToken)).error, 'not_allowed_token_type');
});

test('over HTTP an event comes again after a timeout, a refusal, and no more than three times', async (t) => {
  const { server, clock, url, next } = await openHttpApp(t);
  await server.setRequestUrl(url);
  server.say('UALICE', 'CHR', '@bylaw hello');
  const first = await next();
  const attempts: unknown[] = [];
  const look = async (): Promise<Received> => {
    const again = await next();
    attempts.push([again.headers['x-slack-retry-num'], again.headers['x-slack-retry-reason']]);
    assert.equal(again.body, first.body);
    return again;
  };
  clock.advance(3_000);
  const second = await look();
  // Too late: the second attempt is what counts now.
  first.answer();
  const refuse = async (attempt: Received) => {
    const noticed = new Promise<void>((resolve) => {
      const end = server.onChange(() => {
        end();
        resolve();
      });
    });
    attempt.answer(500);
    await noticed;
  };
  await refuse(second);
  clock.advance(60_000);
  await refuse(await look());
  clock.advance(300_000);
  (await look()).answer(200);
  await server.until(() => server.problems().length === 0);
  assert.deepEqual(attempts, [
    ['1', 'http_timeout'],
    ['2', 'http_error'],
    ['3', 'http_error'],
  ]);
});

test('over HTTP a command is a form, an interaction its field payload, and the answer is shown', async (t) => {
  const { server, workspace, url, next } = await openHttpApp(t);
  await server.setRequestUrl(url);
  const asked = server.command('UALICE', 'CHR', '/policy R&D?');
  const command = await next();
  assert.equal(command.headers['content-type'], 'application/x-www-form-urlencoded');
  const form = new URLSearchParams(command.body);
  assert.deepEqual([form.get('command'), form.get('text'), form.get('user_id')], ['/policy', 'R&amp;D?', 'UALICE']);
  command.answer(200, JSON.stringify({ response_type: 'ephemeral', text: 'Looking…' }));
  await asked;
  const element = { type: 'button', action_id: 'go', text: { type: 'plain_text', text: 'Go' } };
  await call(workspace, 'chat.postMessage', {
    channel: 'CHR',
    text: 'x',
    blocks: [{ type: 'actions', elements: [element] }],
  });
  const pressed = server.press('UBEN', { channel: 'CHR', actionId: 'go' });
  const press = await next();
  const payload = JSON.parse(new URLSearchParams(press.body).get('payload') ?? '');
  assert.deepEqual([payload.type, payload.actions[0].action_id], ['block_actions', 'go']);
  press.answer();
  await pressed;
  assert.equal(server.view('UALICE', 'CHR').messages[0]?.text, 'Looking…');
  const refused = server.command('UALICE', 'CHR', '/policy again');
  (await next()).answer(404);
  assert.equal((await refused).failed, 'http_error');
});

test('an address that does not answer the challenge is not taken', async (t) => {
  const workspace = await openWorkspace(t, { transport: 'http' });
  const deaf = createServer((_, response) => response.end('hello'));
  deaf.listen(0, '127.0.0.1');
  await once(deaf, 'listening');
  t.after(() => deaf.close());
  const url = `http://127.0.0.1:${(deaf.address() as AddressInfo).port}`;
  await assert.rejects(workspace.server.setRequestUrl(url), /challenge/);
});

test('a command that nothing listens to fails for the person and does not come later', async (t) => {
  const workspace = await openWorkspace(t, { change: mentions });
  const { server, clock } = workspace;
  const asked = server.command('UALICE', 'CHR', '/policy leave?');
  clock.advance(3_000);
  assert.equal((await asked).failed, 'operation_timeout');
  assert.deepEqual(server.problems(), []);
  const client = await connect(t, workspace);
  assert.equal((await client.next()).type, 'hello');
  server.say('UALICE', 'CHR', '@bylaw hello');
  assert.equal((await client.next()).type, 'events_api');
});

test('a tenth connection is taken and an eleventh sent away', async (t) => {
  const workspace = await openWorkspace(t, { change: mentions });
  const clients = [];
  for (let at = 0; at < 11; at += 1) clients.push(await connect(t, workspace));
  for (const client of clients.slice(0, 10)) assert.equal((await client.next()).type, 'hello');
  const { type, ...rest } = (await clients.at(-1)?.next()) ?? assert.fail();
  assert.deepEqual([type, Object(rest).reason], ['disconnect', 'too_many_websockets']);
  assert.equal(workspace.server.connections(), 10);
});

test('the server pings well before a client gives it up, and answers pings unless told not to', async (t) => {
  const workspace = await openWorkspace(t, { change: mentions });
  const { socket, next } = await connect(t, workspace);
  await next();
  const pinged = once(socket, 'ping');
  workspace.clock.advance(10_000);
  await pinged;
  const answered = once(socket, 'pong');
  socket.ping();
  await answered;
  workspace.server.answerPings(false);
  socket.on('pong', () => assert.fail('answered'));
  socket.ping();
  // What the server sends next arrives after the answer would have.
  workspace.server.say('UALICE', 'CHR', '@bylaw hello');
  assert.equal((await next()).type, 'events_api');
});

test('a client that sends nonsense is cut off', async (t) => {
  const workspace = await openWorkspace(t, { change: mentions });
  const { socket, next } = await connect(t, workspace);
  await next();
  const closed = once(socket, 'close');
  socket.send('nonsense');
  await closed;
  assert.equal(socket.readyState, WebSocket.CLOSED);
});

test('events that were held back come late, or in reverse', async (t) => {
  const workspace = await openWorkspace(t, { change: mentions });
  const client = await connect(t, workspace);
  const release = workspace.server.holdEvents();
  workspace.server.say('UALICE', 'CHR', '@bylaw one');
  workspace.server.say('UALICE', 'CHR', '@bylaw two');
  assert.equal((await client.next()).type, 'hello');
  release({ reversed: true });
  workspace.server.say('UALICE', 'CHR', '@bylaw three');
  const texts = [];
  for (let events = 0; events < 3; events += 1) texts.push((await client.event('app_mention')).text);
  assert.deepEqual(texts, ['<@U0BYLAW> two', '<@U0BYLAW> one', '<@U0BYLAW> three']);
});
