/** Where tickets live. Every method throws a `BylawError` with a sentence that the model may read. */
export interface TicketStore {
  /** Newest first. */
  search(query: TicketQuery, signal: AbortSignal): Promise<readonly Ticket[]>;
  /** Undefined where there is none, or none that the desk may see. */
  get(id: string, signal: AbortSignal): Promise<Ticket | undefined>;
  /** Gives back the ticket that the key opened before, however often and from wherever it is called. */
  create(draft: TicketDraft, signal: AbortSignal): Promise<CreatedTicket>;
  /** For those who work on it, not for the requester. Undefined where there is no such ticket. */
  comment(comment: TicketComment, signal: AbortSignal): Promise<Ticket | undefined>;
  /** Closing a closed one changes nothing. Undefined where there is no such ticket. */
  close(id: string, reason: string | undefined, signal: AbortSignal): Promise<Ticket | undefined>;
  stop(): Promise<void>;
}

export interface Ticket {
  /** Decimal digits. */
  readonly id: string;
  readonly subject: string;
  /** In the words of the system that holds it. */
  readonly status: string;
  readonly isClosed: boolean;
  readonly queue: string;
  /** A mail address; absent where nobody is named. */
  readonly requester?: string;
  /** ISO 8601 in UTC, as is the next. */
  readonly created: string;
  readonly updated: string;
  /** Where people look at it; absent where there is no such page. */
  readonly url?: string;
}

export interface TicketQuery {
  /** Words that the subject has, in any order and case; or the number of a ticket. */
  readonly text: string;
  readonly requester?: string;
  readonly only?: 'open' | 'closed';
  readonly limit: number;
}

export interface TicketDraft {
  readonly subject: string;
  readonly text: string;
  readonly queue?: string;
  readonly requester?: string;
  readonly idempotencyKey: string;
}

export interface CreatedTicket extends Ticket {
  /** Whether the key had opened it before. */
  readonly isRepeated: boolean;
}

export interface TicketComment {
  readonly id: string;
  readonly text: string;
}
