import type { Channel, Json, Message } from '../entities.ts';
import { asStored } from './content.ts';
import {
  isTrue,
  type Method,
  type MethodContext,
  MethodError,
  requireScope,
  scopeFamily,
  visibleChannel,
} from './method.ts';

export const conversationMethods: Readonly<Record<string, Method>> = {
  'conversations.info': (context, args) => {
    const channel = visibleChannel(context.state, args.channel);
    requireScope(context, `${scopeFamily(channel)}:read`);
    const shared = channel.extShared === true;
    return {
      channel: {
        id: channel.id,
        name: channel.name,
        is_channel: channel.kind === 'public',
        is_group: channel.kind === 'private',
        is_im: channel.kind === 'im',
        is_mpim: channel.kind === 'mpim',
        is_private: channel.kind !== 'public',
        is_member: channel.members.includes(context.state.app.user),
        is_archived: false,
        is_ext_shared: shared,
        is_pending_ext_shared: channel.pendingExtShared === true,
        is_org_shared: channel.orgShared === true,
        is_shared: shared || channel.orgShared === true,
        ...(isTrue(args.include_num_members) && { num_members: channel.members.length }),
      },
    };
  },

  'conversations.replies': (context, args) => {
    const channel = readable(context, args);
    const root = String(args.ts);
    const inThread = context.state.messages.filter(
      (each) => each.channel === channel.id && (each.ts === root || each.thread === root),
    );
    if (inThread.length === 0) throw new MethodError('thread_not_found');
    const oldest = String(args.oldest ?? '0');
    return page(
      context,
      args,
      inThread.filter((each) => each.ts === root || each.ts > oldest),
      1_000,
    );
  },

  'conversations.history': (context, args) => {
    const channel = readable(context, args);
    if (!channel.members.includes(context.state.app.user)) throw new MethodError('not_in_channel');
    const top = context.state.messages.filter(
      (each) =>
        each.channel === channel.id &&
        (each.thread === undefined || each.subtype === 'thread_broadcast') &&
        each.ts > String(args.oldest ?? '0') &&
        (args.latest === undefined || each.ts < String(args.latest)),
    );
    return page(context, args, top.reverse(), 100);
  },

  'conversations.members': (context, args) => {
    const channel = visibleChannel(context.state, args.channel);
    requireScope(context, `${scopeFamily(channel)}:read`);
    const { from, limit } = range(args, 100);
    return paged('members', channel.members, from, limit);
  },

  'conversations.open': (context, args) => {
    const { state } = context;
    const users = String(args.users ?? '').split(',');
    requireScope(context, users.length > 1 ? 'mpim:write' : 'im:write');
    if (!users.every((user) => state.users.has(user))) throw new MethodError('user_not_found');
    const [user = ''] = users;
    const disabled = users.some((each) => state.users.get(each)?.deactivated);
    if (disabled) throw new MethodError('user_disabled');
    return { channel: { id: users.length > 1 ? groupOf(context, users).id : state.directChannel(user).id } };
  },
};

function readable(context: MethodContext, args: Json): Channel {
  const channel = visibleChannel(context.state, args.channel);
  requireScope(context, `${scopeFamily(channel)}:history`);
  return channel;
}

function groupOf({ state }: MethodContext, users: readonly string[]): Channel {
  const members = [...users, state.app.user].sort();
  const found = [...state.channels.values()].find(
    (each) => each.kind === 'mpim' && [...each.members].sort().join() === members.join(),
  );
  if (found) return found;
  const made: Channel = { id: state.nextId('G'), name: `mpdm-${users.join('--')}`, kind: 'mpim', members };
  state.channels.set(made.id, made);
  return made;
}

function page(context: MethodContext, args: Json, messages: readonly Message[], standard: number): Json {
  const { from, limit } = range(args, standard);
  const withMetadata = isTrue(args.include_all_metadata);
  const stored = messages.map((each) => {
    const count = each.thread === undefined ? repliesTo(context, each) : 0;
    const root = count > 0 && { thread_ts: each.ts, reply_count: count };
    return { ...asStored(each, withMetadata, context.base()), ...root };
  });
  return { ...paged('messages', stored, from, limit), has_more: messages.length > from + limit };
}

function repliesTo({ state }: MethodContext, { channel, ts }: Message): number {
  return state.messages.filter((each) => each.thread === ts && each.channel === channel).length;
}

function range(args: Json, standard: number): { readonly from: number; readonly limit: number } {
  const from = Number(args.cursor || 0);
  const limit = Number(args.limit ?? standard);
  if (!Number.isInteger(from) || from < 0) throw new MethodError('invalid_cursor');
  if (!Number.isInteger(limit) || limit < 1 || limit > 1_000) throw new MethodError('invalid_limit');
  return { from, limit };
}

function paged(name: string, all: readonly unknown[], from: number, limit: number): Json {
  const more = all.length > from + limit;
  return {
    [name]: all.slice(from, from + limit),
    ...(more && { response_metadata: { next_cursor: String(from + limit) } }),
  };
}
