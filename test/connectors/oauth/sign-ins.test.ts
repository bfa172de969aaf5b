import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { ConnectorSettings, OAuthSettings } from '../../../src/connectors/connector.ts';
import { ConnectError } from '../../../src/connectors/connector-errors.ts';
import { createTokenRevoker } from '../../../src/connectors/oauth/revoke-tokens.ts';
import { createSeal, type Seal } from '../../../src/connectors/oauth/seal.ts';
import { answerSignIn } from '../../../src/connectors/oauth/sign-in-page.ts';
import { createSignIns, type SignInLink } from '../../../src/connectors/oauth/sign-ins.ts';
import { createLog, silentLog } from '../../../src/log.ts';
import type { Records } from '../../../src/records/records.ts';
import { sqliteRecords, temporaryFolder } from '../../records/open-sqlite.ts';
import { startAuthorizationServer } from '../../support/mcp/authorization-server.ts';
import { address, connectorSettings } from '../../support/mcp/connector-settings.ts';
import { startGuardedServer } from '../../support/mcp/guarded-server.ts';
import { callText, connectFor, never } from '../../support/mcp/open-connection.ts';

const redirectUrl = 'https://bylaw.example/oauth/callback';

async function openWorld(
  t: TestContext,
  auth: ConnectorSettings['auth'],
  options: { readonly oauth?: OAuthSettings; readonly isReachable?: boolean } = {},
) {
  const { oauth, isReachable = true } = options;
  const authorization = await startAuthorizationServer(t, { clients: { bot: 's3cret' } });
  const server = await startGuardedServer(t, authorization);
  const records = sqliteRecords(t, join(await temporaryFolder(t), 'records.sqlite'));
  await records.start();
  const links: SignInLink[] = [];
  let now = 1_000_000;
  const settings = connectorSettings('desk', address(server.url), {
    auth,
    protocol: 'legacy',
    ...(oauth === undefined ? {} : { oauth }),
  });
  const seal = createSeal(randomBytes(32).toString('base64'));
  const signIns = (from: Records = records) =>
    createSignIns({
      ...{ store: from.credentials, seal, now: () => now, newState: randomUUID, log: silentLog },
      redirectUrl: () => (isReachable ? redirectUrl : undefined),
      askToSignIn: async (link) => void links.push(link),
    });
  const connect = async (person?: string, using = signIns()) => {
    const signIn = using.for(settings, person);
    const connection = await connectFor(t)(settings, { signal: never, ...(signIn === undefined ? {} : { signIn }) });
    t.after(() => connection.close());
    return connection;
  };
  const finish = (came: URLSearchParams, using = signIns()) =>
    using.finish(came, (name) => (name === 'desk' ? settings : undefined));
  return {
    ...{ authorization, server, records, seal, links, settings, signIns, connect, finish },
    pass: (ms: number) => {
      now += ms;
    },
  };
}

const needsSignIn = (error: unknown) => error instanceof ConnectError && error.trouble === 'needs_auth';

test('the bot signs in by itself with its own client, once for many calls, and keeps nothing readable', async (t) => {
  const world = await openWorld(t, 'shared', { oauth: { clientId: 'bot', clientSecret: 's3cret' } });
  const connection = await world.connect();
  assert.deepEqual(await Promise.all([1, 2, 3].map(() => callText(connection, 'whoami'))), ['bot', 'bot', 'bot']);
  assert.equal(world.authorization.tokenRequests.length, 1);
  const kept = await world.records.credentials.latest({ connector: 'desk', person: '', kind: 'tokens' });
  assert.equal(kept?.issuer, world.authorization.issuer);
  assert.match(kept?.sealed ?? '', /^v1\.[\w-]+$/);
  assert.deepEqual(world.links, []);
});

