import type { MessageEvent } from './events.ts';
import { looksLikeQuestion } from './looks-like-question.ts';
import { channelPolicy, type SlackRules } from './rules.ts';

export type AddressingKind = 'mention' | 'direct' | 'followup' | 'question';

/** `undecided`: what was asked before in the thread decides; to be decided again with it. */
export type Addressing =
  | { readonly kind: AddressingKind }
  | { readonly kind: 'undecided' }
  | { readonly kind: 'ignored'; readonly reason: IgnoredReason };

export type IgnoredReason =
  | 'own'
  | 'bot'
  | 'bot_turns'
  | 'slackbot'
  | 'hidden'
  | 'subtype'
  | 'no_user'
  | 'for_someone_else'
  | 'not_addressed';

/** What the author of a message asked the bot in its thread before. */
export interface ThreadFacts {
  readonly turns: number;
  /** Whether the bot has asked the author something back there, which is still to be answered. */
  readonly isAskedBack?: boolean;
}

export interface AddressingContext {
  readonly self: { readonly user: string; readonly bot: string };
  readonly rules: Pick<SlackRules, 'bots' | 'botTurns' | 'channels'>;
  readonly facts?: ThreadFacts;
}

const answeredSubtypes: ReadonlySet<string> = new Set(['file_share', 'thread_broadcast', 'me_message']);

/** Whether a message is a question to the bot. What is ignored here must not be claimed. */
export function decideAddressing(event: MessageEvent, context: AddressingContext): Addressing {
  const { self, rules, facts } = context;
  const isAllowedBot = typeof event.bot_id === 'string' && rules.bots.includes(event.bot_id);
  const reason = neverAnswered(event, self, isAllowedBot);
  if (reason !== undefined) return { kind: 'ignored', reason };
  const addressed = place(event, context);
  if (!isAllowedBot || addressed.kind === 'ignored' || addressed.kind === 'undecided') return addressed;
  // Two bots that answer each other would never end.
  if (facts === undefined) return { kind: 'undecided' };
  return facts.turns < rules.botTurns ? addressed : { kind: 'ignored', reason: 'bot_turns' };
}

function neverAnswered(
  event: MessageEvent,
  self: AddressingContext['self'],
  isAllowedBot: boolean,
): IgnoredReason | undefined {
  if (event.hidden) return 'hidden';
  if (event.user === self.user || event.bot_id === self.bot) return 'own';
  if (event.user === 'USLACKBOT') return 'slackbot';
  const isBot = Boolean(event.bot_id) || event.subtype === 'bot_message';
  if (isBot && !isAllowedBot) return 'bot';
  const answered = event.subtype === undefined || answeredSubtypes.has(event.subtype);
  if (!answered && !(isAllowedBot && event.subtype === 'bot_message')) return 'subtype';
  return event.user || isAllowedBot ? undefined : 'no_user';
}

function place(event: MessageEvent, { self, rules, facts }: AddressingContext): Addressing {
  // An app_mention names no channel type; ids of direct channels begin with D.
  if (event.channel_type === 'im' || event.channel.startsWith('D')) return { kind: 'direct' };
  if (event.type === 'app_mention' || event.text.includes(`<@${self.user}>`)) return { kind: 'mention' };
  const policy = channelPolicy(rules, event.channel) ?? (event.channel_type === 'mpim' ? 'followups' : 'mention');
  if (policy === 'off') return { kind: 'ignored', reason: 'not_addressed' };
  const isReply = event.thread_ts !== undefined && event.thread_ts !== event.ts;
  const isForOther = /<@[UW][A-Z0-9]+(?:\|[^>]*)?>/.test(event.text);
  if (policy === 'mention') {
    if (!isReply || isForOther) return { kind: 'ignored', reason: 'not_addressed' };
    // Nobody mentions whom they answer.
    if (facts === undefined) return { kind: 'undecided' };
    return facts.isAskedBack ? { kind: 'followup' } : { kind: 'ignored', reason: 'not_addressed' };
  }
  if (isForOther) return { kind: 'ignored', reason: 'for_someone_else' };
  if (!isReply) {
    const asks = policy === 'all' && looksLikeQuestion(event.text);
    return asks ? { kind: 'question' } : { kind: 'ignored', reason: 'not_addressed' };
  }
  if (facts === undefined) return { kind: 'undecided' };
  return facts.turns > 0 ? { kind: 'followup' } : { kind: 'ignored', reason: 'not_addressed' };
}
