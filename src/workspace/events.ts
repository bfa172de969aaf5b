import type { Clock } from './clock.ts';
import type { Envelope } from './delivery/delivery.ts';
import type { Channel, Json, Message } from './entities.ts';
import type { InstalledApp } from './manifest.ts';
import type { WorkspaceState } from './state.ts';
import { describeFile } from './web-api/content.ts';

const subscription = { public: 'message.channels', private: 'message.groups', im: 'message.im', mpim: 'message.mpim' };
const channelTypes = { public: 'channel', private: 'group', im: 'im', mpim: 'mpim' };

/** What the app is told about, as its manifest subscribes and as a member of the channel. */
export interface EventSource {
  /** Events of a new message, each under an event id of its own. */
  ofMessage(message: Message, channel: Channel): Envelope[];
  /** The hidden event of an edit. */
  ofChange(message: Message, previous: Message, channel: Channel): Envelope[];
  ofDeletion(message: Message, channel: Channel): Envelope[];
  /** The hidden change that a link's preview makes to a message. */
  ofUnfurl(message: Message, channel: Channel): Envelope[];
  /** An event of any other kind, if the manifest subscribes to it. */
  of(type: string, fields: Json, channel?: Channel): Envelope[];
}

export function createEventSource(options: {
  readonly state: WorkspaceState;
  readonly clock: Clock;
  readonly installed: InstalledApp;
  readonly base: () => string;
}): EventSource {
  const { state, clock, installed } = options;

  function wrap(event: Json, channel?: Channel): Envelope {
    const shared = channel?.extShared === true || channel?.pendingExtShared === true;
    const payload = {
      token: 'workspace',
      team_id: state.team.id,
      ...(shared && { context_team_id: state.team.id }),
      api_app_id: state.app.id,
      event,
      type: 'event_callback',
      event_id: state.nextId('Ev'),
      event_time: Math.floor(clock.now() / 1000),
      authorizations: [
        {
          enterprise_id: null,
          team_id: state.team.id,
          user_id: state.app.user,
          is_bot: true,
          is_enterprise_install: false,
        },
      ],
      is_ext_shared_channel: channel?.extShared === true,
    };
    return { type: 'events_api', payload };
  }

  function fields(message: Message): Json {
    const author = state.users.get(message.user);
    const away = author?.team !== undefined && author.team !== state.team.id;
    return {
      user: message.user,
      ts: message.ts,
      text: message.text,
      channel: message.channel,
      event_ts: message.ts,
      // A file message carries no team.
      ...(message.subtype !== 'file_share' && { team: author?.team ?? state.team.id }),
      ...(away && { user_team: author.team, source_team: author.team }),
      ...(message.thread !== undefined && { thread_ts: message.thread }),
      ...(message.subtype !== undefined && { subtype: message.subtype }),
      ...((message.botId !== undefined || author?.bot) && { bot_id: message.botId ?? `B${message.user}` }),
      ...(message.files && { files: message.files.map((file) => describeFile(file, options.base())), upload: false }),
      ...(message.blocks && { blocks: message.blocks }),
      ...(message.edited && { edited: message.edited }),
      ...(message.stream && { streaming_state: message.stream.open ? 'in_progress' : 'completed' }),
    };
  }

  function hears(channel: Channel): boolean {
    const here = channel.members.includes(state.app.user) && state.cutOff === undefined;
    return here && installed.events.has(subscription[channel.kind]);
  }

  function hidden(subtype: string, channel: Channel, more: Json): Envelope[] {
    if (!hears(channel)) return [];
    const ts = state.nextTs();
    const base = { type: 'message', subtype, hidden: true, channel: channel.id, ts, event_ts: ts };
    return [wrap({ ...base, channel_type: channelTypes[channel.kind], ...more }, channel)];
  }

  const nested = (message: Message) => ({ ...fields(message), type: 'message' });

  return {
    ofMessage(message, channel) {
      if (!channel.members.includes(state.app.user) || state.cutOff !== undefined) return [];
      const events: Envelope[] = [];
      const mentions = message.text.includes(`<@${state.app.user}>`) && message.user !== state.app.user;
      if (mentions && channel.kind !== 'im' && installed.events.has('app_mention')) {
        events.push(wrap({ ...fields(message), type: 'app_mention' }, channel));
      }
      if (hears(channel)) {
        events.push(wrap({ ...nested(message), channel_type: channelTypes[channel.kind] }, channel));
      }
      return events;
    },
    ofChange: (message, previous, channel) =>
      hidden('message_changed', channel, { message: nested(message), previous_message: nested(previous) }),
    ofDeletion: (message, channel) =>
      hidden('message_deleted', channel, { deleted_ts: message.ts, previous_message: nested(message) }),
    ofUnfurl: (message, channel) =>
      hidden('message_changed', channel, {
        message: { ...nested(message), attachments: [{ id: 1, from_url: 'https://example.com' }] },
        previous_message: nested(message),
      }),
    of: (type, more, channel) =>
      installed.events.has(type) ? [wrap({ type, ...more, event_ts: state.nextTs() }, channel)] : [],
  };
}
