/** What an admin approved of a connector, word for word; anything else of it is not used. */
export interface ConnectorPin {
  readonly connector: string;
  readonly kind: 'tool' | 'prompt' | 'instructions';
  /** As the server names it; empty for its instructions. */
  readonly name: string;
  /** SHA-256 of the definition. */
  readonly hash: string;
  /** Canonical JSON. */
  readonly definition: string;
}

/** One call of a connector's tool: what was sent to whom, why, and what came of it. */
export interface ConnectorCall {
  readonly id: string;
  readonly at: number;
  readonly person?: string;
  /** Where others could read along; absent for a private question. */
  readonly place?: string;
  readonly connector: string;
  /** The address or program that received it. */
  readonly endpoint: string;
  /** As the server names it. */
  readonly tool: string;
  /** The revision of the protocol; empty where none was agreed on yet. */
  readonly revision: string;
  /** What was sent, as canonical JSON, with what must not leave replaced. */
  readonly args: string;
  readonly argsHash: string;
  readonly bytesOut: number;
  readonly decision: 'automatic' | 'approved';
  /** Who agreed. */
  readonly approver?: string;
  /** Absent while it runs, and for good if the bot was killed meanwhile: then it may have been received. */
  readonly end?: ConnectorCallEnd;
}

export interface ConnectorCallEnd {
  readonly outcome: 'done' | 'error' | 'not_done' | 'refused' | 'unknown';
  readonly ms: number;
  readonly bytesIn: number;
  /** SHA-256 of what came back; absent where nothing did. */
  readonly resultHash?: string;
}

export interface ConnectorRecords {
  /** Of all connectors, by connector, kind and name. */
  pins(): Promise<ConnectorPin[]>;
  /** Takes over what an admin approved and drops what is gone, in one step. */
  approve(change: {
    readonly put: readonly ConnectorPin[];
    readonly drop: readonly Pick<ConnectorPin, 'connector' | 'kind' | 'name'>[];
    readonly by: string;
    readonly now: number;
  }): Promise<void>;
  /** Notes a call before anything is sent. */
  begin(call: Omit<ConnectorCall, 'end'>): Promise<void>;
  finish(id: string, end: ConnectorCallEnd): Promise<void>;
  /** Newest first. */
  calls(connector: string, limit: number): Promise<ConnectorCall[]>;
  totals(connector: string): Promise<{
    readonly calls: number;
    readonly bytesOut: number;
    readonly bytesIn: number;
    /** Of the first call that is still noted. */
    readonly since?: number;
  }>;
  /** Keeps the whole of a result that was too long to be given to a model; it goes when its call does. */
  keepResult(call: string, text: string): Promise<void>;
  /** With whom and where it was asked for. */
  result(
    call: string,
  ): Promise<{ readonly text: string; readonly person?: string; readonly place?: string } | undefined>;
}

/** A ticket in another system, and where its changes are told. */
export interface TicketKey {
  readonly connector: string;
  readonly ticket: string;
}

export interface OpenedTicket extends TicketKey {
  readonly conversation: string;
  /** For whom it was opened, and where others could read along; its state is asked for in their name. */
  readonly person?: string;
  readonly place?: string;
  readonly url?: string;
  readonly status: string;
  readonly isClosed: boolean;
}

export interface WatchedTicket extends OpenedTicket {
  /** As it was last told, or when it was opened. */
  readonly status: string;
  /** A status since, still to be told. */
  readonly news?: string;
  /** How many changes were seen so far; together with the key it names the last of them. */
  readonly changes: number;
  readonly changedAt: number;
  readonly checkedAt: number;
}

export interface TicketRecords {
  /** Does nothing for one that is watched already. */
  watch(ticket: OpenedTicket, now: number): Promise<void>;
  /** Oldest first. */
  watched(): Promise<WatchedTicket[]>;
  /** Notes a look at it: how it stood, or undefined where that could not be seen. */
  note(
    key: TicketKey,
    seen: { readonly status: string; readonly isClosed: boolean } | undefined,
    now: number,
  ): Promise<void>;
  told(key: TicketKey, news: string): Promise<void>;
  unwatch(key: TicketKey): Promise<void>;
}

/** Whose credential, for which server. */
export interface CredentialKey {
  readonly connector: string;
  /** Of the tokens: who gave them out, and alone may be sent them. */
  readonly issuer: string;
  /** Empty for the bot itself. */
  readonly person: string;
  readonly kind: 'tokens' | 'client';
}

/** Encrypted credentials of people and of the bot; this store never sees them in the clear. */
export interface CredentialRecords {
  get(key: CredentialKey): Promise<string | undefined>;
  /** Of whatever issuer, the one that was put last. */
  latest(key: Omit<CredentialKey, 'issuer'>): Promise<{ readonly issuer: string; readonly sealed: string } | undefined>;
  put(key: CredentialKey, sealed: string, now: number): Promise<void>;
  /** Absent means all people, and all kinds. Returns how many. */
  drop(connector: string, person?: string, kind?: CredentialKey['kind']): Promise<number>;
  /** Who has tokens. */
  people(connector: string): Promise<string[]>;
  connectors(): Promise<string[]>;
  /** Notes that a person was sent to a sign-in page; an earlier one of the same person and connector is void. */
  beginSignIn(begun: {
    /** SHA-256 of what the page gives back. */
    readonly state: string;
    readonly connector: string;
    readonly person: string;
    readonly sealed: string;
    readonly expiresAt: number;
  }): Promise<void>;
  signIn(
    state: string,
    now: number,
  ): Promise<{ readonly connector: string; readonly person: string; readonly sealed: string } | undefined>;
  /** True for the first that ends it. */
  endSignIn(state: string, now: number): Promise<boolean>;
}
