import type { VirtualClock } from '../../src/workspace/clock.ts';
import type { WorkspaceState } from '../../src/workspace/state.ts';
import { askers } from './company.ts';

/** People come and go; after each change what was known of groups has run out. */
export interface GroupChanges {
  /** Somebody joins or leaves a user group or a channel. */
  shuffleGroups(pick: <T>(all: readonly T[]) => T): void;
  /** A person joins a channel, or leaves it. */
  join(person: string, channel: string): void;
  /** Takes a person out of all groups and channels but this one. */
  remove(person: string, except: string | undefined): void;
}

const changing = ['C0OPEN', 'C0HR', 'C0MIXED', 'G0TALK'];
const keptMs = 61_000;

export function createGroupChanges(state: WorkspaceState, clock: VirtualClock): GroupChanges {
  type Edit = (members: readonly string[]) => readonly string[];
  const putGroup = (at: number, edit: Edit) => {
    const group = state.userGroups[at];
    if (group !== undefined) state.userGroups[at] = { ...group, users: edit(group.users) };
  };
  const putChannel = (id: string, edit: Edit) => {
    const channel = state.channels.get(id);
    if (channel !== undefined) state.channels.set(id, { ...channel, members: edit(channel.members) });
  };
  const toggle =
    (person: string): Edit =>
    (members) =>
      members.includes(person) ? members.filter((each) => each !== person) : [...members, person];
  return {
    shuffleGroups(pick) {
      const person = pick(askers);
      if (pick([true, false])) putGroup(pick([0, 1]), toggle(person));
      else putChannel(pick(changing), toggle(person));
      clock.advance(keptMs);
    },
    join(person, channel) {
      putChannel(channel, toggle(person));
      clock.advance(keptMs);
    },
    remove(person, except) {
      const without: Edit = (members) => members.filter((each) => each !== person);
      for (const at of [0, 1]) putGroup(at, without);
      for (const id of changing) if (id !== except) putChannel(id, without);
      clock.advance(keptMs);
    },
  };
}
