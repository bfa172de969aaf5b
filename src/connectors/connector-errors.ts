import { BylawError } from '../errors.ts';

/** What kind of trouble keeps a connector from being ready, and with it who can end it. */
export type ConnectTrouble =
  /** Someone must sign in. */
  | 'needs_auth'
  /** The server doesn't answer or fails; it may come back by itself. */
  | 'down'
  /** Nothing changes until the configuration or the server does. */
  | 'misconfigured';

/** Why a connection did not come about. */
export class ConnectError extends BylawError {
  readonly trouble: ConnectTrouble;
  /** Where no revision could be agreed on. */
  readonly versions: { readonly ours: readonly string[]; readonly theirs: readonly string[] } | undefined;

  /** The program ended by itself before it was ready. */
  readonly programEnded: boolean;

  constructor(
    trouble: ConnectTrouble,
    message: string,
    options?: {
      readonly cause?: unknown;
      readonly versions?: { readonly ours: readonly string[]; readonly theirs: readonly string[] } | undefined;
      readonly programEnded?: boolean;
    },
  ) {
    super('connector_failed', message, options?.cause === undefined ? {} : { cause: options.cause });
    this.name = 'ConnectError';
    this.trouble = trouble;
    this.versions = options?.versions;
    this.programEnded = options?.programEnded ?? false;
  }
}

/** What can have happened at the server when a call gave no result. */
export type CallOutcome =
  /** The server can't have begun. */
  | 'not_done'
  /** It may have been done or not: never repeat it without asking. */
  | 'unknown'
  /** The server answered that it won't. */
  | 'refused';

/** Why a call gave no result. */
export class CallError extends BylawError {
  readonly outcome: CallOutcome;
  /** The server forgot this connection's session; a new connection may help. */
  readonly sessionLost: boolean;
  readonly needsAuth: boolean;

  constructor(
    outcome: CallOutcome,
    message: string,
    options?: { readonly cause?: unknown; readonly sessionLost?: boolean; readonly needsAuth?: boolean },
  ) {
    super('connector_failed', message, options?.cause === undefined ? {} : { cause: options.cause });
    this.name = 'CallError';
    this.outcome = outcome;
    this.sessionLost = options?.sessionLost ?? false;
    this.needsAuth = options?.needsAuth ?? false;
  }
}
