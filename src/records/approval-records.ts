import type { ApprovalRequest } from '../domain.ts';
import type { Elicitation, ElicitationResponse } from '../elicitation.ts';

export type ApprovalState = 'open' | 'approved' | 'denied' | 'expired' | 'superseded';

export interface ApprovalRecord extends ApprovalRequest {
  readonly conversation: string;
  /** Who asked. */
  readonly person?: string;
  readonly state: ApprovalState;
  readonly askedAt: number;
  /** Id of the decision that settled it, who made it, and when. */
  readonly decision?: string;
  readonly decidedBy?: string;
  readonly decidedAt?: number;
  /** Where the chat shows it, as the chat noted it. */
  readonly card?: string;
}

/** Requests for a person's yes. The first decision stands. */
export interface ApprovalRecords {
  /** Writes a request as open; one that exists already stays as it is. */
  ask(record: Omit<ApprovalRecord, 'state' | 'decision' | 'decidedBy' | 'decidedAt' | 'card'>): Promise<void>;
  get(id: string): Promise<ApprovalRecord | undefined>;
  /** Of one conversation, those still open. */
  open(conversation: string): Promise<ApprovalRecord[]>;
  /** Open ones whose time has run out, oldest first. */
  due(now: number): Promise<ApprovalRecord[]>;
  /** True if it was open, has this hash, is not due at `now` and is now decided. */
  decide(settlement: {
    id: string;
    argsHash: string;
    state: 'approved' | 'denied';
    decision: string;
    by: string;
    now: number;
  }): Promise<boolean>;
  /** True if it was open and is now closed without a decision. */
  close(id: string, state: 'expired' | 'superseded', now: number): Promise<boolean>;
  noteCard(id: string, card: string): Promise<void>;
}

export type ElicitationState = 'open' | 'accepted' | 'declined' | 'cancelled' | 'expired' | 'superseded';

/** What another system asked the asker of a question, and what is needed to go on, also after a restart. */
export interface ElicitationRecord extends Elicitation {
  readonly tool: string;
  readonly input: unknown;
  /** As the tool gave it; goes back to it with the answer. */
  readonly resume: string;
  readonly conversation: string;
  readonly person?: string;
  /** Where others could read along. */
  readonly place?: string;
  /** The process that holds the call open, where the question ends with it. */
  readonly heldBy?: string;
  readonly state: ElicitationState;
  readonly content?: ElicitationResponse['content'];
  readonly askedAt: number;
  /** Id of the answer that counts. */
  readonly decision?: string;
  /** Where the chat shows it, as the chat noted it. */
  readonly card?: string;
}

/** Questions of other systems to people. The first answer counts. */
export interface ElicitationRecords {
  /** Writes a question as open; one that exists already stays as it is. */
  ask(record: Omit<ElicitationRecord, 'state' | 'content' | 'decision' | 'card'>): Promise<void>;
  get(id: string): Promise<ElicitationRecord | undefined>;
  /** Of one conversation, those still open. */
  open(conversation: string): Promise<ElicitationRecord[]>;
  /** Open ones whose time has run out, or which another process than this held. */
  due(now: number, process: string): Promise<ElicitationRecord[]>;
  /** True if it was open, is not due at `now` and is now answered. */
  answer(answer: { id: string; response: ElicitationResponse; decision: string; now: number }): Promise<boolean>;
  /** True if it was open and is now closed without an answer. */
  close(id: string, state: 'expired' | 'superseded', now: number): Promise<boolean>;
  noteCard(id: string, card: string): Promise<void>;
}

export type LedgerEntry = { readonly state: 'started' } | { readonly state: 'done'; readonly result: string };

/** Keeps a side effect from happening twice: `started` before the action, `done` after it. */
export interface WriteLedger {
  get(key: string): Promise<LedgerEntry | undefined>;
  /** False if the key exists already. With the conversation, the result is erased when that is. */
  begin(key: string, argsHash: string, now: number, conversation?: string): Promise<boolean>;
  finish(key: string, result: string, now: number): Promise<void>;
}
