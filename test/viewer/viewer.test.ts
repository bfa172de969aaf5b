import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audienceKey, everyone } from '../../src/audience.ts';
import { createGroups } from '../../src/audience-groups.ts';
import { createLog } from '../../src/log.ts';
import type { Memberships, Readers, Standing } from '../../src/viewer/memberships.ts';
import { type Asker, createViewers } from '../../src/viewer/viewer.ts';

interface World {
  readonly sets?: readonly (readonly string[])[];
  readonly members?: Readonly<Record<string, readonly string[]>>;
  readonly places?: Readonly<Record<string, Readers>>;
  readonly standings?: Readonly<Record<string, Standing>>;
}

const usualSets = [[], ['hr'], ['c1leads'], ['s1board'], ['u0ada'], ['hr', 'managers'], ['c1leads + hr'], ['managres']];
const usualMembers = { C1LEADS: ['U0ADA', 'U0BO'], S1BOARD: ['U0BO'] };

function open({ sets = usualSets, members = usualMembers, places = {}, standings = {} }: World = {}) {
  const lines: string[] = [];
  const asked: string[] = [];
  const memberships: Memberships = {
    membersOf: async (group) => {
      asked.push(group);
      const people = (members as Record<string, readonly string[]>)[group];
      return people === undefined ? { isKnown: false, why: 'not_found' } : { isKnown: true, people: new Set(people) };
    },
    readersOf: async (place) => places[place] ?? { isKnown: false, why: 'not_found' },
    standingOf: async (person) => {
      asked.push(person);
      return standings[person] ?? 'colleague';
    },
  };
  const log = createLog({ level: 'debug', write: (line) => lines.push(line), now: () => new Date(0) });
  const { viewerFor, hasRestricted } = createViewers({
    documents: { audiences: async () => sets.map((groups) => ({ key: audienceKey(groups), groups })) },
    groups: createGroups({ hr: ['U0ADA', 'U0CY', 'dana'], managers: ['U0BO', 'u0ada'] }),
    today: () => '2026-11-30',
    log,
  });
  const names = new Map([[everyone, ''], ...sets.map((groups) => [audienceKey(groups), groups.join()] as const)]);
  return {
    asked,
    lines,
    hasRestricted,
    viewerFor,
    /** What an asker may read besides what everyone may. */
    async reads(asker: Asker, known: Memberships | undefined = memberships) {
      const { audienceKeys } = await viewerFor(asker, known);
      assert.equal(audienceKeys[0], everyone);
      return audienceKeys.slice(1).map((key) => names.get(key));
    },
  };
}

const place = (people: readonly string[], isOpen = false): Readers => ({
  isKnown: true,
  people: new Set(people),
  isOpen,
});

test('in private a person reads what a role, a channel, a user group or their own id admits them to', async () => {
  const { reads, viewerFor } = open();
  assert.deepEqual(await reads({ person: 'U0ADA' }), ['hr', 'c1leads', 'u0ada', 'hr,managers', 'c1leads + hr']);
  assert.deepEqual(await reads({ person: 'u0ada' }), await reads({ person: 'U0ADA' }), 'ids are told apart by letters');
  assert.deepEqual(await reads({ person: 'U0BO' }), ['c1leads', 's1board', 'hr,managers']);
  assert.deepEqual(await reads({ person: 'U0CY' }), ['hr', 'hr,managers']);
  assert.deepEqual(await reads({ person: 'U0EVE' }), []);
  assert.deepEqual(await reads({}), []);
  assert.deepEqual(await viewerFor({ person: 'U0ADA' }), {
    audienceKeys: [everyone, audienceKey(['hr']), audienceKey(['u0ada']), audienceKey(['hr', 'managers'])],
    on: '2026-11-30',
    person: 'U0ADA',
    roles: ['hr', 'managers'],
  });
});

test('a word that nobody knows lets nobody in, whoever asks', async () => {
  const { reads, hasRestricted } = open({ sets: [['managres'], ['unknown'], ['nobody'], ['hr + managres']] });
  for (const person of ['U0ADA', 'managres', 'unknown', 'nobody']) assert.deepEqual(await reads({ person }), []);
  assert.equal(await hasRestricted(), false, 'what nobody may read is for no certain people');
  assert.equal(await open().hasRestricted(), true);
});

