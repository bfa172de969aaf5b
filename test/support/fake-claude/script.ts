import type { SearchResult } from './citations.ts';
import type { WireBlock, WireRequest, WireUsage } from './wire.ts';

/** One reply of the model. Blocks may leave out what the API adds: call ids, callers, signatures, `citations: null`. */
export interface FakeReply {
  readonly content?: readonly WireBlock[];
  /** `tool_use` or `end_turn` unless told, by whether there are calls. */
  readonly stopReason?: string | null;
  readonly stopDetails?: { readonly type: 'refusal'; readonly category: string | null };
  readonly usage?: Partial<WireUsage>;
  /** Sent in place of the JSON of a call's input, by call id: cut or broken input. */
  readonly rawInputs?: Readonly<Record<string, string>>;
  readonly fault?: Fault;
}

export type Fault = StatusFault | HangFault | StreamFault;

/** An error instead of a reply. */
export interface StatusFault {
  readonly kind: 'status';
  readonly status: number;
  readonly type?: string;
  readonly message?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** No answer at all, not even headers. */
export interface HangFault {
  readonly kind: 'hang';
  readonly onReached?: () => void;
}

/** Happens instead of event `at` of the stream, counted from 0; a stall goes on after `until`, or never. */
export interface StreamFault {
  readonly kind: 'error' | 'end' | 'reset' | 'malformed' | 'stall';
  readonly at: number;
  /** Of an `error`. */
  readonly type?: string;
  readonly message?: string;
  /** Of a `stall`. */
  readonly until?: Promise<void>;
  readonly onReached?: () => void;
}

export interface FakeRequest {
  readonly body: WireRequest;
  /** In the order in which citations count them. */
  readonly searchResults: readonly SearchResult[];
}

export type Responder = (request: FakeRequest) => FakeReply | Promise<FakeReply>;
