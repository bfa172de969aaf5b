import { describeFilter } from '../applicability/remarks.ts';
import type { Question } from '../domain.ts';
import { loggable } from '../errors.ts';
import type { Log } from '../log.ts';
import type { ConversationRecords } from '../records/records.ts';
import { type Conversation, newConversation, newTurn, type OpenTurn } from './conversation.ts';
import { isSameQuestion } from './history.ts';
import { circumstances } from './instructions.ts';
import { parseConversation } from './parse-conversation.ts';
import { soundConversation } from './sound-history.ts';

export interface ConversationStoreDeps {
  readonly conversations: ConversationRecords;
  readonly now: () => number;
  readonly log: Log;
}

export interface LoadedConversation {
  readonly conversation: Conversation;
  /** Whether there was a past that can't be read. */
  readonly isLost: boolean;
}

/** Reads a conversation; one that can't be read starts anew, since an answer without its past is better than none. */
export async function loadConversation(id: string, deps: ConversationStoreDeps): Promise<LoadedConversation> {
  try {
    const snapshot = await deps.conversations.get(id);
    if (snapshot === undefined) return { conversation: newConversation(id), isLost: false };
    const parsed = parseConversation(id, snapshot);
    const conversation = parsed && soundConversation(parsed);
    if (conversation !== undefined && conversation !== parsed)
      deps.log.warn('conversation.damaged', { conversation: id });
    if (conversation !== undefined) return { conversation, isLost: conversation !== parsed };
    deps.log.warn('conversation.unreadable', { conversation: id });
  } catch (error) {
    deps.log.error('conversation.load_failed', { conversation: id, reason: loggable(error) });
  }
  return { conversation: newConversation(id), isLost: true };
}

/** The turn that a crash left open if it was for the same question, otherwise a new one, with what it begins with. */
export function openTurn(
  conversation: Conversation,
  question: Question,
  answer: string,
  begin: (turn: OpenTurn) => void,
): OpenTurn {
  const turn = freshTurn(question, answer);
  begin(turn);
  const { open } = conversation;
  if (open === undefined || !isSameQuestion(open, question.text, turn.scope)) conversation.open = turn;
  return conversation.open ?? turn;
}

export function freshTurn(question: Question, answer?: string): OpenTurn {
  const { on, place, asOf } = question.viewer;
  const limits = describeFilter(question.filter ?? []);
  const about = [circumstances(on, place, asOf !== undefined), ...(limits === undefined ? [] : [`(${limits})`])].join(
    ' ',
  );
  const content = [question.text, about].map((text) => ({ type: 'text' as const, text }));
  return newTurn(question, [{ role: 'user', content }], answer);
}

/** Never throws: what was only read is not lost with its record, and a write is noted in the ledger as well. */
export async function saveConversation(conversation: Conversation, deps: ConversationStoreDeps): Promise<void> {
  try {
    const { id, open, turns, asked } = conversation;
    const person = (open ?? turns.at(-1))?.scope.person ?? asked?.at(-1)?.person;
    await deps.conversations.put(id, JSON.stringify(conversation), deps.now(), person);
  } catch (error) {
    deps.log.error('conversation.save_failed', { conversation: conversation.id, reason: loggable(error) });
  }
}
