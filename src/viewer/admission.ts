import { partsOf } from '../audience.ts';
import type { Groups } from '../audience-groups.ts';
import type { Log } from '../log.ts';
import type { AudienceSet } from '../records/records.ts';
import type { Memberships, Standing } from './memberships.ts';

export interface AdmissionDeps {
  readonly groups: Groups;
  readonly memberships: Memberships;
  readonly log: Log;
}

/**
 * The sets that a person may read in private, or that all who read along in a place may: people, since bots don't count.
 * In a place that anybody can join, only a set that names the place itself.
 */
export async function admitTo(
  sets: readonly AudienceSet[],
  { person, place }: { readonly person: string; readonly place?: string | undefined },
  deps: AdmissionDeps,
): Promise<readonly AudienceSet[]> {
  const refuse = (why: string) => {
    deps.log.info('viewer.narrowed', { why, ...(place !== undefined && { place }) });
    return [];
  };
  const asker = await deps.memberships.standingOf(person);
  if (place === undefined) {
    if (asker !== 'colleague') return refuse(`asker_${asker}`);
    return admitReaders(sets, [person], undefined, deps);
  }
  // A bot that asks reads along like any other: it counts as nobody.
  if (asker !== 'colleague' && asker !== 'bot') return refuse(`asker_${asker}`);
  const readers = await deps.memberships.readersOf(place);
  if (!readers.isKnown) return refuse(readers.why);
  const named = readers.isOpen ? sets.filter(({ groups }) => groups.some((group) => isPlace(group, place))) : sets;
  const people = [...new Set([...readers.people, ...(asker === 'bot' ? [] : [upper(person)])])];
  const admitted = await admitReaders(named, people, place, deps);
  if (admitted.length === 0) return [];
  const odd = await firstOdd(people, deps.memberships);
  return odd === undefined ? admitted : refuse(`reader_${odd}`);
}

async function admitReaders(
  sets: readonly AudienceSet[],
  people: readonly string[],
  place: string | undefined,
  deps: AdmissionDeps,
): Promise<AudienceSet[]> {
  const isIn = await loadMembers(sets, place, deps);
  const admits = ({ groups }: AudienceSet, person: string) =>
    groups.some((group) => partsOf(group).every((part) => isIn(part, person)));
  const admitted: AudienceSet[] = [];
  for (const set of sets) {
    const outside = people.filter((person) => !admits(set, person));
    if (outside.length < people.length && (await areBots(outside, deps.memberships))) admitted.push(set);
  }
  return admitted;
}

/** Looks each group up once; one that can't be found out has nobody in it. */
async function loadMembers(
  sets: readonly AudienceSet[],
  place: string | undefined,
  { groups, memberships, log }: AdmissionDeps,
): Promise<(word: string, person: string) => boolean> {
  const words = new Set(sets.flatMap((set) => set.groups.flatMap(partsOf)));
  const members = new Map<string, ReadonlySet<string>>();
  const find = async (word: string): Promise<void> => {
    const group = groups.find(word);
    if (group.kind !== 'channel' && group.kind !== 'user_group') return;
    if (place !== undefined && isPlace(word, place)) return;
    const found = await memberships.membersOf(group.id);
    if (found.isKnown) members.set(word, found.people);
    else log.info('viewer.group_unknown', { why: found.why });
  };
  await Promise.all([...words].map(find));
  return (word, person) => {
    const group = groups.find(word);
    if (group.kind === 'role') return groups.rolesOf(person).includes(group.name);
    if (group.kind === 'person') return group.id === upper(person);
    // Whoever reads along in a channel is one of those that a document for this channel means.
    if (place !== undefined && isPlace(word, place)) return true;
    return members.get(word)?.has(upper(person)) === true;
  };
}

/** One at a time: the first person ends it, and most of the time that is the first of all. */
async function areBots(people: readonly string[], memberships: Memberships): Promise<boolean> {
  for (const person of people) if ((await memberships.standingOf(person)) !== 'bot') return false;
  return true;
}

async function firstOdd(
  people: readonly string[],
  memberships: Memberships,
): Promise<Exclude<Standing, 'colleague' | 'bot'> | undefined> {
  const standings = await Promise.all(people.map((person) => memberships.standingOf(person)));
  return standings.find((standing) => standing !== 'colleague' && standing !== 'bot');
}

function isPlace(word: string, place: string): boolean {
  return upper(word) === upper(place);
}

function upper(id: string): string {
  return id.toUpperCase();
}
