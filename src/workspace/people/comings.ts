import type { Channel } from '../entities.ts';
import { placeOf } from '../statuses.ts';
import { describeView } from '../web-api/views.ts';
import { channelOf, type PeopleContext, type Said, tell } from './person.ts';

/** Where people are and what they look at, and what they do to the app as such. */
export interface Comings {
  /** A user opens the app's Home tab. */
  openHome(user: string): Said;
  /** A user opens the app's Messages tab, looking at a channel beside it if one is given. */
  openMessages(user: string, beside?: string): Said;
  /** A user presses stop in a thread. Throws if there is no stop button. */
  pressStop(user: string, channel: string, thread: string): Said;
  /** Someone, or the app, joins a channel. */
  invite(who: string, channel: string): Said;
  kick(who: string, channel: string): Said;
  deleteChannel(channel: string): Said;
  /** The workspace takes back the bot token. */
  revokeTokens(): Said;
  uninstall(): Said;
}

export function createComings(context: PeopleContext): Comings {
  const { state, installed, events } = context;

  function membership(type: string, who: string, channel: Channel) {
    const team = state.users.get(who)?.team ?? state.team.id;
    return events.of(type, { user: who, channel: channel.id, channel_type: kindLetter(channel), team }, channel);
  }

  function existing(id: string): Channel {
    const channel = state.channels.get(id);
    if (!channel) throw new Error(`there is no channel ${id}`);
    return channel;
  }

  return {
    openHome(user) {
      if (!installed.homeTab) throw new Error('the manifest has the Home tab switched off');
      const view = state.homes.get(user);
      const channel = state.directChannel(user).id;
      const fields = { user, channel, tab: 'home', ...(view && { view: describeView(state, view) }) };
      return tell(context, events.of('app_home_opened', fields));
    },

    openMessages(user, beside) {
      const channel = state.directChannel(user).id;
      const opened = events.of('app_home_opened', { user, channel, tab: 'messages' });
      if (beside === undefined) return tell(context, opened);
      const entity = { type: 'slack#/types/channel_id', value: beside, team_id: state.team.id };
      const looking = events.of('app_context_changed', { user, channel, context: { entities: [entity] } });
      return tell(context, [...opened, ...looking]);
    },

    pressStop(user, channelId, thread) {
      const channel = channelOf(context, user, channelId);
      const streams = state.messages.filter(
        (each) => each.channel === channelId && each.thread === thread && each.stream?.open,
      );
      const processing = state.sessions.get(placeOf(channelId, thread))?.status === 'processing';
      if (!installed.events.has('agent_session_stopped') || (streams.length === 0 && !processing)) {
        throw new Error(`there is no stop button in ${channelId}:${thread}`);
      }
      for (const { stream } of streams) {
        if (stream) stream.open = false;
        stream?.cancel();
      }
      const fields = { channel: channelId, user, thread_ts: thread, streaming_message_ts: streams.map(({ ts }) => ts) };
      return tell(context, events.of('agent_session_stopped', fields, channel));
    },

    invite(who, channelId) {
      const channel = existing(channelId);
      if (channel.members.includes(who)) throw new Error(`${who} is already in ${channelId}`);
      const joined = { ...channel, members: [...channel.members, who] };
      state.channels.set(channelId, joined);
      const hears = joined.members.includes(state.app.user);
      return tell(context, hears ? membership('member_joined_channel', who, joined) : []);
    },

    kick(who, channelId) {
      const channel = existing(channelId);
      if (!channel.members.includes(who)) throw new Error(`${who} is not in ${channelId}`);
      const left = { ...channel, members: channel.members.filter((each) => each !== who) };
      state.channels.set(channelId, left);
      if (who !== state.app.user) {
        return tell(context, left.members.includes(state.app.user) ? membership('member_left_channel', who, left) : []);
      }
      const type = channel.kind === 'public' ? 'channel_left' : 'group_left';
      return tell(context, events.of(type, { channel: channelId }, left));
    },

    deleteChannel(channelId) {
      const channel = existing(channelId);
      state.channels.delete(channelId);
      const type = channel.kind === 'public' ? 'channel_deleted' : 'group_deleted';
      return tell(context, events.of(type, { channel: channelId }, channel));
    },

    revokeTokens() {
      state.cutOff = 'token_revoked';
      return tell(context, events.of('tokens_revoked', { tokens: { oauth: [], bot: [state.app.user] } }));
    },

    uninstall() {
      state.cutOff = 'account_inactive';
      const revoked = events.of('tokens_revoked', { tokens: { oauth: [], bot: [state.app.user] } });
      return tell(context, [...revoked, ...events.of('app_uninstalled', {})]);
    },
  };
}

function kindLetter({ kind }: Channel): string {
  return kind === 'public' ? 'C' : 'G';
}
