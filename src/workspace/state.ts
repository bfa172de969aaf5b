import type { Clock } from './clock.ts';
import type { Channel, Ephemeral, Message, Prompts, ResponseUrl, Session, User, UserGroup, View } from './entities.ts';

export interface WorkspaceState {
  readonly team: { readonly id: string; readonly name: string; readonly domain: string };
  readonly app: { readonly id: string; readonly user: string; readonly bot: string };
  readonly users: Map<string, User>;
  /** A group is replaced whole when its people change. */
  readonly userGroups: UserGroup[];
  /** By id. A channel is replaced whole when its members change, and left out when it is deleted. */
  readonly channels: Map<string, Channel>;
  readonly messages: Message[];
  readonly ephemerals: Ephemeral[];
  /** Assistant statuses that show now, by `channel:thread`. */
  readonly statuses: Map<string, { readonly text: string; readonly since: number }>;
  /** Agent sessions, by `channel:thread`. */
  readonly sessions: Map<string, Session>;
  /** Titles of threads, by `channel:thread`. */
  readonly titles: Map<string, string>;
  /** Suggested prompts, by `channel:thread`, or `channel:` for those of the messages tab. */
  readonly prompts: Map<string, Prompts>;
  readonly responses: Map<string, ResponseUrl>;
  /** Home tabs by user. */
  readonly homes: Map<string, View>;
  /** Modals that are open, by user, the visible one last. */
  readonly modals: Map<string, readonly View[]>;
  /** Trigger ids, each with whom it may open a modal for, and until when. */
  readonly triggers: Map<string, { readonly user: string; readonly expiresAt: number; readonly used: boolean }>;
  /** How the app was cut off: its tokens revoked, or uninstalled. */
  cutOff: 'token_revoked' | 'account_inactive' | undefined;
  nextTs(): string;
  nextId(prefix: string): string;
  /** The channel between the app and a user, made when there is none. */
  directChannel(user: string): Channel;
}

export function createState(options: {
  readonly clock: Clock;
  readonly users: readonly User[];
  readonly channels: readonly Channel[];
  readonly userGroups?: readonly UserGroup[];
}): WorkspaceState {
  let sequence = 0;
  let second = 0;
  let inSecond = 0;
  const app = { id: 'A0BYLAW', user: 'U0BYLAW', bot: 'B0BYLAW' };
  const users = [...options.users, { id: app.user, name: 'bylaw', bot: true }];
  const channels = new Map(options.channels.map((channel) => [channel.id, channel]));
  return {
    team: { id: 'T0HOME', name: 'Acme', domain: 'acme' },
    app,
    users: new Map(users.map((user) => [user.id, user])),
    userGroups: [...(options.userGroups ?? [])],
    channels,
    messages: [],
    ephemerals: [],
    statuses: new Map(),
    sessions: new Map(),
    titles: new Map(),
    prompts: new Map(),
    responses: new Map(),
    homes: new Map(),
    modals: new Map(),
    triggers: new Map(),
    cutOff: undefined,
    nextTs() {
      const now = Math.floor(options.clock.now() / 1000);
      inSecond = now > second ? 1 : inSecond + 1;
      second = Math.max(second, now);
      return `${second}.${String(inSecond).padStart(6, '0')}`;
    },
    nextId(prefix) {
      sequence += 1;
      return `${prefix}${String(sequence).padStart(8, '0')}`;
    },
    directChannel(user) {
      const found = [...channels.values()].find(
        (channel) => channel.kind === 'im' && channel.members.includes(user) && channel.members.includes(app.user),
      );
      if (found) return found;
      const made: Channel = { id: `D${user}`, name: '', kind: 'im', members: [user, app.user] };
      channels.set(made.id, made);
      return made;
    },
  };
}
