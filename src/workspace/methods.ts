import type { Clock } from './clock.ts';
import type { InstalledApp } from './manifest.ts';
import { MethodError, readContent, visibleChannel, writableChannel } from './messages.ts';
import type { Channel, Json, Message, WorkspaceState } from './state.ts';

export interface MethodContext {
  readonly state: WorkspaceState;
  readonly clock: Clock;
  readonly installed: InstalledApp;
  readonly posted: (message: Message, channel: Channel, unfurls: boolean) => void;
}

type Method = (context: MethodContext, args: Json) => Json;

const statusExpiryMs = 120_000;

/** The Web API methods that take the bot token. Each returns its answer without `ok` or throws MethodError. */
export const methods: Readonly<Record<string, Method>> = {
  'auth.test': ({ state }) => ({
    url: `https://${state.team.domain}.slack.com/`,
    team: state.team.name,
    user: 'bylaw',
    team_id: state.team.id,
    user_id: state.app.user,
    bot_id: state.app.bot,
    is_enterprise_install: false,
  }),

  'chat.postMessage': (context, args) => {
    requireScope(context, 'chat:write');
    const { state } = context;
    const channel = writableChannel(state, args.channel);
    const content = readContent(args);
    const thread = optionalTs(args.thread_ts);
    if (thread !== undefined && !state.messages.some((each) => each.channel === channel.id && each.ts === thread)) {
      throw new MethodError('thread_not_found');
    }
    const author = { ts: state.nextTs(), channel: channel.id, user: state.app.user, botId: state.app.bot };
    const message: Message = { ...author, ...content, ...(thread !== undefined && { thread }) };
    state.messages.push(message);
    state.statuses.delete(`${channel.id}:${thread ?? ''}`);
    context.posted(message, channel, args.unfurl_links !== 'false' && args.unfurl_links !== false);
    return { channel: channel.id, ts: message.ts, message: asStored(message, true) };
  },

  'chat.postEphemeral': (context, args) => {
    requireScope(context, 'chat:write');
    const { state } = context;
    const channel = visibleChannel(state, args.channel);
    if (!channel.members.includes(state.app.user)) throw new MethodError('not_in_channel');
    const user = String(args.user);
    if (!channel.members.includes(user)) throw new MethodError('user_not_in_channel');
    const content = readContent(args);
    const thread = optionalTs(args.thread_ts);
    const ephemeral = { ts: state.nextTs(), channel: channel.id, user, ...content, args };
    state.ephemerals.push({ ...ephemeral, ...(thread !== undefined && { thread }) });
    return { message_ts: ephemeral.ts };
  },

  'chat.update': (context, args) => {
    requireScope(context, 'chat:write');
    const channel = writableChannel(context.state, args.channel);
    const message = context.state.messages.find((each) => each.channel === channel.id && each.ts === args.ts);
    if (!message) throw new MethodError('message_not_found');
    if (message.botId !== context.state.app.bot) throw new MethodError('cant_update_message');
    const content = readContent(args, 4_000);
    message.text = content.text;
    message.markdown = content.markdown;
    message.blocks = content.blocks;
    if (content.metadata) message.metadata = content.metadata;
    return { channel: channel.id, ts: message.ts, text: message.text, message: asStored(message, true) };
  },

  'chat.getPermalink': ({ state }, args) => {
    const channel = visibleChannel(state, args.channel);
    if (!state.messages.some((each) => each.channel === channel.id && each.ts === args.message_ts)) {
      throw new MethodError('message_not_found');
    }
    const stamp = String(args.message_ts).replace('.', '');
    return {
      channel: channel.id,
      permalink: `https://${state.team.domain}.slack.com/archives/${channel.id}/p${stamp}`,
    };
  },

  'assistant.threads.setStatus': (context, args) => {
    requireScope(context, 'assistant:write');
    const { state, clock } = context;
    const channel = writableChannel(state, args.channel_id);
    const thread = optionalTs(args.thread_ts);
    if (thread === undefined) throw new MethodError('invalid_thread_ts');
    const key = `${channel.id}:${thread}`;
    const status = String(args.status ?? '');
    if (status === '') state.statuses.delete(key);
    else {
      state.statuses.set(key, status);
      clock.after(statusExpiryMs, () => {
        if (state.statuses.get(key) === status) state.statuses.delete(key);
      });
    }
    return {};
  },

  'conversations.info': (context, args) => {
    const channel = visibleChannel(context.state, args.channel);
    requireScope(context, `${scopeFamily(channel)}:read`);
    const shared = channel.extShared === true;
    return {
      channel: {
        id: channel.id,
        name: channel.name,
        is_channel: channel.kind === 'public',
        is_im: channel.kind === 'im',
        is_mpim: channel.kind === 'mpim',
        is_private: channel.kind !== 'public',
        is_member: channel.members.includes(context.state.app.user),
        is_ext_shared: shared,
        is_pending_ext_shared: channel.pendingExtShared === true,
        is_org_shared: channel.orgShared === true,
        is_shared: shared || channel.orgShared === true,
      },
    };
  },

  'conversations.replies': (context, args) => {
    const channel = visibleChannel(context.state, args.channel);
    requireScope(context, `${scopeFamily(channel)}:history`);
    const root = String(args.ts);
    const inThread = context.state.messages.filter(
      (each) => each.channel === channel.id && (each.ts === root || each.thread === root),
    );
    if (inThread.length === 0) throw new MethodError('thread_not_found');
    const oldest = String(args.oldest ?? '0');
    const fitting = inThread.filter((each) => each.ts === root || each.ts > oldest);
    const from = Number(args.cursor ?? 0);
    const limit = Number(args.limit ?? 1_000);
    const more = fitting.length > from + limit;
    const withMetadata = args.include_all_metadata === true || args.include_all_metadata === 'true';
    return {
      messages: fitting.slice(from, from + limit).map((each) => asStored(each, withMetadata)),
      has_more: more,
      ...(more && { response_metadata: { next_cursor: String(from + limit) } }),
    };
  },

  'conversations.members': (context, args) => {
    const channel = visibleChannel(context.state, args.channel);
    requireScope(context, `${scopeFamily(channel)}:read`);
    return { members: channel.members };
  },

  'conversations.open': (context, args) => {
    requireScope(context, 'im:write');
    const user = String(args.users);
    if (!context.state.users.has(user)) throw new MethodError('user_not_found');
    return { channel: { id: context.state.directChannel(user).id } };
  },

  'users.info': (context, args) => {
    requireScope(context, 'users:read');
    const user = context.state.users.get(String(args.user));
    if (!user) throw new MethodError('user_not_found');
    return {
      user: {
        id: user.id,
        name: user.name,
        team_id: user.team ?? context.state.team.id,
        deleted: user.deactivated === true,
        is_bot: user.bot === true,
        is_restricted: user.restricted === true || user.ultraRestricted === true,
        is_ultra_restricted: user.ultraRestricted === true,
        is_stranger: user.stranger === true,
      },
    };
  },
};

function requireScope({ installed }: MethodContext, needed: string): void {
  if (installed.scopes.has(needed)) return;
  throw new MethodError('missing_scope', { needed, provided: [...installed.scopes].join(',') });
}

function scopeFamily(channel: Channel): string {
  return { public: 'channels', private: 'groups', im: 'im', mpim: 'mpim' }[channel.kind];
}

function optionalTs(value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string' || !/^\d+\.\d{6}$/.test(value)) throw new MethodError('invalid_thread_ts');
  return value;
}

function asStored(message: Message, withMetadata: boolean): Json {
  return {
    type: 'message',
    user: message.user,
    ts: message.ts,
    text: message.text || (message.markdown ?? ''),
    ...(message.botId !== undefined && { bot_id: message.botId }),
    ...(message.thread !== undefined && { thread_ts: message.thread }),
    ...(message.blocks !== undefined && { blocks: message.blocks }),
    ...(withMetadata && message.metadata !== undefined && { metadata: message.metadata }),
  };
}
