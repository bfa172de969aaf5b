import type { Channel } from '../entities.ts';
import { type PeopleContext, type Said, tell } from './person.ts';

/** What happens to channels and to the app as such. */
export interface Administering {
  /** Someone, or the app, joins a channel. */
  invite(who: string, channel: string): Said;
  kick(who: string, channel: string): Said;
  deleteChannel(channel: string): Said;
  /** The workspace takes back the bot token. */
  revokeTokens(): Said;
  uninstall(): Said;
}

export function createAdministering(context: PeopleContext): Administering {
  const { state, events } = context;

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
