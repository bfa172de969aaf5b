import type { Clock } from '../clock.ts';
import type { Channel, Json, Message } from '../entities.ts';
import type { InstalledApp } from '../manifest.ts';
import type { WorkspaceState } from '../state.ts';

/** An error code that a Web API method answers with. */
export class MethodError extends Error {
  readonly code: string;
  readonly details: Json;

  constructor(code: string, details: Json = {}) {
    super(code);
    this.code = code;
    this.details = details;
  }
}

export interface MethodContext {
  readonly state: WorkspaceState;
  readonly clock: Clock;
  readonly installed: InstalledApp;
  /** Where the server listens, without a slash at the end. */
  readonly base: () => string;
  /** Tells the app what it did itself, as its events say. */
  readonly posted: (message: Message, channel: Channel, unfurls: boolean) => void;
  readonly updated: (message: Message, previous: Message, channel: Channel) => void;
  readonly deleted: (message: Message, channel: Channel) => void;
  /** Something expired by itself. */
  readonly changed: () => void;
}

/** A Web API method: returns its answer without `ok`, or throws MethodError. */
export type Method = (context: MethodContext, args: Json) => Json;

export function requireScope({ installed }: MethodContext, needed: string): void {
  if (installed.scopes.has(needed)) return;
  throw new MethodError('missing_scope', { needed, provided: [...installed.scopes].join(',') });
}

/** The first part of the scopes by which an app reads such a channel. */
export function scopeFamily(channel: Channel): string {
  return { public: 'channels', private: 'groups', im: 'im', mpim: 'mpim' }[channel.kind];
}

/** The timestamp of a thread, or undefined if the call names none. */
export function optionalTs(value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string' || !/^\d+\.\d{6}$/.test(value)) throw new MethodError('invalid_thread_ts');
  return value;
}

/** Whether a yes-or-no argument, a form's string or a boolean, says yes. */
export function isTrue(value: unknown): boolean {
  return value === true || value === 'true' || value === '1';
}

/** The channel that the app may post to. A user's id stands for the direct channel with that user. */
export function writableChannel(state: WorkspaceState, id: unknown): Channel {
  if (typeof id === 'string' && state.users.has(id)) return state.directChannel(id);
  const channel = visibleChannel(state, id);
  if (!channel.members.includes(state.app.user)) throw new MethodError('not_in_channel');
  return channel;
}

/** The channel if the app can see it: any public one, others as a member. */
export function visibleChannel(state: WorkspaceState, id: unknown): Channel {
  const channel = typeof id === 'string' ? state.channels.get(id) : undefined;
  if (!channel || (channel.kind !== 'public' && !channel.members.includes(state.app.user))) {
    throw new MethodError('channel_not_found');
  }
  return channel;
}

/** The thread that a call names, which must exist in the channel. */
export function existingThread(state: WorkspaceState, channel: Channel, value: unknown): string | undefined {
  const thread = optionalTs(value);
  if (thread === undefined) return undefined;
  if (state.messages.some((each) => each.channel === channel.id && each.ts === thread)) return thread;
  throw new MethodError('thread_not_found');
}
