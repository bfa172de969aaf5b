/** A place where people ask. */
export interface Chat {
  /** Connects and begins to answer. Throws `chat_unavailable`, naming what is missing. */
  start(): Promise<void>;
  /** Takes no more questions, finishes those under way (or leaves them claimed) and disconnects. */
  stop(): Promise<void>;
}
