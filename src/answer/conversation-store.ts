import type { Question } from '../domain.ts';
import { loggable } from '../errors.ts';
import type { Log } from '../log.ts';
import type { ConversationRecords } from '../records/records.ts';
import { type Conversation, newConversation, newTurn, type OpenTurn, parseConversation } from './conversation.ts';
import { isSameQuestion } from './history.ts';
import { circumstances } from './instructions.ts';

export interface ConversationStoreDeps {
  readonly conversations: ConversationRecords;
  readonly now: () => number;
  readonly log: Log;
}

/** Reads a conversation; one that can't be read starts anew, since an answer without its past is better than none. */
export async function loadConversation(id: string, deps: ConversationStoreDeps): Promise<Conversation> {
  try {
    const snapshot = await deps.conversations.get(id);
    if (snapshot === undefined) return newConversation(id);
    const conversation = parseConversation(id, snapshot);
    if (conversation !== undefined) return conversation;
    deps.log.warn('conversation.unreadable', { conversation: id });
  } catch (error) {
    deps.log.error('conversation.load_failed', { conversation: id, reason: loggable(error) });
  }
  return newConversation(id);
}

/** The turn that a crash left open if it was for the same question, otherwise a new one, with what it begins with. */
export function openTurn(conversation: Conversation, question: Question, begin: (turn: OpenTurn) => void): OpenTurn {
  const turn = freshTurn(question);
  begin(turn);
  const { open } = conversation;
  if (open === undefined || !isSameQuestion(open, question.text, turn.scope)) conversation.open = turn;
  return conversation.open ?? turn;
}

export function freshTurn(question: Question): OpenTurn {
  const { on, place } = question.viewer;
  return newTurn(question, [
    {
      role: 'user',
      content: [
        { type: 'text', text: question.text },
        { type: 'text', text: circumstances(on, place) },
      ],
    },
  ]);
}

/** Never throws: what was only read is not lost with its record, and a write is noted in the ledger as well. */
export async function saveConversation(conversation: Conversation, deps: ConversationStoreDeps): Promise<void> {
  try {
    await deps.conversations.put(conversation.id, JSON.stringify(conversation), deps.now());
  } catch (error) {
    deps.log.error('conversation.save_failed', { conversation: conversation.id, reason: loggable(error) });
  }
}
