import type { Message } from '../models/model.ts';
import type { ApprovalRecords, ElicitationRecords, WriteLedger } from '../records/records.ts';
import { endOf, isUndecided, notDone, saidBy } from './approvals.ts';
import type { Action, OpenTurn, PendingCall } from './conversation.ts';
import { openQuestions } from './elicitations.ts';
import { ledgerKey, roundKey } from './plan-calls.ts';
import { failed, pastOutcome, type WriteOutcome } from './run-once.ts';

export interface EndPendingDeps {
  readonly ledger: WriteLedger;
  readonly approvals?: ApprovalRecords;
  readonly elicitations?: ElicitationRecords;
  readonly now: () => number;
}

/**
 * Answers all calls of a turn that won't go on, without running any, so that its messages make a valid history. Returns
 * the ids of the requests for approval, and questions of other systems, that this has made void.
 */
export async function endPending(turn: OpenTurn, conversation: string, deps: EndPendingDeps): Promise<string[]> {
  const calls = turn.pending ?? [];
  if (calls.length === 0) return [];
  const ended: string[] = [];
  for (const call of calls) {
    if (call.result !== undefined) continue;
    const { ask } = call;
    for (const { id } of openQuestions(call.elicit))
      if ((await deps.elicitations?.close(id, 'superseded', deps.now())) === true) ended.push(id);
    if (ask === undefined) {
      call.result = failed(call.elicit === undefined ? interrupted : notDone.superseded);
      continue;
    }
    if (isUndecided(call)) {
      await deps.approvals?.close(ask.id, 'superseded', deps.now());
      ask.verdict = await verdictOf(ask.id, deps);
      // Also if it was closed before a crash that came before anyone was told.
      if (ask.verdict === 'superseded') ended.push(ask.id);
    }
    const { action, result } = await endOfCall({ ...call, ask }, conversation, deps);
    call.result = result;
    turn.actions = [...(turn.actions ?? []).filter((known) => known.call !== call.id), action];
  }
  turn.messages.push(resultsOf(calls));
  turn.pending = undefined;
  return ended;
}

/** All results of one reply, in the order of its calls: they may stand in no other way. */
export function resultsOf(calls: readonly PendingCall[]): Message {
  return {
    role: 'user',
    content: calls.map(({ id, result = failed(interrupted) }) => ({
      type: 'tool_result',
      ...{ tool_use_id: id, content: result.content },
      ...(result.isError ? { is_error: true } : {}),
    })),
  };
}

/** Someone may have decided a moment before; what was agreed to and not begun is not begun any more. */
async function verdictOf(
  id: string,
  { approvals }: EndPendingDeps,
): Promise<NonNullable<PendingCall['ask']>['verdict']> {
  const record = await approvals?.get(id);
  return record === undefined || record.state === 'open' ? 'superseded' : record.state;
}

async function endOfCall(
  { id, ask, elicit }: PendingCall & { readonly ask: NonNullable<PendingCall['ask']> },
  conversation: string,
  { ledger }: EndPendingDeps,
): Promise<{ action: Action; result: NonNullable<PendingCall['result']> }> {
  const past =
    ask.verdict === 'approved'
      ? ((await pastOutcome(roundKey(conversation, { id, ...(elicit && { elicit }) }), ledger)) ??
        (await pastOutcome(ledgerKey(conversation, id), ledger)))
      : undefined;
  const verdict = past === undefined && ask.verdict === 'approved' ? 'superseded' : (ask.verdict ?? 'superseded');
  const outcome: WriteOutcome = past ?? {
    result: failed(verdict === 'approved' ? interrupted : notDone[verdict]),
    isUnknown: false,
  };
  return {
    action: { ...{ call: id, title: ask.title }, end: endOf(verdict, outcome), ...saidBy(verdict, outcome) },
    result: outcome.result,
  };
}

const interrupted = 'The call was interrupted.';
