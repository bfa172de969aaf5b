import type { Clock } from '../clock.ts';
import type { Envelope } from '../delivery/delivery.ts';
import type { Channel, Ephemeral, Json, Message, View } from '../entities.ts';
import type { InstalledApp } from '../manifest.ts';
import type { WorkspaceState } from '../state.ts';
import { initialValues } from '../view-values.ts';
import { asStored } from '../web-api/content.ts';
import { openResponse } from '../web-api/responses.ts';
import { describeView } from '../web-api/views.ts';

const triggerLifetimeMs = 3_000;

/** Makes the payloads by which the app learns what a person did with it. */
export interface Interactions {
  command(user: string, channelId: string, command: string, text: string): { envelope: Envelope; responseId: string };
  /** A press in a message, public or private. */
  messageAction(user: string, channel: Channel, message: Message | Ephemeral, action: Json): Envelope;
  /** A press in a modal or a Home tab. */
  viewAction(user: string, view: View, action: Json): Envelope;
  shortcut(user: string, channel: Channel, message: Message, callbackId: string): Envelope;
  submission(user: string, view: View): Envelope;
  closing(user: string, view: View): Envelope;
}

export function createInteractions(options: {
  readonly state: WorkspaceState;
  readonly clock: Clock;
  readonly installed: InstalledApp;
  readonly base: () => string;
}): Interactions {
  const { state, clock, base } = options;

  function trigger(user: string): string {
    const id = state.nextId('trigger.');
    state.triggers.set(id, { user, expiresAt: clock.now() + triggerLifetimeMs, used: false });
    return id;
  }

  function person(id: string): Json {
    const user = state.users.get(id);
    return { id, username: user?.name, name: user?.name, team_id: user?.team ?? state.team.id };
  }

  function interactive(type: string, user: string, more: Json): Envelope {
    const payload = {
      type,
      user: person(user),
      api_app_id: state.app.id,
      token: 'workspace',
      team: { id: state.team.id, domain: state.team.domain },
      enterprise: null,
      is_enterprise_install: false,
      ...more,
    };
    return { type: 'interactive', payload };
  }

  function responseUrl(user: string, channel: string, original?: Message | Ephemeral): string {
    const { id } = openResponse(state, clock, { user, channel, ...(original && { original }) });
    return `${base()}/response/${id}`;
  }

  const actionTs = () => state.nextTs();
  const nameOf = (channel: Channel) => (channel.kind === 'im' ? 'directmessage' : channel.name);

  return {
    command(user, channelId, command, text) {
      const channel = state.channels.get(channelId);
      const response = openResponse(state, clock, { user, channel: channelId });
      const payload = {
        token: 'workspace',
        command,
        text,
        user_id: user,
        user_name: state.users.get(user)?.name,
        team_id: state.users.get(user)?.team ?? state.team.id,
        team_domain: state.team.domain,
        channel_id: channelId,
        channel_name: channel && nameOf(channel),
        response_url: `${base()}/response/${response.id}`,
        trigger_id: trigger(user),
        api_app_id: state.app.id,
        is_enterprise_install: 'false',
      };
      return { envelope: { type: 'slash_commands', payload }, responseId: response.id };
    },

    messageAction(user, channel, message, action) {
      const isPrivate = 'args' in message;
      return interactive('block_actions', user, {
        container: {
          type: 'message',
          message_ts: message.ts,
          channel_id: channel.id,
          is_ephemeral: isPrivate,
          ...(message.thread !== undefined && { thread_ts: message.thread }),
        },
        channel: { id: channel.id, name: nameOf(channel) },
        // Slack keeps no private messages, so it can't send one along.
        ...(!isPrivate && { message: asStored(message, true, base()) }),
        state: { values: initialValues(message.blocks ?? [], message.inputs?.get(user)) },
        trigger_id: trigger(user),
        response_url: responseUrl(user, channel.id, message),
        actions: [{ ...action, action_ts: actionTs() }],
      });
    },

    viewAction: (user, view, action) =>
      interactive('block_actions', user, {
        container: { type: 'view', view_id: view.id },
        view: describeView(state, view),
        trigger_id: trigger(user),
        actions: [{ ...action, action_ts: actionTs() }],
      }),

    shortcut: (user, channel, message, callbackId) =>
      interactive('message_action', user, {
        callback_id: callbackId,
        action_ts: actionTs(),
        channel: { id: channel.id, name: nameOf(channel) },
        message_ts: message.ts,
        message: asStored(message, true, base()),
        trigger_id: trigger(user),
        response_url: responseUrl(user, channel.id),
      }),

    submission: (user, view) =>
      interactive('view_submission', user, {
        view: describeView(state, view),
        trigger_id: trigger(user),
        response_urls: [],
      }),

    closing: (user, view) => interactive('view_closed', user, { view: describeView(state, view), is_cleared: false }),
  };
}
