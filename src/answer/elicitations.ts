import type { AnsweredElicitations, Elicitation, ElicitationResponse, InputRequired } from '../elicitation.ts';
import { loggable } from '../errors.ts';
import type { Log } from '../log.ts';
import type { ElicitationRecord, ElicitationRecords } from '../records/records.ts';
import type { Tool } from '../tools/tool.ts';
import type { ElicitedQuestion, PendingCall, PendingElicitation } from './conversation.ts';
import { ledgerKey } from './plan-calls.ts';

export interface ElicitationDeps {
  readonly elicitations: ElicitationRecords;
  /** This process, which alone can go on with calls that it holds open. */
  readonly process: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

/** What a call waits for, after the tool has asked; stored with the turn before anyone is shown it. */
export function pendingOf(
  { requests, resume, recipient, isHeld }: InputRequired,
  call: PendingCall,
  tool: Pick<Tool, 'name' | 'title'>,
  about: { readonly conversation: string; readonly answer: string | undefined; readonly expiresAt: number },
): PendingElicitation {
  const { conversation, answer = conversation, expiresAt } = about;
  const round = (call.elicit?.round ?? 0) + 1;
  return {
    ...{ round, resume, isHeld, title: tool.title ?? tool.name, recipient, expiresAt },
    questions: Object.entries(requests).map(([key, request]) => ({
      id: `${answer}:${ledgerKey(conversation, JSON.stringify([call.id, round, key])).slice(0, 16)}`,
      key,
      request,
    })),
  };
}

/** Whether the asker still has to answer. */
export function isElicited({ elicit, result }: PendingCall): boolean {
  return result === undefined && openQuestions(elicit).length > 0;
}

export function openQuestions(elicit: PendingElicitation | undefined): readonly ElicitedQuestion[] {
  return elicit?.questions.filter(({ response }) => response === undefined) ?? [];
}

export function elicitationsOf(calls: readonly PendingCall[]): Elicitation[] {
  return calls.filter(isElicited).flatMap(({ elicit }) => {
    if (elicit === undefined) return [];
    const { title, recipient, expiresAt } = elicit;
    return openQuestions(elicit).map(({ id, request }) => ({ id, title, recipient, request, expiresAt }));
  });
}

/** What the tool is given to go on; undefined for a call that was not asked anything. */
export function answeredOf({ elicit }: PendingCall): AnsweredElicitations | undefined {
  if (elicit === undefined) return undefined;
  const responses = elicit.questions.map(({ key, response = cancelled }) => [key, response] as const);
  return { resume: elicit.resume, responses: Object.fromEntries(responses) };
}

/**
 * Notes questions that are not noted yet, and takes over what was answered meanwhile. One that can't be noted, or whose
 * time is up, is cancelled.
 */
export async function askAndTakeAnswers(
  calls: readonly PendingCall[],
  about: Pick<ElicitationRecord, 'conversation' | 'person' | 'place'>,
  { elicitations, process, now, log }: ElicitationDeps,
): Promise<void> {
  for (const call of calls.filter(isElicited)) {
    const { elicit } = call;
    if (elicit === undefined) continue;
    const { title, recipient, expiresAt, resume, isHeld } = elicit;
    for (const question of openQuestions(elicit)) {
      const { id, request } = question;
      const asked = { id, title, recipient, request, expiresAt, resume, tool: call.name, input: call.input };
      try {
        await elicitations.ask({ ...asked, ...about, ...(isHeld && { heldBy: process }), askedAt: now() });
        const record = await elicitations.get(id);
        const response = record && responseOf(record, now(), process);
        if (response !== undefined) question.response = response;
      } catch (error) {
        log.error('elicitation.not_recorded', { tool: call.name, reason: loggable(error) });
        question.response = cancelled;
      }
    }
  }
}

function responseOf(record: ElicitationRecord, now: number, process: string): ElicitationResponse | undefined {
  const { state, content } = record;
  if (state === 'open') return isOver(record, now, process) ? cancelled : undefined;
  if (state === 'accepted') return { action: 'accept', ...(content === undefined ? {} : { content }) };
  return state === 'declined' ? { action: 'decline' } : cancelled;
}

/** Whether an answer would come too late. */
export function isOver(
  { expiresAt, heldBy }: Pick<ElicitationRecord, 'expiresAt' | 'heldBy'>,
  now: number,
  process: string,
): boolean {
  return expiresAt <= now || (heldBy !== undefined && heldBy !== process);
}

const cancelled: ElicitationResponse = { action: 'cancel' };
