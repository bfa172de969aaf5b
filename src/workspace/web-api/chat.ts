import type { Message } from '../entities.ts';
import { clearStatus } from '../statuses.ts';
import { asStored, readContent } from './content.ts';
import {
  existingThread,
  type Method,
  type MethodContext,
  MethodError,
  optionalTs,
  requireScope,
  visibleChannel,
  writableChannel,
} from './method.ts';

export const chatMethods: Readonly<Record<string, Method>> = {
  'chat.postMessage': (context, args) => {
    requireScope(context, 'chat:write');
    if (args.username !== undefined || args.icon_emoji !== undefined || args.icon_url !== undefined) {
      requireScope(context, 'chat:write.customize');
    }
    const { state } = context;
    const channel = writableChannel(state, args.channel);
    const content = readContent(state, args);
    const thread = existingThread(state, channel, args.thread_ts);
    const message: Message = {
      ...{ ts: state.nextTs(), channel: channel.id, user: state.app.user, botId: state.app.bot },
      ...content,
      ...(thread !== undefined && { thread }),
    };
    state.messages.push(message);
    clearStatus(state, channel.id, thread);
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
    const content = readContent(state, args);
    const thread = optionalTs(args.thread_ts);
    const ephemeral = { ts: state.nextTs(), channel: channel.id, user, ...content, args };
    state.ephemerals.push({ ...ephemeral, ...(thread !== undefined && { thread }) });
    return { message_ts: ephemeral.ts };
  },

  'chat.update': (context, args) => {
    requireScope(context, 'chat:write');
    const { message, channel } = ownMessage(context, args.channel, args.ts, 'cant_update_message');
    if (message.stream?.open) throw new MethodError('streaming_state_conflict');
    const content = readContent(context.state, args, 4_000);
    const previous = { ...message };
    message.text = content.text;
    message.markdown = content.markdown;
    message.blocks = content.blocks;
    message.edited = { user: context.state.app.user, ts: context.state.nextTs() };
    if (content.metadata) message.metadata = content.metadata;
    message.stream?.tasks.clear();
    context.updated(message, previous, channel);
    return { channel: channel.id, ts: message.ts, text: message.text, message: asStored(message, true) };
  },

  'chat.delete': (context, args) => {
    requireScope(context, 'chat:write');
    const { message, channel } = ownMessage(context, args.channel, args.ts, 'cant_delete_message');
    message.stream?.cancel();
    context.state.messages.splice(context.state.messages.indexOf(message), 1);
    context.deleted(message, channel);
    return { channel: channel.id, ts: message.ts };
  },

  'chat.getPermalink': ({ state }, args) => {
    const channel = visibleChannel(state, args.channel);
    const found = state.messages.find((each) => each.channel === channel.id && each.ts === args.message_ts);
    if (!found) throw new MethodError('message_not_found');
    const inThread = found.thread === undefined ? '' : `?thread_ts=${found.thread}&cid=${channel.id}`;
    const address = `https://${state.team.domain}.slack.com/archives/${channel.id}/p${found.ts.replace('.', '')}`;
    return { channel: channel.id, permalink: `${address}${inThread}` };
  },
};

/** A message that the app itself posted and may still change. */
export function ownMessage({ state }: MethodContext, channelId: unknown, ts: unknown, refusal: string) {
  const channel = writableChannel(state, channelId);
  const message = state.messages.find((each) => each.channel === channel.id && each.ts === ts);
  if (!message) throw new MethodError('message_not_found');
  if (message.botId !== state.app.bot) throw new MethodError(refusal);
  return { channel, message };
}
