import { z } from 'zod';
import type { Referral } from '../../../answer/answer-question.ts';

// The SDK's event types lack fields that Slack sends (user_team, source_team, team of a file share), so these are our own.
const messageEvent = z.object({
  type: z.enum(['message', 'app_mention']),
  channel: z.string(),
  ts: z.string(),
  thread_ts: z.string().optional(),
  channel_type: z.string().optional(),
  user: z.string().optional(),
  text: z.string().default(''),
  subtype: z.string().optional(),
  hidden: z.boolean().optional(),
  bot_id: z.string().nullish(),
  user_team: z.string().nullish(),
  source_team: z.string().nullish(),
  team: z.string().nullish(),
  files: z.array(z.object({ name: z.string().nullish() })).nullish(),
});

export type MessageEvent = z.infer<typeof messageEvent>;

const slashCommand = z.object({
  command: z.string(),
  text: z.string().default(''),
  user_id: z.string(),
  team_id: z.string(),
  channel_id: z.string(),
  response_url: z.url(),
  trigger_id: z.string(),
});

/** Undefined for a shape that isn't known. */
export function parseMessageEvent(event: unknown): MessageEvent | undefined {
  return messageEvent.safeParse(event).data;
}

const asked = {
  key: z.string(),
  user: z.string(),
  /** The asker's workspace as the event names it; some events don't. */
  team: z.string().optional(),
  channel: z.string(),
  /** As Slack sent it: entities escaped, the mention inside. */
  text: z.string(),
  /** Set where people must answer: then the text and the names of files are empty, and were never kept. */
  referral: z.object({ topic: z.string(), language: z.string().optional() }).optional(),
  /** Epoch milliseconds. */
  at: z.number(),
};

const messageAsk = z.object({
  ...asked,
  kind: z.enum(['mention', 'direct']),
  ts: z.string(),
  /** The thread that the question was asked in; absent for one that opens a thread. */
  thread: z.string().optional(),
  files: z.array(z.string()),
});

const commandAsk = z.object({ ...asked, kind: z.literal('command'), responseUrl: z.url() });

export type MessageAsk = z.infer<typeof messageAsk>;
export type CommandAsk = z.infer<typeof commandAsk>;
/** A question that someone put to the bot. It is kept as JSON in its claim, to be answered after a crash. */
export type SlackAsk = MessageAsk | CommandAsk;

const slackAsk = z.discriminatedUnion('kind', [messageAsk, commandAsk]);

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
    // One key for one message, whichever event brought it.
    key: `${home}:${event.channel}:${event.ts}`,
    user: event.user ?? '',
    ...(team !== undefined && { team }),
    channel: event.channel,
    ts: event.ts,
    ...(event.thread_ts !== undefined && { thread: event.thread_ts }),
    text: event.text,
    files: (event.files ?? []).flatMap(({ name }) => name ?? []),
    at,
  };
}

/** What is left of an ask that must not be kept: who is answered where, and about which topic. */
export function withoutWords(ask: SlackAsk, referral: Referral): SlackAsk {
  return ask.kind === 'command' ? { ...ask, text: '', referral } : { ...ask, text: '', files: [], referral };
}

/** Undefined for a shape that isn't known. */
export function askFromCommand(command: unknown, home: string, at: number): CommandAsk | undefined {
  const parsed = slashCommand.safeParse(command).data;
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
export function threadOf(ask: MessageAsk): string {
  return ask.thread ?? ask.ts;
}
