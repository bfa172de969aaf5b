import type { Question } from '../domain.ts';
import { loggable } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Records } from '../records/records.ts';
import { type Conversation, newTurn, type OpenTurn } from './conversation.ts';
import { describeActions, unknownNotice } from './describe-actions.ts';
import { endPending } from './end-pending.ts';
import { closeTurn, isSameQuestion } from './history.ts';
import { supersededText } from './turn-notices.ts';

export interface SupersedeDeps {
  readonly records: Pick<Records, 'answers' | 'ledger'> & Partial<Pick<Records, 'approvals' | 'elicitations'>>;
  readonly limits: { readonly historyChars: number };
  readonly now: () => number;
  readonly log: Log;
}

export interface Superseded {
  /** Of requests for approval and questions of other systems. */
  readonly ids: readonly string[];
  /** What became of actions that the earlier question has begun. */
  readonly notice?: string;
}

/**
 * Ends a turn of another question that waits for people, or broke off after it acted: what nobody agreed to is not done
 * any more, and nothing is sent to a model while it is open.
 */
export async function supersede(
  conversation: Conversation,
  question: Question,
  isLost: boolean,
  deps: SupersedeDeps,
): Promise<Superseded> {
  const { open } = conversation;
  const isOther = open !== undefined && !isSameQuestion(open, question.text, newTurn(question, []).scope);
  const lost = isLost ? await closeAll(conversation.id, deps) : [];
  const hasActed =
    open?.actions !== undefined ||
    open?.pending?.some(({ ask, elicit }) => ask !== undefined || elicit !== undefined) === true;
  if (open === undefined || !isOther || !hasActed) return { ids: lost };
  const ids = await endPending(open, conversation.id, { ...deps.records, now: deps.now });
  const begun = (open.actions ?? []).filter(({ end }) => end === 'done' || end === 'failed' || end === 'unknown');
  const text = describeActions(open.actions ?? []);
  closeTurn(conversation, open, { text: text || supersededText }, deps.limits.historyChars);
  await closeAnswer(open, text || supersededText, deps);
  const notice = [describeActions(begun.filter(({ end }) => end !== 'unknown')), unknownNotice(begun)];
  const said = notice.filter(Boolean).join(' ');
  return { ids: [...lost, ...ids], ...(said === '' ? {} : { notice: said }) };
}

/** Of a conversation that can't be read any more, nothing is known but that these wait. */
async function closeAll(conversation: string, { records, now }: SupersedeDeps): Promise<string[]> {
  const waiting = (await records.approvals?.open(conversation)) ?? [];
  const closed: string[] = [];
  for (const { id } of waiting) if (await records.approvals?.close(id, 'superseded', now())) closed.push(id);
  for (const { id } of (await records.elicitations?.open(conversation)) ?? [])
    if (await records.elicitations?.close(id, 'superseded', now())) closed.push(id);
  return closed;
}

/** The answer that waited must not look as if it still did. */
async function closeAnswer({ answer: id }: OpenTurn, text: string, { records, log }: SupersedeDeps): Promise<void> {
  try {
    const record = id === undefined ? undefined : await records.answers.get(id);
    if (record?.answer.status !== 'awaiting_approval') return;
    const { approvals: _, elicitations: __, ...answer } = record.answer;
    await records.answers.put({ ...record, answer: { ...answer, status: 'needs_input', text } });
  } catch (error) {
    log.error('answer.not_recorded', { answer: id, reason: loggable(error) });
  }
}