test('a wrong secret of the bot is needed to be corrected by people, and not tried again and again', async (t) => {
  const world = await openWorld(t, 'shared', { oauth: { clientId: 'bot', clientSecret: 'wrong' } });
  await assert.rejects(world.connect(), (error) => error instanceof ConnectError);
  assert.ok(world.authorization.tokenRequests.length <= 2, `${world.authorization.tokenRequests.length} tries`);
});

test('a person gets one link, signs in, and calls as themselves; others are asked on their own', async (t) => {
  const world = await openWorld(t, 'person');
  const signIns = world.signIns();
  await assert.rejects(world.connect('U-ADA', signIns), needsSignIn);
  await assert.rejects(world.connect('U-ADA', signIns), needsSignIn);
  assert.deepEqual(
    world.links.map(({ person, connector }) => [person, connector]),
    [['U-ADA', 'desk']],
  );
  const page = new URL(world.links[0]?.url ?? '');
  assert.equal(page.searchParams.get('code_challenge_method'), 'S256');
  assert.equal(page.searchParams.get('redirect_uri'), redirectUrl);

  const back = await world.authorization.signInAs('ada', page.href);
  assert.deepEqual(await world.finish(back.searchParams, signIns), { connector: 'desk', person: 'U-ADA' });
  assert.equal(await callText(await world.connect('U-ADA'), 'whoami'), 'ada');
  assert.equal(await signIns.has('desk', 'U-ADA'), true);

  await assert.rejects(world.connect('U-BOB', signIns), needsSignIn);
  assert.equal(world.links[1]?.person, 'U-BOB');
});

test('a sign-in that was begun before a restart is finished after it', async (t) => {
  const world = await openWorld(t, 'person');
  await assert.rejects(world.connect('U-ADA'), needsSignIn);
  const back = await world.authorization.signInAs('ada', world.links[0]?.url ?? '');
  await world.finish(back.searchParams, world.signIns());
  assert.equal(await callText(await world.connect('U-ADA'), 'whoami'), 'ada');
});

test('a state that is unknown, used before or too old signs nobody in', async (t) => {
  const world = await openWorld(t, 'person');
  await assert.rejects(world.connect('U-ADA'), needsSignIn);
  const back = await world.authorization.signInAs('ada', world.links[0]?.url ?? '');
  const forged = new URLSearchParams(back.searchParams);
  forged.set('state', 'guessed');
  await assert.rejects(world.finish(forged), /used before, is too old, or is not yours/);
  await world.finish(back.searchParams);
  await assert.rejects(world.finish(back.searchParams), /used before, is too old, or is not yours/);

  await assert.rejects(world.connect('U-BOB'), needsSignIn);
  const late = await world.authorization.signInAs('bob', world.links[1]?.url ?? '');
  world.pass(16 * 60_000);
  await assert.rejects(world.finish(late.searchParams), /too old/);
});

test('an answer of another issuer, or a no of the person, signs nobody in', async (t) => {
  const world = await openWorld(t, 'person');
  await assert.rejects(world.connect('U-ADA'), needsSignIn);
  const back = await world.authorization.signInAs('ada', world.links[0]?.url ?? '');
  back.searchParams.set('iss', 'https://evil.example');
  await assert.rejects(world.finish(back.searchParams), /did not accept the sign-in/);

  await assert.rejects(world.connect('U-BOB'), needsSignIn);
  const state = new URL(world.links[1]?.url ?? '').searchParams.get('state') ?? '';
  await assert.rejects(world.finish(new URLSearchParams({ state, error: 'access_denied' })), /were not signed in/);
  assert.equal(await world.signIns().has('desk', 'U-BOB'), false);
});

async function signedIn(t: TestContext) {
  const world = await openWorld(t, 'person');
  const signIns = world.signIns();
  await assert.rejects(world.connect('U-ADA', signIns), needsSignIn);
  const back = await world.authorization.signInAs('ada', world.links[0]?.url ?? '');
  await world.finish(back.searchParams, signIns);
  return { ...world, signIns };
}

