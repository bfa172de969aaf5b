import type { Clock } from './clock.ts';

export interface User {
  readonly id: string;
  readonly name: string;
  /** The workspace that the user belongs to; absent means this one. */
  readonly team?: string;
  readonly bot?: boolean;
  /** Multi-channel guest. */
  readonly restricted?: boolean;
  /** Single-channel guest. */
  readonly ultraRestricted?: boolean;
  /** From another organisation, met in a shared channel. */
  readonly stranger?: boolean;
  readonly deactivated?: boolean;
}

export interface Channel {
  readonly id: string;
  readonly name: string;
  readonly kind: 'public' | 'private' | 'im' | 'mpim';
  readonly members: readonly string[];
  readonly extShared?: boolean;
  readonly pendingExtShared?: boolean;
  readonly orgShared?: boolean;
}

export type Json = Readonly<Record<string, unknown>>;

export interface Message {
  readonly ts: string;
  readonly channel: string;
  readonly thread?: string;
  readonly user: string;
  /** Set on what the app posted. */
  readonly botId?: string;
  readonly subtype?: string;
  text: string;
  markdown?: string;
  blocks?: readonly Json[];
  metadata?: Json;
  readonly files?: readonly string[];
}

/** Shown to one user only. `args` are the call's own, complete. */
export interface Ephemeral {
  readonly ts: string;
  readonly channel: string;
  readonly user: string;
  readonly thread?: string;
  text: string;
  blocks?: readonly Json[];
  readonly args: Json;
}

/** Where a command may be answered: five times, for thirty minutes. */
export interface ResponseUrl {
  readonly id: string;
  readonly user: string;
  readonly channel: string;
  readonly expiresAt: number;
  uses: number;
  /** The ephemeral that `replace_original` replaces. */
  original?: Ephemeral;
}

export interface WorkspaceState {
  readonly team: { readonly id: string; readonly name: string; readonly domain: string };
  readonly app: { readonly id: string; readonly user: string; readonly bot: string };
  readonly users: Map<string, User>;
  readonly channels: Map<string, Channel>;
  readonly messages: Message[];
  readonly ephemerals: Ephemeral[];
  /** Assistant statuses that show now, by `channel:thread`. */
  readonly statuses: Map<string, string>;
  readonly responses: Map<string, ResponseUrl>;
  nextTs(): string;
  nextId(prefix: string): string;
  /** The channel between the app and a user, made when there is none. */
  directChannel(user: string): Channel;
}

export function createState(options: {
  readonly clock: Clock;
  readonly users: readonly User[];
  readonly channels: readonly Channel[];
}): WorkspaceState {
  let sequence = 0;
  const app = { id: 'A0BYLAW', user: 'U0BYLAW', bot: 'B0BYLAW' };
  const users = [...options.users, { id: app.user, name: 'bylaw', bot: true }];
  const channels = new Map(options.channels.map((channel) => [channel.id, channel]));
  return {
    team: { id: 'T0HOME', name: 'Acme', domain: 'acme' },
    app,
    users: new Map(users.map((user) => [user.id, user])),
    channels,
    messages: [],
    ephemerals: [],
    statuses: new Map(),
    responses: new Map(),
    nextTs() {
      sequence += 1;
      return `${Math.floor(options.clock.now() / 1000)}.${String(sequence).padStart(6, '0')}`;
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
