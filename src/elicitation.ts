/** What another system asks the asker while it does something for them. All of it is untrusted. */
export type ElicitationRequest =
  | { readonly mode: 'form'; readonly message: string; readonly schema: Readonly<Record<string, unknown>> }
  | { readonly mode: 'url'; readonly message: string; readonly url: string };

export interface ElicitationResponse {
  /** `cancel`: the person did neither, such as when the time ran out. */
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

/** An elicitation that waits for the asker. */
export interface Elicitation {
  readonly id: string;
  /** Who asks and receives the answer, as people are told. */
  readonly recipient: string;
  /** What it was asked to do. */
  readonly title: string;
  readonly request: ElicitationRequest;
  /** Epoch milliseconds; unanswered by then, it is cancelled. */
  readonly expiresAt: number;
}

/** What came back, for the tool that asked. */
export interface AnsweredElicitations {
  /** As the tool gave it with its questions. */
  readonly resume: string;
  readonly responses: Readonly<Record<string, ElicitationResponse>>;
}

/** Thrown by a tool that can go on only once the asker has answered; it is run again with the answers. Nobody failed. */
export class InputRequired extends Error {
  readonly recipient: string;
  /** By keys of the system that asks. */
  readonly requests: Readonly<Record<string, ElicitationRequest>>;
  /** What the tool needs to go on, as text. */
  readonly resume: string;
  /** Whether the call is held open, and is lost when the process ends. */
  readonly isHeld: boolean;

  constructor(given: {
    readonly recipient: string;
    readonly requests: Readonly<Record<string, ElicitationRequest>>;
    readonly resume: string;
    readonly isHeld: boolean;
  }) {
    super('input is required');
    this.name = 'InputRequired';
    this.recipient = given.recipient;
    this.requests = given.requests;
    this.resume = given.resume;
    this.isHeld = given.isHeld;
  }
}