test('tokens that ran out are refreshed once for many calls at the same time', async (t) => {
  const world = await signedIn(t);
  const connection = await world.connect('U-ADA', world.signIns);
  const before = world.authorization.tokenRequests.length;
  world.authorization.expireAccess();
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => callText(connection, 'whoami')));
  assert.deepEqual(new Set(answers), new Set(['ada']));
  const refreshes = world.authorization.tokenRequests.slice(before);
  assert.deepEqual(
    refreshes.map((request) => request.get('grant_type')),
    ['refresh_token'],
  );
});

test('a refused refresh drops the tokens and asks once, without trying on', async (t) => {
  const world = await signedIn(t);
  const connection = await world.connect('U-ADA', world.signIns);
  const before = world.authorization.tokenRequests.length;
  world.authorization.expireAccess();
  world.authorization.expireRefresh();
  for (let i = 0; i < 3; i++) await assert.rejects(callText(connection, 'whoami'));
  assert.equal(world.authorization.tokenRequests.length - before, 1);
  assert.equal(world.links.length, 2);
  assert.equal(await world.signIns.has('desk', 'U-ADA'), false);
});

function revokerOf({ records }: { readonly records: Records }, seal: Seal | undefined, log = silentLog) {
  return createTokenRevoker({ store: records.credentials, seal, oauthOf: () => undefined, log });
}

test('the server of a person who is to be forgotten is told that the tokens are void', async (t) => {
  const world = await signedIn(t);
  await revokerOf(world, world.seal).tellOfPerson('U-BOB');
  assert.deepEqual(world.authorization.revoked, []);
  await revokerOf(world, world.seal).tellOfPerson('U-ADA');
  assert.equal(world.authorization.revoked.length, 2);
  assert.equal((await world.records.privacy.forgetPerson('U-ADA', 'ops', 1)).signIns, 1);
  assert.equal(await world.signIns.has('desk', 'U-ADA'), false);
});

test('tokens of a connector that is gone are revoked at their server and forgotten', async (t) => {
  const world = await signedIn(t);
  await revokerOf(world, world.seal).keepOnly(['desk']);
  assert.equal(await world.signIns.has('desk', 'U-ADA'), true);
  await revokerOf(world, world.seal).keepOnly([]);
  assert.equal(await world.signIns.has('desk', 'U-ADA'), false);
  assert.deepEqual([world.authorization.revoked.length, await world.records.credentials.connectors()], [2, []]);
});

test('tokens that can not be decrypted are forgotten all the same, and it is said that their server was not told', async (t) => {
  const world = await signedIn(t);
  const lines: string[] = [];
  const log = createLog({ level: 'warn', write: (line) => void lines.push(line), now: () => new Date(0) });
  await revokerOf(world, undefined, log).keepOnly([]);
  assert.equal(await world.signIns.has('desk', 'U-ADA'), false);
  assert.deepEqual(world.authorization.revoked, []);
  assert.match(lines.join(''), /connector\.not_revoked/);
});

test('where no browser can reach the bot it says what is needed', async (t) => {
  const world = await openWorld(t, 'person', { isReachable: false });
  await assert.rejects(
    world.connect('U-ADA'),
    (error) => needsSignIn(error) && error instanceof Error && /HTTP mode .* set BYLAW_PUBLIC_URL/.test(error.message),
  );
  assert.deepEqual(world.links, []);
});

test('who comes back from the sign-in page reads what happened, and nothing of the address stays', async () => {
  const good = await answerSignIn('/oauth/callback?code=c&state=s', async (came) => {
    assert.equal(came.get('code'), 'c');
    return { connector: 'desk' };
  });
  assert.equal(good.status, 200);
  assert.match(good.body, /You are signed in to desk/);
  assert.equal(good.headers['cache-control'], 'no-store');
  const bad = await answerSignIn('/oauth/callback', async () => {
    throw new Error('<b>internal</b>');
  });
  assert.deepEqual([bad.status, bad.body.includes('internal')], [400, false]);
});
