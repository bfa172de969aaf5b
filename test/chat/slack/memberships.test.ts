import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { WebClient } from '@slack/web-api';
import { clientOptions, createSlackApi } from '../../../src/chat/slack/api.ts';
import { createSdkLogger } from '../../../src/chat/slack/logger.ts';
import { createSlackMemberships } from '../../../src/chat/slack/memberships.ts';
import { createStandings } from '../../../src/chat/slack/standings.ts';
import { silentLog } from '../../../src/log.ts';
import type { Channel } from '../../../src/workspace/entities.ts';
import { botToken, openWorkspace, type WorkspaceOptions } from '../../workspace/open-workspace.ts';

const bot = 'U0BYLAW';

async function open(t: TestContext, options: WorkspaceOptions = {}) {
  const { server, clock } = await openWorkspace(t, options);
  const waits: number[] = [];
  const api = createSlackApi({
    client: new WebClient(
      botToken,
      clientOptions({ apiUrl: server.apiUrl(), timeoutMs: 5_000, logger: createSdkLogger(silentLog) }),
    ),
    now: clock.now,
    wait: async (ms) => void waits.push(ms),
  });
  const standingOf = createStandings({ api, home: server.state.team.id, teams: ['T2PARTNER'], now: clock.now });
  const memberships = createSlackMemberships({ api, self: bot, standingOf, now: clock.now, log: silentLog });
  const put = (channel: Channel) => server.state.channels.set(channel.id, channel);
  return { server, clock, memberships, put, waits };
}

const known = (...people: readonly string[]) => ({ isKnown: true, people: new Set(people) });

test('the people of a channel, and of a user group by id or handle, are known', async (t) => {
  const { memberships, server } = await open(t);
  assert.deepEqual(await memberships.membersOf('SADMINS'), known('UBEN'));
  assert.deepEqual(await memberships.membersOf('@admins'), known('UBEN'));
  assert.deepEqual(await memberships.membersOf('GGROUP'), known('UALICE', 'UBEN', bot));
  assert.equal(server.calls('usergroups.list'), 1, 'only a handle has to be looked up');
  for (const nowhere of ['S0NONE', '@nobody', 'C0NONE', 'GBOARD'])
    assert.equal((await memberships.membersOf(nowhere)).isKnown, false, nowhere);
});

test('a channel of many pages is read to its end', async (t) => {
  const { memberships, put } = await open(t);
  const members = Array.from({ length: 2_345 }, (_, n) => `U${n}`);
  put({ id: 'CBIG', name: 'big', kind: 'public', members: [...members, bot] });
  const found = await memberships.membersOf('CBIG');
  assert.equal(found.isKnown && found.people.size, 2_346);
  assert.deepEqual(await memberships.readersOf('CBIG'), { isKnown: false, why: 'too_many' });
});

test('who reads along is known where everybody is of the company, and whether anybody can join', async (t) => {
  const { memberships, put } = await open(t);
  put({ id: 'GLEADS', name: 'leads', kind: 'private', members: ['UALICE', 'UDEPLOY', bot] });
  assert.deepEqual(await memberships.readersOf('GLEADS'), { ...known('UALICE', 'UDEPLOY'), isOpen: false });
  assert.deepEqual(await memberships.readersOf('GGROUP'), { ...known('UALICE', 'UBEN'), isOpen: false });
  const open_ = await memberships.readersOf('CHR');
  assert.equal(open_.isKnown && open_.isOpen, true);
  for (const shared of ['CSHARED', 'CPENDING'])
    assert.deepEqual(await memberships.readersOf(shared), { isKnown: false, why: 'shared' });
  assert.deepEqual(await memberships.readersOf('C0NONE'), { isKnown: false, why: 'channel_not_found' });
});

test('what someone is in the workspace is known, and what can’t be found out is unknown', async (t) => {
  const { memberships, server } = await open(t);
  server.state.users.set('ULEFT', { id: 'ULEFT', name: 'left', deactivated: true });
  for (const [person, standing] of [
    ['UALICE', 'colleague'],
    ['UDEPLOY', 'bot'],
    ['UGUEST', 'guest'],
    ['ULEFT', 'gone'],
    ['UNONE', 'unknown'],
  ] as const) {
    assert.equal(await memberships.standingOf(person), standing, person);
  }
  server.fail('users.info', { status: 500 });
  assert.equal(await memberships.standingOf('UBEN'), 'unknown');
  assert.equal(await memberships.standingOf('UBEN'), 'colleague', 'a failure is not remembered');
});

test('everything is looked up once a minute, and a change is seen after it', async (t) => {
  const { memberships, server, clock } = await open(t);
  const look = () => Promise.all([memberships.membersOf('SADMINS'), memberships.membersOf('@admins')]);
  await look();
  await look();
  assert.deepEqual([server.calls('usergroups.users.list'), server.calls('usergroups.list')], [2, 1]);
  server.state.userGroups[0] = { id: 'SADMINS', handle: 'admins', users: ['UALICE'] };
  assert.deepEqual(await memberships.membersOf('SADMINS'), known('UBEN'));
  clock.advance(60_001);
  assert.deepEqual(await memberships.membersOf('SADMINS'), known('UALICE'));
});

test('without a scope, with a failing Slack and beyond the patience for a rate limit nothing is known', async (t) => {
  const without = await open(t, { without: ['usergroups:read', 'groups:read'] });
  assert.deepEqual(await without.memberships.membersOf('SADMINS'), { isKnown: false, why: 'missing_scope' });
  assert.deepEqual(await without.memberships.membersOf('@admins'), { isKnown: false, why: 'missing_scope' });
  without.put({ id: 'GLEADS', name: 'leads', kind: 'private', members: ['UALICE', bot] });
  assert.deepEqual(await without.memberships.readersOf('GLEADS'), { isKnown: false, why: 'missing_scope' });

  const { memberships, server, waits } = await open(t);
  server.fail('conversations.members', { status: 503 });
  assert.deepEqual(await memberships.readersOf('CHR'), { isKnown: false, why: 'http_503' });
  server.fail('usergroups.users.list', { status: 429, retryAfterS: 2 });
  assert.deepEqual(await memberships.membersOf('SADMINS'), known('UBEN'), 'a short limit is waited out');
  assert.deepEqual(waits, [2_000]);
  server.fail('usergroups.users.list', { status: 429, retryAfterS: 30 });
  assert.equal((await memberships.membersOf('@admins')).isKnown, false);
});
