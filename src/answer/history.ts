import { isDeepStrictEqual } from 'node:util';
import { isLimitField } from '../applicability/limits.ts';
import type { Message } from '../models/model.ts';
import type { Conversation, FinishedTurn, OpenTurn, TurnScope } from './conversation.ts';
import { renumberCitations } from './renumber-citations.ts';
import { retrievedIds } from './stored-passages.ts';
import { isSummed, trimTurns } from './trim-turns.ts';

/**
 * The messages of earlier turns that may be sent along with a turn of this scope: none that could see more than this one,
 * since what was retrieved and which skills were loaded then is in them, and none that rests on a version which is not
 * among the readable ones any more.
 */
export function replay(
  { turns, skills }: Pick<Conversation, 'turns' | 'skills'>,
  scope: TurnScope,
  maxChars: number,
  readable: ReadonlySet<string>,
): Message[] {
  const visible = withoutUnreadable(turns, readable).filter(
    (turn) => isWithin(turn.scope, scope) && isFor(turn, scope.person),
  );
  return renumberCitations(trimTurns(visible, maxChars, skills).flatMap(({ messages }) => messages));
}

/** Questions of earlier turns that a turn of this scope may know of, the last first, each with its scope. */
export function earlierQuestions(
  { turns }: Pick<Conversation, 'turns'>,
  scope: TurnScope,
): { readonly text: string; readonly scope: TurnScope }[] {
  const visible = turns.filter((turn) => isWithin(turn.scope, scope) && isFor(turn, scope.person));
  return visible.toReversed().flatMap((turn) => {
    const asked = turn.messages[0]?.content[0];
    return asked?.type === 'text' ? [{ text: asked.text, scope: turn.scope }] : [];
  });
}

/** Ids of the versions that a turn's messages hold something of. */
export function versionsIn({ messages, summed = [] }: Pick<FinishedTurn, 'messages' | 'summed'>): string[] {
  const retrieved = retrievedIds(messages).map((id) => id.slice(0, id.lastIndexOf('#')));
  return [...new Set([...retrieved, ...summed])];
}

/** Whether an open turn is the same question for the same reader, so that it can be taken up again. */
export function isSameQuestion(turn: OpenTurn, question: string, scope: TurnScope): boolean {
  return turn.question === question && isDeepStrictEqual(turn.scope, scope);
}

/**
 * Ends the open turn with what the asker was told. A reply that was posted as it is stays word for word; anything else
 * is replaced by the text given, so that no later turn builds on what was never posted.
 */
export function closeTurn(conversation: Conversation, turn: OpenTurn, posted: Posted, maxChars: number): void {
  const asked = turn.messages.slice(0, lastUserMessage(turn.messages) + 1);
  const messages =
    posted === 'verbatim'
      ? turn.messages
      : [...asked, { role: 'assistant', content: [{ type: 'text', text: posted.text }] } as const];
  const finished: FinishedTurn = {
    ...{ scope: turn.scope, messages: withoutRepair(messages) },
    ...(turn.answer === undefined ? {} : { answer: turn.answer }),
    ...(turn.isPersonal ? { isPersonal: true } : {}),
    ...(isSummed(turn) ? { summed: [...new Set(conversation.turns.flatMap(versionsIn))] } : {}),
  };
  conversation.turns = trimTurns([...conversation.turns, finished], maxChars, conversation.skills);
  conversation.open = undefined;
}

export type Posted = 'verbatim' | { readonly text: string };

/**
 * Drops the longest-standing exchange of a turn, a skill's instructions last; false when nothing can be dropped without
 * breaking it.
 */
export function dropOldestExchange(turn: OpenTurn): boolean {
  const exchanges = turn.messages.flatMap((message, i) => (isAnsweredCall(message, turn.messages[i + 1]) ? [i] : []));
  const oldest = exchanges.find((i) => !loadsSkill(turn.messages[i])) ?? exchanges[0];
  if (oldest === undefined || exchanges.length < 2) return false;
  turn.messages = renumberCitations(turn.messages.toSpliced(oldest, 2));
  return true;
}

/** Whatever was said after an unreadable turn by someone who knew of it may repeat it. */
function withoutUnreadable(turns: readonly FinishedTurn[], readable: ReadonlySet<string>): FinishedTurn[] {
  const hidden: FinishedTurn[] = [];
  return turns.filter((turn) => {
    const isHidden =
      !versionsIn(turn).every((id) => readable.has(id)) ||
      hidden.some((earlier) => isWithin(earlier.scope, turn.scope) && isFor(earlier, turn.scope.person));
    if (isHidden) hidden.push(turn);
    return !isHidden;
  });
}

function isFor({ isPersonal, scope }: FinishedTurn, person: string | undefined): boolean {
  return isPersonal !== true || scope.person === person;
}

function isWithin(inner: TurnScope, outer: TurnScope): boolean {
  const sameFilter = isDeepStrictEqual(ownTerms(inner), ownTerms(outer));
  const sameRoles = (inner.roles ?? []).every((role) => outer.roles?.includes(role));
  return sameFilter && sameRoles && inner.audienceKeys.every((key) => outer.audienceKeys.includes(key));
}

/** To whom a rule applies is no secret, and what is cited is compared with the filter of its own question. */
function ownTerms({ filter }: TurnScope): TurnScope['filter'] {
  return filter.filter(({ field }) => !isLimitField(field));
}

/** A rejected draft and the request to repair it: neither was ever posted. */
function withoutRepair(messages: readonly Message[]): Message[] {
  const request = messages.findIndex(
    (message, i) => i > 0 && isPlainText(message) && messages[i - 1]?.role === 'assistant',
  );
  return request < 0 ? [...messages] : messages.toSpliced(request - 1, 2);
}

function isPlainText({ role, content }: Message): boolean {
  return role === 'user' && content.every(({ type }) => type === 'text');
}

function isAnsweredCall(message: Message, next?: Message): boolean {
  const calls = message.role === 'assistant' && message.content.some(({ type }) => type === 'tool_use');
  return calls && next?.role === 'user' && next.content[0]?.type === 'tool_result';
}

function loadsSkill(message?: Message): boolean {
  return message?.content.some((block) => block.type === 'tool_use' && block.name === 'load_skill') === true;
}

function lastUserMessage(messages: readonly Message[]): number {
  return messages.findLastIndex(({ role }) => role === 'user');
}
