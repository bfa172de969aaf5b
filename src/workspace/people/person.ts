import type { Clock } from '../clock.ts';
import type { Envelope, Reply } from '../delivery/delivery.ts';
import type { Channel, Message } from '../entities.ts';
import type { EventSource } from '../events.ts';
import type { InstalledApp } from '../manifest.ts';
import type { WorkspaceState } from '../state.ts';
import type { Interactions } from './interactions.ts';

/** What came of something that a person did. */
export interface Said {
  /** Of the message, if it was one. */
  readonly ts: string;
  /** What told the app, in the order it was sent. */
  readonly envelopes: readonly Envelope[];
  /** Resolves when the app has acknowledged all of them. */
  readonly acknowledged: Promise<void>;
  /** Why the person sees an error instead of what the app does. */
  readonly failed?: string;
}

/** What the acts of people need. */
export interface PeopleContext {
  readonly state: WorkspaceState;
  readonly clock: Clock;
  readonly installed: InstalledApp;
  readonly events: EventSource;
  readonly interactions: Interactions;
  readonly random: () => number;
  readonly send: (envelope: Envelope) => Promise<Reply>;
  readonly changed: () => void;
}

/** Sends events and says so; the person waits for nothing. */
export function tell({ send, changed }: PeopleContext, envelopes: readonly Envelope[], ts = ''): Said {
  const acknowledged = Promise.all(envelopes.map(send)).then(() => {});
  changed();
  return { ts, envelopes, acknowledged };
}

/** The channel, if the person is in it. Throws otherwise, as there would be nothing to see. */
export function channelOf({ state }: PeopleContext, user: string, id: string): Channel {
  const channel = state.channels.get(id);
  if (!channel?.members.includes(user)) throw new Error(`${user} is no member of ${id}`);
  return channel;
}

export function messageOf({ state }: PeopleContext, channel: string, ts: string): Message {
  const message = state.messages.find((each) => each.channel === channel && each.ts === ts);
  if (!message) throw new Error(`there is no message ${ts} in ${channel}`);
  return message;
}

/** Text as Slack passes it on: `&`, `<` and `>` escaped, `@name` as a mention. */
export function escapeText({ state }: PeopleContext, text: string): string {
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const byName = new Map([...state.users.values()].map((user) => [user.name, user.id]));
  return safe.replace(/@([a-z0-9_-]+)/g, (written, name) => {
    const id = byName.get(name);
    return id === undefined ? written : `<@${id}>`;
  });
}
