import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { createPageServer } from '../../src/workspace/page-server.ts';
import { sampleWorkspace } from '../../src/workspace/sample-workspace.ts';
import { openPageWorkspace, type PageWorkspace } from './open-page.ts';
import { readOwnManifest } from './open-workspace.ts';

const anna = 'U0ANNA';
const maya = 'U0MAYA';
const nora = 'U0NORA';
const people = 'C0PEOPLE';

describe('the page of the workspace', () => {
  let workspace: PageWorkspace;
  before(async () => {
    workspace = await openPageWorkspace();
  });
  after(() => workspace.stop());

  const ask = (path: string, headers: Record<string, string> = {}, body?: object) =>
    send(workspace.url, path, headers, body);
  const own = () => ({ origin: workspace.url });
  const stateOf = async (me: string, channel: string, thread = '') =>
    JSON.parse((await ask(`/workspace/api/state?as=${me}&channel=${channel}&thread=${thread}`)).text);

  test('listens on loopback only, and serves itself under a strict policy without caching', async () => {
    assert.match(workspace.url, /^http:\/\/127\.0\.0\.1:\d+$/);
    for (const path of ['/', '/page/main.js', '/vendor/lit-html/lit-html.js', '/workspace/api/state']) {
      const { status, headers } = await ask(path);
      assert.equal(status, 200, path);
      assert.equal(headers['cache-control'], 'no-store');
      assert.equal(headers['x-content-type-options'], 'nosniff');
      const policy = String(headers['content-security-policy']);
      assert.match(policy, /default-src 'none'/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /unsafe|\*|https?:/);
    }
    assert.match((await ask('/page/main.js')).type, /javascript/);
  });

  test('serves no file but those of the page', async () => {
    for (const path of [
      '/page/../page-server.ts',
      '/page/tsconfig.json',
      '/vendor/marked/package.json',
      '/etc/passwd',
    ]) {
      assert.equal((await ask(path)).status, 404, path);
    }
  });

  test('refuses another host, as after DNS rebinding', async () => {
    for (const path of ['/', '/workspace/api/state', '/workspace/api/changes']) {
      for (const host of ['attacker.example', `attacker.example:${new URL(workspace.url).port}`, '127.0.0.1']) {
        assert.equal((await ask(path, { host })).status, 403, `${path} for ${host}`);
      }
    }
    assert.equal((await ask('/', { host: `localhost:${new URL(workspace.url).port}` })).status, 200);
  });

  test('refuses what other sites send or read', async () => {
    const say = { as: anna, action: { kind: 'say', channel: people, text: 'from elsewhere' } };
    assert.equal((await ask('/workspace/api/act', { origin: 'https://attacker.example' }, say)).status, 403);
    assert.equal((await ask('/workspace/api/act', { origin: 'null' }, say)).status, 403);
    assert.equal((await ask('/workspace/api/act', {}, say)).status, 403, 'no origin');
    assert.equal((await ask('/workspace/api/state', { origin: 'https://attacker.example' })).status, 403);
    assert.equal((await ask('/workspace/api/state', { 'sec-fetch-site': 'cross-site' })).status, 403);
    assert.equal((await ask('/page/main.js', { 'sec-fetch-site': 'cross-site' })).status, 403);
    const typed = await ask('/workspace/api/act', { ...own(), 'content-type': 'text/plain' }, say);
    assert.equal(typed.status, 400, 'a form can send text, not JSON');
    assert.deepEqual((await stateOf(anna, people)).channel.messages, []);
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    assert.equal((await ask('/', link)).status, 200, 'a link may open the page');
  });

  test('shows each person what they may see, and nothing else', async () => {
    const { server, app } = workspace;
    const { ts } = server.say(anna, people, 'Hello @maya');
    await app.call('chat.postEphemeral', { channel: people, user: anna, text: 'for Anna alone' });
    const hers = await stateOf(anna, people);
    assert.deepEqual(
      hers.channel.messages.map((each: { text: string; isPrivate: boolean }) => [each.text, each.isPrivate]),
      [
        ['Hello <@U0MAYA>', false],
        ['for Anna alone', true],
      ],
    );
    assert.doesNotMatch(JSON.stringify(await stateOf(maya, people)), /for Anna alone/);
    const outside = await stateOf(nora, people, ts);
    assert.equal(outside.channel, undefined);
    assert.doesNotMatch(JSON.stringify(outside), /Hello|for Anna/);
    assert.deepEqual(
      outside.channels.map(({ id }: { id: string }) => id),
      ['C0NORBURY', 'DU0NORA'],
    );
  });

  test('does what a person does, and says in words what cannot be done', async () => {
    const act = async (as: string, action: object) =>
      JSON.parse((await ask('/workspace/api/act', own(), { as, action })).text);
    const { ts } = await act(maya, { kind: 'say', channel: people, text: '@Bylaw how much leave?' });
    const messages = async () => (await stateOf(maya, people)).channel.messages;
    const text = async () => (await messages()).find((each: { ts: string }) => each.ts === ts)?.text;
    assert.equal(await text(), '<@U0BYLAW> how much leave?');
    assert.deepEqual(await act(maya, { kind: 'edit', channel: people, ts, text: 'How much?' }), {});
    assert.equal(await text(), 'How much?');
    assert.match((await act(anna, { kind: 'edit', channel: people, ts, text: 'mine now' })).problem, /can't be done/);
    assert.match((await act(nora, { kind: 'say', channel: people, text: 'let me in' })).problem, /can't be done/);
    assert.match((await act('U0BYLAW', { kind: 'say', channel: people, text: 'as the bot' })).problem, /acted as/);
    assert.match((await act(maya, { kind: 'dance' })).problem, /does not understand/);
    assert.deepEqual(await act(maya, { kind: 'remove', channel: people, ts }), {});
    assert.equal(await text(), undefined);
  });

  test('takes a free port where the usual one is in use, and says so where the port was asked for', async (t) => {
    const manifest = await readOwnManifest();
    const port = Number(new URL(workspace.url).port);
    const open = (isPortFixed: boolean) =>
      createPageServer({
        ...{ server: workspace.server, manifest, workspace: 'Second', appName: 'Bylaw', port, isPortFixed },
        people: sampleWorkspace.people,
      });
    await assert.rejects(open(true).start(), /EADDRINUSE/);
    const free = open(false);
    t.after(() => free.stop());
    await free.start();
    assert.notEqual(free.url(), workspace.url);
    assert.equal((await send(free.url(), '/', {})).status, 200);
  });

  test('tells of changes as they happen', async () => {
    const { server, url } = workspace;
    const response = await fetch(`${url}/workspace/api/changes`);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    assert.ok(reader);
    assert.match((await reader.read()).value ?? '', /follows/);
    server.say(anna, people, 'something new');
    const told = (await reader.read()).value ?? '';
    assert.match(told, /^event: change/);
    assert.doesNotMatch(told, /something new/, 'who may read it is decided when it is asked for');
    await reader.cancel();
  });
});

interface Answered {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly type: string;
  readonly text: string;
}

/** With headers that `fetch` would not let through. */
function send(base: string, path: string, headers: Record<string, string>, body?: object): Promise<Answered> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ hostname, port, path, agent: false },
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      },
      (response) => {
        let text = '';
        const answered = () => ({
          ...{ status: response.statusCode, headers: response.headers, text },
          type: response.headers['content-type'] ?? '',
        });
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve(answered()));
      },
    );
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
