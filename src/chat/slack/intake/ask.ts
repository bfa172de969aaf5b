import { z } from 'zod';
import type { Referral } from '../../../answer/answer-question.ts';
import { type MessageEvent, parseSlashCommand } from './events.ts';

const asked = {
  key: z.string(),
  user: z.string(),
  /** The asker's workspace as the event names it; some events don't. */
  team: z.string().optional(),
  channel: z.string(),
  /** As Slack sent it: entities escaped, the mention inside. */
  text: z.string(),
  /** Set where people must answer: then the text and the files are empty, and were never kept. */
  referral: z.object({ topic: z.string(), language: z.string().optional() }).optional(),
  /** The words are someone else's, which the asker only passed on. */
  isQuoted: z.boolean().optional(),
  /** Epoch milliseconds. */
  at: z.number(),
};

const sharedFile = z.object({
  name: z.string(),
  size: z.number().optional(),
  /** Where Slack has it; absent where it can't be had. */
  url: z.string().optional(),
});

/** A file that came with a question. */
export type SharedFile = z.infer<typeof sharedFile>;

/** What was chosen where a question was asked back; the text is then its label. */
const chosen = z
  .object({
    answer: z.string(),
    value: z.string(),
    isRemembered: z.boolean().optional(),
    /** The conversation of the question, which goes on. */
    conversation: z.string(),
  })
  .optional();

const messageAsk = z.object({
  ...asked,
  chosen,
  /** `mention` stands for everything that was asked where others read along, with a mention or without. */
  kind: z.enum(['mention', 'direct']),
  ts: z.string(),
  /** The thread that the question was asked in; absent for one that opens a thread. */
  thread: z.string().optional(),
  // Earlier versions kept the names only.
  files: z.array(z.union([sharedFile, z.string().transform((name) => ({ name }))])).readonly(),
  /** It was a bot that asked, which the settings allow. */
  byBot: z.boolean().optional(),
  /** A suggested question that was asked by pressing it: no message holds it. */
  isPressed: z.boolean().optional(),
  /** The key of the question as it was first written, of which this is the correction. */
  corrects: z.string().optional(),
});

const commandAsk = z.object({ ...asked, chosen, kind: z.literal('command'), responseUrl: z.url() });

const decisionAsk = z.object({
  ...asked,
  kind: z.literal('decision'),
  /** The message with the card, and the thread it stands in. */
  ts: z.string(),
  thread: z.string(),
  approval: z.string(),
  argsHash: z.string(),
  verdict: z.enum(['approve', 'deny']),
  /** Set where it answers what another system asked; `approval` is then the id of that question. */
  response: z
    .object({
      action: z.enum(['accept', 'decline', 'cancel']),
      content: z
        .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string()).readonly()]))
        .optional(),
    })
    .optional(),
  /** Set where the person alone sees the card. */
  responseUrl: z.url().optional(),
});

export type MessageAsk = z.infer<typeof messageAsk>;
export type CommandAsk = z.infer<typeof commandAsk>;
/** A person's yes or no to something outside the conversation, or their answer to what another system asked. */
export type DecisionAsk = z.infer<typeof decisionAsk>;
/** What someone put to the bot. It is kept as JSON in its claim, to be answered after a crash. */
export type SlackAsk = MessageAsk | CommandAsk | DecisionAsk;

const slackAsk = z.discriminatedUnion('kind', [messageAsk, commandAsk, decisionAsk]);

/** Reads an ask back from a claim's payload; undefined if it is none of ours. */
export function parseAsk(payload: string): SlackAsk | undefined {
  try {
    return slackAsk.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}

export function askFromMessage(event: MessageEvent, kind: MessageAsk['kind'], home: string, at: number): MessageAsk {
  const team = event.user_team ?? event.source_team ?? event.team ?? undefined;
  return {
    kind,
    key: messageKey(home, event.channel, event.ts),
    user: event.user ?? event.bot_id ?? '',
    ...(team !== undefined && { team }),
    channel: event.channel,
    ts: event.ts,
    ...(event.thread_ts !== undefined && { thread: event.thread_ts }),
    text: event.text,
    files: (event.files ?? []).map(({ name, size, url_private_download, url_private }) => {
      const url = url_private_download ?? url_private;
      return { name: name ?? 'a file', ...(size != null && { size }), ...(url != null && { url }) };
    }),
    ...(event.bot_id && { byBot: true }),
    at,
  };
}

/** One key for one message, whichever event brought it. */
export function messageKey(home: string, channel: string, ts: string): string {
  return `${home}:${channel}:${ts}`;
}

/** The key of the one correction that a question may have. */
export function correctionKey(key: string): string {
  return `${key}:edit`;
}

/** What is left of an ask that must not be kept: who is answered where, and about which topic. */
export function withoutWords(ask: SlackAsk, referral: Referral): SlackAsk {
  return 'files' in ask ? { ...ask, text: '', files: [], referral } : { ...ask, text: '', referral };
}

/** Undefined for a shape that isn't known. */
export function askFromCommand(command: unknown, home: string, at: number): CommandAsk | undefined {
  const parsed = parseSlashCommand(command);
  if (!parsed) return undefined;
  return {
    kind: 'command',
    key: `${home}:command:${parsed.trigger_id}`,
    user: parsed.user_id,
    team: parsed.team_id,
    channel: parsed.channel_id,
    text: parsed.text,
    responseUrl: parsed.response_url,
    at,
  };
}

/** The thread that an answer goes to; a command has none. */
export function threadOf(ask: Pick<MessageAsk, 'ts' | 'thread'>): string {
  return ask.thread ?? ask.ts;
}

/** Names that thread among all; undefined for a command. */
export function threadKey(ask: SlackAsk): string | undefined {
  return ask.kind === 'command' ? undefined : `${ask.channel}:${threadOf(ask)}`;
}

/** The conversation that a question belongs to: its thread, or for a command the question itself. */
export function conversationOf(ask: SlackAsk): string {
  return ask.kind === 'command' ? `slack:${ask.key}` : conversationIn(ask.channel, threadOf(ask));
}

export function conversationIn(channel: string, thread: string): string {
  return `slack:${channel}:${thread}`;
}
