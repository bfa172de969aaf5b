import type { Clock } from './clock.ts';
import type { InstalledApp } from './manifest.ts';
import type { Envelope } from './socket.ts';
import type { Channel, Json, Message, WorkspaceState } from './state.ts';

const subscription = { public: 'message.channels', private: 'message.groups', im: 'message.im', mpim: 'message.mpim' };

/** What the app is told about, as its manifest subscribes and as a member of the channel. */
export interface EventSource {
  /** Events of a new message, each under an event id of its own. */
  ofMessage(message: Message, channel: Channel): Envelope[];
  /** The hidden change that a link's preview makes to a message. */
  ofUnfurl(message: Message, channel: Channel): Envelope[];
  wrap(event: Json, channel: Channel): Envelope;
}

export function createEventSource(options: {
  readonly state: WorkspaceState;
  readonly clock: Clock;
  readonly installed: InstalledApp;
}): EventSource {
  const { state, clock, installed } = options;

  function wrap(event: Json, channel: Channel): Envelope {
    const shared = channel.extShared === true || channel.pendingExtShared === true;
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
      is_ext_shared_channel: channel.extShared === true,
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
      ...(message.files && { files: message.files.map((name) => ({ id: 'F1', name })) }),
      ...(message.blocks && { blocks: message.blocks }),
    };
  }

  return {
    wrap,
    ofMessage(message, channel) {
      if (!channel.members.includes(state.app.user)) return [];
      const events: Envelope[] = [];
      const mentions = message.text.includes(`<@${state.app.user}>`) && message.user !== state.app.user;
      if (mentions && channel.kind !== 'im' && installed.events.has('app_mention')) {
        events.push(wrap({ ...fields(message), type: 'app_mention' }, channel));
      }
      if (installed.events.has(subscription[channel.kind])) {
        const channelType = { public: 'channel', private: 'group', im: 'im', mpim: 'mpim' }[channel.kind];
        events.push(wrap({ ...fields(message), type: 'message', channel_type: channelType }, channel));
      }
      return events;
    },
    ofUnfurl(message, channel) {
      if (!installed.events.has(subscription[channel.kind])) return [];
      const changed = {
        type: 'message',
        subtype: 'message_changed',
        hidden: true,
        channel: channel.id,
        ts: state.nextTs(),
        channel_type: channel.kind === 'im' ? 'im' : 'channel',
        message: { ...fields(message), type: 'message', attachments: [{ id: 1, from_url: 'https://example.com' }] },
        previous_message: { ...fields(message), type: 'message' },
      };
      return [wrap(changed, channel)];
    },
  };
}
