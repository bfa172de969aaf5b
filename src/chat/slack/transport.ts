import type { Receiver } from '@slack/bolt';

/** How what happens in Slack reaches the app. Bolt takes the receiver; connecting is done here. */
export interface SlackTransport {
  readonly receiver: Receiver;
  /** Throws `chat_unavailable`, naming what is missing. */
  start(): Promise<void>;
  /** From then on nothing is acknowledged any more, so that Slack keeps it for the next start. */
  stop(): Promise<void>;
}
