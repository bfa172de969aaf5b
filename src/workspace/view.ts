import { interactiveElements } from './blocks/interactive.ts';
import type { Ephemeral, Json, Message, Session, Task } from './entities.ts';
import { linksIn, renderTexts, shownTexts } from './shown.ts';
import type { WorkspaceState } from './state.ts';
import { placeOf } from './statuses.ts';

/** Something to press. Feedback buttons count as two with the same action. */
export interface SeenButton {
  readonly actionId: string;
  readonly blockId: string;
  readonly text: string;
  readonly value: string;
  readonly url?: string;
  readonly style?: string;
}

export interface SeenMessage {
  readonly ts: string;
  readonly from: string;
  /** As it reads on the screen, Markdown signs included. */
  readonly text: string;
  readonly links: readonly string[];
  /** Visible to this user only. */
  readonly private: boolean;
  /** Empty where the message is plain text. */
  readonly blocks: readonly Json[];
  readonly buttons: readonly SeenButton[];
  /** Task cards of a streamed message, in order of appearance. */
  readonly tasks: readonly Task[];
  readonly planTitle?: string;
  /** Whether more of it is still to come. */
  readonly streaming: boolean;
  readonly edited: boolean;
  readonly files: readonly { readonly id: string; readonly name: string }[];
  readonly reactions: readonly { readonly name: string; readonly users: readonly string[] }[];
}

export interface ThreadView {
  readonly messages: readonly SeenMessage[];
  readonly status: string | undefined;
  readonly sessionStatus: Session['status'] | undefined;
  /** Whether there is a stop button. */
  readonly stoppable: boolean;
  readonly title?: string;
}

/** What a user sees now: a thread, or without one what stands in the channel itself. */
export function viewThread(
  state: WorkspaceState,
  user: string,
  channel: string,
  thread: string | undefined,
  canStop: boolean,
): ThreadView {
  const member = state.channels.get(channel)?.members.includes(user) ?? false;
  const open = state.messages.filter(
    (each) =>
      member &&
      each.channel === channel &&
      (each.thread === thread || each.ts === thread || (thread === undefined && each.subtype === 'thread_broadcast')),
  );
  const own = state.ephemerals.filter(
    (each) => each.user === user && each.channel === channel && each.thread === thread,
  );
  const place = placeOf(channel, thread);
  const session = state.sessions.get(place);
  const title = session?.title ?? state.titles.get(place);
  return {
    messages: [...open.map(seeMessage), ...own.map((each) => seeEphemeral(each, state.app.user))].sort((a, b) =>
      a.ts < b.ts ? -1 : 1,
    ),
    status: state.statuses.get(place)?.text,
    sessionStatus: session?.status,
    stoppable: canStop && (session?.status === 'processing' || open.some(({ stream }) => stream?.open)),
    ...(title !== undefined && { title }),
  };
}

function seeMessage(message: Message): SeenMessage {
  return {
    ...seeContent(message),
    ts: message.ts,
    from: message.user,
    private: false,
    tasks: [...(message.stream?.tasks.values() ?? [])],
    ...(message.stream?.planTitle !== undefined && { planTitle: message.stream.planTitle }),
    streaming: message.stream?.open ?? false,
    edited: message.edited !== undefined,
    files: (message.files ?? []).map(({ id, name }) => ({ id, name })),
    reactions: [...(message.reactions ?? [])].map(([name, users]) => ({ name, users })),
  };
}

function seeEphemeral(ephemeral: Ephemeral, app: string): SeenMessage {
  return {
    ...seeContent(ephemeral),
    ts: ephemeral.ts,
    from: ephemeral.from ?? app,
    private: true,
    ...{ tasks: [], streaming: false, edited: false, files: [], reactions: [] },
  };
}

function seeContent(content: Pick<Message, 'text' | 'markdown' | 'blocks'>) {
  const texts = shownTexts(content);
  const blocks = content.blocks ?? [];
  return { text: renderTexts(texts), links: linksIn(texts), blocks, buttons: buttonsIn(blocks) };
}

/** The buttons among blocks, in reading order. */
export function buttonsIn(blocks: readonly Json[]): SeenButton[] {
  return interactiveElements(blocks).flatMap(({ blockId, element }) => {
    const own = { actionId: String(element.action_id ?? ''), blockId };
    if (element.type === 'feedback_buttons') {
      return [element.positive_button, element.negative_button].map((choice) => ({ ...own, ...labelOf(choice) }));
    }
    if (element.type !== 'button' && element.type !== 'icon_button') return [];
    return [
      {
        ...own,
        ...labelOf(element),
        ...(typeof element.url === 'string' && { url: element.url }),
        ...(typeof element.style === 'string' && { style: element.style }),
      },
    ];
  });
}

function labelOf(choice: unknown): { readonly text: string; readonly value: string } {
  const { text, value }: Json = Object(choice);
  return { text: String(Object(text).text ?? ''), value: String(value ?? '') };
}
