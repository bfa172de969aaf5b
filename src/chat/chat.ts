import type { TellOfTicket } from '../connectors/ticket-watch.ts';

/** A place where people ask. */
export interface Chat {
  /** Connects and begins to answer. Throws `chat_unavailable`, naming what is missing. */
  start(): Promise<void>;
  /** Takes no more questions, finishes those under way (or leaves them claimed) and disconnects. */
  stop(): Promise<void>;
  /** Tells how a ticket stands now where it was opened; absent where nobody could be told later. */
  tellOfTicket?: TellOfTicket;
}
