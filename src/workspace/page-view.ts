import { z } from 'zod';
import type { Channel, User } from './entities.ts';
import type {
  PageChannel,
  PageCommand,
  PageConversation,
  PageMessage,
  PageName,
  PagePerson,
  PageState,
} from './page-state.ts';
import type { SlackServer } from './slack-server.ts';
import { placeOf } from './statuses.ts';
import type { SeenMessage } from './view.ts';

export interface PageViewOptions {
  readonly server: Pick<SlackServer, 'state' | 'view' | 'modal' | 'prompts' | 'connections'>;
  /** The app's manifest, parsed. */
  readonly manifest: unknown;
  readonly workspace: string;
  /** How the app is called beside its messages. */
  readonly appName: string;
  readonly people: readonly PagePerson[];
}

export interface PagePlace {
  readonly me: string;
  readonly channel: string;
  readonly thread?: string | undefined;
}

const offered = z.object({
  features: z.object({
    slash_commands: z
      .array(z.object({ command: z.string(), description: z.string(), usage_hint: z.string().default('') }))
      .default([]),
    shortcuts: z.array(z.object({ name: z.string(), type: z.string(), callback_id: z.string() })).default([]),
  }),
});

/** Makes what a person sees of a place. Nothing that only others may see is in it. */
export function createPageView(options: PageViewOptions): (place: PagePlace) => PageState {
  const { server, workspace, people } = options;
  const { state } = server;
  const { commands, shortcuts } = readOffered(options.manifest);

  const own = (me: string) => state.ephemerals.filter((each) => each.user === me);

  function isBusy(channel: string, thread: string): boolean {
    const place = placeOf(channel, thread);
    return state.statuses.has(place) || state.sessions.get(place)?.status === 'processing';
  }

  function conversation({ me, channel, thread }: PagePlace): PageConversation | undefined {
    if (!state.channels.get(channel)?.members.includes(me)) return undefined;
    const seen = server.view(me, channel, thread);
    if (thread !== undefined && seen.messages.length === 0) return undefined;
    return {
      id: channel,
      ...(thread !== undefined && { thread }),
      messages: seen.messages.map((each) => message(each, channel, me)),
      ...(seen.status !== undefined && { status: seen.status }),
      canStop: seen.stoppable,
    };
  }

  function message(seen: SeenMessage, channel: string, me: string): PageMessage {
    const raw = seen.private
      ? own(me).find((each) => each.ts === seen.ts)
      : state.messages.find((each) => each.ts === seen.ts && each.channel === channel);
    return {
      ts: seen.ts,
      from: seen.from,
      text: raw?.text ?? '',
      ...(raw?.markdown !== undefined && { markdown: raw.markdown }),
      blocks: seen.blocks,
      tasks: seen.tasks.map((task) => ({ ...task })),
      ...(seen.planTitle !== undefined && { planTitle: seen.planTitle }),
      files: seen.files.map(({ name }) => name),
      isStreaming: seen.streaming,
      isPrivate: seen.private,
      isEdited: seen.edited,
      replies: [...state.messages, ...own(me)].filter(
        (each) => each.channel === channel && each.thread === seen.ts && each.ts !== seen.ts,
      ).length,
      isBusy: isBusy(channel, seen.ts),
    };
  }

  function channelOf(channel: Channel, me: string): PageChannel {
    const times = [...state.messages, ...own(me)].filter((each) => each.channel === channel.id).map(({ ts }) => ts);
    return {
      id: channel.id,
      name: channel.name,
      kind: channel.kind,
      members: channel.members,
      isShared: channel.extShared === true || channel.pendingExtShared === true,
      latest: times.sort().at(-1) ?? '',
    };
  }

  return (asked) => {
    const me = people.find(({ id }) => id === asked.me)?.id ?? people[0]?.id ?? '';
    const place = { ...asked, me };
    const home = state.homes.get(me);
    const modal = server.modal(me);
    const channel = conversation({ ...place, thread: undefined });
    const thread = place.thread === undefined ? undefined : conversation(place);
    return {
      workspace,
      me,
      people,
      names: Object.fromEntries([...state.users].map(([id, user]) => [id, nameOf(user, options, state.app.user)])),
      bot: state.app.user,
      isConnected: server.connections() > 0,
      channels: [...state.channels.values()]
        .filter(({ members }) => members.includes(me))
        .map((each) => channelOf(each, me)),
      ...(channel !== undefined && { channel }),
      ...(thread !== undefined && { thread }),
      ...(home !== undefined && { home: { id: home.id, ...home.content } }),
      ...(modal !== undefined && { modal: { ...modal.view, id: modal.id } }),
      prompts: server.prompts(me),
      commands,
      shortcuts,
    };
  };
}

function nameOf(user: User, { appName, people }: PageViewOptions, app: string): PageName {
  const shown = people.find(({ id }) => id === user.id)?.name ?? user.realName ?? user.name;
  return { name: user.id === app ? appName : shown, handle: user.name, isBot: user.bot === true };
}

function readOffered(manifest: unknown): {
  readonly commands: readonly PageCommand[];
  readonly shortcuts: PageState['shortcuts'];
} {
  const { slash_commands, shortcuts } = offered.parse(manifest).features;
  return {
    commands: slash_commands.map(({ command, description, usage_hint }) => ({
      command,
      description,
      hint: usage_hint,
    })),
    shortcuts: shortcuts
      .filter(({ type }) => type === 'message')
      .map(({ callback_id, name }) => ({ id: callback_id, name })),
  };
}