test('without a chat the roles alone decide, and no place lets anything through', async () => {
  const { viewerFor } = open();
  const keys = async (asker: Asker) => (await viewerFor(asker)).audienceKeys.slice(1).length;
  assert.equal(await keys({ person: 'dana' }), 2);
  assert.equal(await keys({ person: 'Dana' }), 2);
  assert.equal(await keys({ person: 'dana', place: 'C1LEADS' }), 0);
});

test('where others read along, every one of them must be admitted, bots apart', async () => {
  const places = {
    GALLHR: place(['U0ADA', 'U0CY', 'U0BOT']),
    GMIXED: place(['U0ADA', 'U0EVE', 'U0BOT']),
    C1LEADS: place(['U0ADA', 'U0BO']),
  };
  const { reads } = open({ places, standings: { U0BOT: 'bot' } });
  assert.deepEqual(await reads({ person: 'U0ADA', place: 'GALLHR' }), ['hr', 'hr,managers']);
  assert.deepEqual(await reads({ person: 'U0ADA', place: 'GMIXED' }), []);
  assert.deepEqual(await reads({ person: 'U0ADA', place: 'C1LEADS' }), ['c1leads', 'hr,managers']);
  assert.deepEqual(await reads({ person: 'U0EVE', place: 'GALLHR' }), [], 'who asks counts, also as no member');
  assert.deepEqual(await reads({ person: 'U0BOT', place: 'GALLHR' }), ['hr', 'hr,managers'], 'a bot adds no reader');
  assert.deepEqual(await reads({ person: 'U0BOT' }), [], 'a bot by itself reads nothing');
});

test('where anybody can join, only what names the very channel is answered from', async () => {
  const sets = [['hr'], ['c1open'], ['c1open', 'hr'], ['c1open + hr']];
  const { reads } = open({ sets, places: { C1OPEN: place(['U0ADA', 'U0CY'], true) }, members: { C1OPEN: ['U0ADA'] } });
  assert.deepEqual(await reads({ person: 'U0ADA', place: 'C1OPEN' }), ['c1open', 'c1open,hr']);
});

test('what cannot be found out is a no, and the log says why without names', async () => {
  const all = place(['U0ADA', 'U0CY']);
  const narrowed = async (world: World, asker: Asker) => {
    const { reads, lines } = open(world);
    assert.deepEqual(await reads(asker), []);
    return lines.flatMap((line) => /"why":"(\w+)"/.exec(line)?.[1] ?? []);
  };
  const sets = [['hr']];
  for (const standing of ['guest', 'outsider', 'gone', 'unknown'] as const) {
    const asker = await narrowed({ sets, standings: { U0ADA: standing } }, { person: 'U0ADA' });
    assert.deepEqual(asker, [`asker_${standing}`]);
    const reader = { sets, standings: { U0CY: standing }, places: { G1: all } };
    assert.deepEqual(await narrowed(reader, { person: 'U0ADA', place: 'G1' }), [`reader_${standing}`]);
  }
  assert.deepEqual(await narrowed({ sets }, { person: 'U0ADA', place: 'G1' }), ['not_found']);
  const tooMany = { sets, places: { G1: { isKnown: false, why: 'too_many' } as const } };
  assert.deepEqual(await narrowed(tooMany, { person: 'U0ADA', place: 'G1' }), ['too_many']);
  assert.deepEqual(await narrowed({ sets: [['s9gone']] }, { person: 'U0ADA' }), ['not_found']);
  // One group that can't be found out takes nothing from the others.
  const { reads } = open({ sets: [['s9gone', 'hr'], ['hr + s9gone']] });
  assert.deepEqual(await reads({ person: 'U0ADA' }), ['s9gone,hr']);
});

test('where everything is for everyone, nobody is looked up', async () => {
  const { reads, asked } = open({ sets: [[]] });
  assert.deepEqual(await reads({ person: 'U0ADA', place: 'C1LEADS' }), []);
  assert.deepEqual(asked, []);
});
