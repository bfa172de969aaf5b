import { placeOf } from '../statuses.ts';
import { describeView } from '../web-api/views.ts';
import { channelOf, type PeopleContext, type Said, tell } from './person.ts';

/** What people open, and what they stop. */
export interface Visiting {
  /** A user opens the app's Home tab. */
  openHome(user: string): Said;
  /** A user opens the app's Messages tab, looking at a channel beside it if one is given. */
  openMessages(user: string, beside?: string): Said;
  /** A user gives the session of a thread another title. Throws if there is none. */
  renameSession(user: string, channel: string, thread: string, title: string): Said;
  /** A user presses stop in a thread. Throws if there is no stop button. */
  pressStop(user: string, channel: string, thread: string): Said;
}

export function createVisiting(context: PeopleContext): Visiting {
  const { state, installed, events } = context;

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

    renameSession(user, channelId, thread, title) {
      const channel = channelOf(context, user, channelId);
      const session = state.sessions.get(placeOf(channelId, thread));
      if (!session) throw new Error(`there is no session in ${channelId}:${thread}`);
      const { title: previous } = session;
      session.title = title;
      const place = { channel: channelId, user, team_id: state.team.id, thread_ts: thread };
      const titles = { title, ...(previous !== undefined && { previous_title: previous }) };
      return tell(context, events.of('agent_session_title_changed', { ...place, ...titles }, channel));
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
  };
}
