import type { ApprovalRequest, Viewer } from '../domain.ts';
import { loggable } from '../errors.ts';
import type { Log } from '../log.ts';
import type { ApprovalRecord, ApprovalRecords } from '../records/records.ts';
import { unquoteUntrusted } from '../untrusted-text.ts';
import type { Action, Ask, PendingCall } from './conversation.ts';
import { isElicited } from './elicitations.ts';
import { failed, type WriteOutcome } from './run-once.ts';

export interface ApprovalDeps {
  readonly approvals: ApprovalRecords;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

/** Whether a person still has to decide about a call. */
export function isUndecided({ ask, result }: PendingCall): boolean {
  return ask !== undefined && ask.verdict === undefined && result === undefined;
}

/** Whether a person still has to decide about a call, or to answer what its tool asked. */
export function isWaiting(call: PendingCall): boolean {
  return isUndecided(call) || isElicited(call);
}

export function toRequest(call: PendingCall & { readonly ask: Ask }): ApprovalRequest {
  const { id, title, expiresAt, approvers, recipient } = call.ask;
  return {
    ...{ id, tool: call.name, title, input: call.input, argsHash: call.argsHash, expiresAt },
    ...(approvers === undefined ? {} : { approvers }),
    ...(recipient === undefined ? {} : { recipient }),
  };
}

/** The requests among calls that nobody has decided about. */
export function requestsOf(calls: readonly PendingCall[]): ApprovalRequest[] {
  return calls.flatMap((call) => (isUndecided(call) && call.ask ? [toRequest({ ...call, ask: call.ask })] : []));
}

/**
 * Asks for what no one has been asked yet, and takes over what was decided meanwhile. A request that can't be recorded is
 * a no: a yes to it could never be told from a forged one.
 */
export async function askAndTakeDecisions(
  calls: readonly PendingCall[],
  about: Pick<ApprovalRecord, 'conversation' | 'person'>,
  { approvals, now, log }: ApprovalDeps,
): Promise<void> {
  for (const call of calls.filter(isUndecided)) {
    const { ask } = call;
    if (ask === undefined) continue;
    try {
      await approvals.ask({ ...toRequest({ ...call, ask }), ...about, askedAt: now() });
      const record = await approvals.get(ask.id);
      if (record !== undefined) ask.verdict = verdictOf(record, now());
      if (record?.decidedBy !== undefined) ask.by = record.decidedBy;
    } catch (error) {
      log.error('approval.not_recorded', { tool: call.name, reason: loggable(error) });
      call.result = failed('The request for approval could not be recorded, so it was not run.');
    }
  }
}

function verdictOf({ state, expiresAt }: ApprovalRecord, now: number): Ask['verdict'] {
  if (state !== 'open') return state;
  return expiresAt <= now ? 'expired' : undefined;
}

/** Whether this person may decide: the asker, or, where roles are named, one who holds one of them and did not ask. */
export function mayDecide({ person, approvers }: ApprovalRecord, viewer: Viewer): boolean {
  if (approvers === undefined || approvers.length === 0) return viewer.person === person;
  const holds = approvers.some((role) => viewer.roles?.includes(role));
  return holds && viewer.person !== undefined && viewer.person !== person;
}

/** What the model is told of a call that nobody agreed to. */
export const notDone = {
  denied: 'The person said no. It was not run; do not try it again.',
  expired: 'Nobody agreed in time. It was not run; do not try it again by yourself.',
  superseded: 'The person asked something else before agreeing. It was not run.',
} as const;

export function endOf(verdict: NonNullable<Ask['verdict']>, { result, isUnknown }: WriteOutcome): Action['end'] {
  if (verdict !== 'approved') return verdict;
  if (isUnknown) return 'unknown';
  return result.isError ? 'failed' : 'done';
}

export function saidBy(verdict: NonNullable<Ask['verdict']>, { result, isUnknown }: WriteOutcome): { said?: string } {
  if (verdict !== 'approved' || isUnknown) return {};
  const texts = result.content.flatMap((item) => (item.type === 'text' ? [unquoteUntrusted(item.text)] : []));
  const said = texts.join(' ').replace(/\s+/g, ' ').trim().slice(0, saidChars);
  return said === '' || said === '(no content)' ? {} : { said };
}

const saidChars = 500;
