import type { InputRequired } from '../elicitation.ts';
import { messageOf } from '../errors.ts';
import type { Log } from '../log.ts';
import type { WriteLedger } from '../records/records.ts';
import type { PendingCall } from './conversation.ts';

export type CallResult = NonNullable<PendingCall['result']>;

/** A result with what is known of the action: `unknown` if it may have happened and may have not. */
export interface WriteOutcome {
  readonly result: CallResult;
  readonly isUnknown: boolean;
  /** What was answered all the same where that is unknown. */
  readonly told?: string;
  /** Set where the tool can go on only once the asker has answered. */
  readonly asks?: InputRequired;
}

export interface RunOnceDeps {
  readonly ledger: WriteLedger;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

/**
 * Runs an action that must not happen twice: it is noted before and after. One that was begun and never noted as done is
 * not repeated.
 */
export async function runOnce(
  { key, conversation }: { readonly key: string; readonly conversation: string },
  call: PendingCall,
  act: () => Promise<WriteOutcome>,
  deps: RunOnceDeps,
): Promise<WriteOutcome> {
  try {
    const begun = await deps.ledger.begin(key, call.argsHash, deps.now(), conversation);
    if (!begun) return (await pastOutcome(key, deps.ledger)) ?? unknown;
  } catch (error) {
    deps.log.error('ledger.failed', { tool: call.name, reason: messageOf(error) });
    return { result: failed('The action could not be recorded, so it was not run.'), isUnknown: false };
  }
  const outcome = await act();
  if (outcome.isUnknown) return outcome.told === undefined ? unknown : unknownBut(outcome.told);
  await deps.ledger.finish(key, JSON.stringify(outcome.result), deps.now()).catch((error: unknown) => {
    deps.log.error('ledger.failed', { tool: call.name, reason: messageOf(error) });
  });
  return outcome;
}

/** What the ledger knows of an action; undefined if it was never begun. */
export async function pastOutcome(key: string, ledger: WriteLedger): Promise<WriteOutcome | undefined> {
  const entry = await ledger.get(key);
  if (entry === undefined) return undefined;
  return entry.state === 'done' ? { result: JSON.parse(entry.result) as CallResult, isUnknown: false } : unknown;
}

export function failed(text: string): CallResult {
  return { content: [{ type: 'text', text }], isError: true };
}

const unknownText =
  'This action was started and its outcome is unknown. It was not repeated: tell the person to check whether it happened.';

const unknown: WriteOutcome = { result: failed(unknownText), isUnknown: true };

function unknownBut(told: string): WriteOutcome {
  const content = [unknownText, told].map((text) => ({ type: 'text' as const, text }));
  return { result: { content, isError: true }, isUnknown: true };
}
