import type { ListenerDeps } from '../listener.ts';
import type { Admins } from './admins.ts';
import type { PeopleSettings } from './people.ts';
import type { PressReply } from './press-reply.ts';

/** What the handlers of buttons, words and pages need. */
export interface InteractionDeps extends ListenerDeps {
  readonly admins: Admins;
  readonly reply: PressReply;
  readonly settings: InteractionSettings;
}

export interface InteractionSettings {
  readonly people: PeopleSettings;
  /** Ids of people and user groups. */
  readonly admins: readonly string[];
  /** Whether anything is remembered about people. */
  readonly remembers: boolean;
  readonly retentionDays?: number | undefined;
  readonly timezone: string;
}

/** How long a call that someone waits for may take. */
export const callWithinMs = 10_000;

/** A moment as people read it, such as `30 Nov 2026, 09:15`. */
export function momentIn(timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  return (at) => format.format(at);
}
