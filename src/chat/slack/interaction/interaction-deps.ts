import type { AnswerQuestion } from '../../../answer/answer-question.ts';
import type { Viewer } from '../../../domain.ts';
import type { Log } from '../../../log.ts';
import type { Records } from '../../../records/records.ts';
import type { SlackApi } from '../api.ts';
import type { SlackIdentity } from '../identity.ts';
import type { SlackAccess } from '../intake/access.ts';
import type { SlackAsk } from '../intake/ask.ts';
import type { Admins } from './admins.ts';
import type { PeopleSettings } from './people.ts';
import type { PressReply } from './press-reply.ts';

/** What the handlers of buttons, words and pages need. */
export interface InteractionDeps {
  readonly api: SlackApi;
  readonly records: Pick<
    Records,
    'answers' | 'approvals' | 'documents' | 'feedback' | 'flags' | 'ledger' | 'memories' | 'syncs'
  >;
  readonly answers: AnswerQuestion;
  readonly viewerFor: (asker: { readonly person: string; readonly place?: string }) => Viewer | Promise<Viewer>;
  readonly access: SlackAccess;
  readonly admins: Admins;
  readonly self: SlackIdentity;
  /** Claims a question and has it answered. */
  readonly accept: (ask: SlackAsk) => Promise<void>;
  /** Stops what is being answered for a person, everywhere; how many questions that were. */
  readonly stopFor: (person: string) => Promise<number>;
  readonly reply: PressReply;
  readonly settings: InteractionSettings;
  /** Aborts when the bot stops. */
  readonly signal: AbortSignal;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

export interface InteractionSettings {
  readonly people: PeopleSettings;
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
