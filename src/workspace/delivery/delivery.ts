import type { Json } from '../entities.ts';

export interface Envelope {
  readonly type: 'events_api' | 'slash_commands' | 'interactive';
  readonly payload: Json;
  /** For events: how often it was sent before. */
  readonly retryAttempt?: number;
}

/** How the app took an envelope. */
export interface Reply {
  /** What the acknowledgement carried; empty if nothing. */
  readonly payload: Json;
  /** Why a person sees an error instead; never set for events, which come again. */
  readonly failed?: string;
}

/** The way from Slack to the app. */
export interface Delivery {
  /** Sends, or keeps until something listens. Resolves once acknowledged, or once a person has waited too long. */
  send(envelope: Envelope): Promise<Reply>;
  /** Envelopes that were sent, or wait, without an acknowledgement. */
  unacknowledged(): number;
  close(): void;
}
