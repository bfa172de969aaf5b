import { readReply } from '../applicability/choice.ts';
import type { Profile, Question } from '../domain.ts';
import type { AskedBack, Conversation } from './conversation.ts';

const mostAsked = 5;

/** What a person answers to a question of the bot. */
export interface Reply {
  readonly asked: AskedBack;
  readonly value: string;
  readonly isRemembered: boolean;
}

/** A press names what it answers; what is typed answers what the person was asked last, if it can. */
export function findReply({ text, viewer, chosen }: Question, { asked = [] }: Conversation): Reply | undefined {
  const own = asked.filter(({ person }) => person === viewer.person);
  if (chosen !== undefined) {
    const found = own.find(({ answer }) => answer === chosen.answer);
    return found && { asked: found, value: chosen.value, isRemembered: chosen.isRemembered === true };
  }
  const last = own.findLast(({ isAwaited }) => isAwaited);
  const wishes =
    /[\s,;.–-]*(?:and )?(?:please )?(?:remember(?: (?:it|this|that))?(?: for next time)?|merk(?:e)? (?:dir )?das|(?:und )?merken)[\s.!]*$/iu;
  const value = last && readReply(text.replace(wishes, ''), last.choice);
  return last && value !== undefined ? { asked: last, value, isRemembered: wishes.test(text) } : undefined;
}

/** True if there was something to note. */
export function noteSaid(conversation: Conversation, { viewer, isQuoted }: Question, said: Profile): boolean {
  if (isQuoted || Object.keys(said).length === 0) return false;
  const person = viewer.person ?? '';
  conversation.said = { ...conversation.said, [person]: { ...conversation.said?.[person], ...said } };
  return true;
}

/** Whoever goes on to something else is not asked for what came before, but can still press it. */
export function stopAwaiting(
  conversation: Conversation,
  { viewer }: Question,
  replied: AskedBack | undefined,
): boolean {
  const others = (conversation.asked ?? []).filter(
    (each) => each !== replied && each.person === viewer.person && each.isAwaited,
  );
  for (const each of others) each.isAwaited = false;
  return others.length > 0;
}

export function awaitChoice(
  conversation: Conversation,
  question: Question,
  answer: string,
  choice: AskedBack['choice'],
): void {
  const { text, isQuoted, attachments, thread, filter, viewer } = question;
  const kept = {
    text,
    ...(isQuoted && { isQuoted }),
    ...(attachments && { attachments }),
    ...(thread && { thread }),
    ...(filter && { filter }),
  };
  const asked: AskedBack = {
    answer,
    ...(viewer.person !== undefined && { person: viewer.person }),
    choice,
    question: kept,
    isAwaited: true,
  };
  conversation.asked = [...(conversation.asked ?? []), asked].slice(-mostAsked);
}
