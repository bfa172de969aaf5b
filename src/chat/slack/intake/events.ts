import { z } from 'zod';

// The SDK's event types lack fields that Slack sends (user_team, source_team, team of a file share), so these are our own.
const sharedFile = z.object({
  name: z.string().nullish(),
  size: z.number().nullish(),
  url_private_download: z.string().nullish(),
  url_private: z.string().nullish(),
});

const written = {
  ts: z.string(),
  thread_ts: z.string().optional(),
  user: z.string().optional(),
  text: z.string().default(''),
  subtype: z.string().optional(),
  bot_id: z.string().nullish(),
  user_team: z.string().nullish(),
  source_team: z.string().nullish(),
  team: z.string().nullish(),
  files: z.array(sharedFile).nullish(),
};

const messageEvent = z.object({
  ...written,
  type: z.enum(['message', 'app_mention']),
  channel: z.string(),
  channel_type: z.string().optional(),
  hidden: z.boolean().optional(),
});

export type MessageEvent = z.infer<typeof messageEvent>;

/** Undefined for a shape that isn't known. */
export function parseMessageEvent(event: unknown): MessageEvent | undefined {
  return messageEvent.safeParse(event).data;
}

const changed = z.object({
  type: z.literal('message'),
  subtype: z.literal('message_changed'),
  channel: z.string(),
  channel_type: z.string().optional(),
  message: z.object({
    ...written,
    edited: z.object({ user: z.string(), ts: z.string() }).optional(),
  }),
  previous_message: z.object({ text: z.string().default('') }).optional(),
});

const deleted = z.object({
  type: z.literal('message'),
  subtype: z.literal('message_deleted'),
  channel: z.string(),
  deleted_ts: z.string(),
});

/** What happened to a message that stood there before. */
export type MessageChange = z.infer<typeof changed> | z.infer<typeof deleted>;

const messageChange = z.discriminatedUnion('subtype', [changed, deleted]);

/** Undefined for anything but a message that was changed or deleted. */
export function parseMessageChange(event: unknown): MessageChange | undefined {
  return messageChange.safeParse(event).data;
}

const slashCommand = z.object({
  command: z.string(),
  text: z.string().default(''),
  user_id: z.string(),
  team_id: z.string(),
  channel_id: z.string(),
  response_url: z.url(),
  trigger_id: z.string(),
});

export type SlashCommand = z.infer<typeof slashCommand>;

/** Undefined for a shape that isn't known. */
export function parseSlashCommand(command: unknown): SlashCommand | undefined {
  return slashCommand.safeParse(command).data;
}
