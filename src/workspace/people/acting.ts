import { type InteractiveElement, interactiveElements } from '../blocks/interactive.ts';
import type { Ephemeral, Json, Message, View } from '../entities.ts';
import { chosenValue, withValue } from '../view-values.ts';
import { MethodError } from '../web-api/method.ts';
import { showAcknowledgement } from '../web-api/responses.ts';
import { replaceView } from '../web-api/views.ts';
import { channelOf, escapeText, messageOf, type PeopleContext, type Said, tell } from './person.ts';

/** Which button, or field, a person uses. Without a place it is looked for in the open modal, then on the Home tab. */
export interface Press {
  readonly channel?: string;
  /** Without it, the latest message of the channel that has the button. */
  readonly ts?: string;
  /** Id of a modal or Home tab. */
  readonly view?: string;
  readonly actionId: string;
  /** What is chosen or written; for feedback buttons and repeated buttons, the value of the one that is meant. */
  readonly value?: string;
  readonly blockId?: string;
}

export interface Acting {
  /** A user sends a slash command; resolves when the app has acknowledged it, or failed to. */
  command(user: string, channel: string, line: string): Promise<Said>;
  /** A user presses a button or changes a field that they can see now. Throws if there is none. */
  press(user: string, press: Press): Promise<Said>;
  /** A user picks a message shortcut by its callback id. */
  shortcut(user: string, callbackId: string, channel: string, ts: string): Promise<Said>;
}

export function createActing(context: PeopleContext): Acting {
  const { state, installed, interactions } = context;

  function requireInteractivity(): void {
    if (!installed.interactive) throw new Error('the manifest has interactivity switched off');
  }

  function notice(user: string, channel: string, text: string): void {
    state.ephemerals.push({ ts: state.nextTs(), channel, user, from: 'USLACKBOT', text, args: {} });
  }

  /** Shows what an acknowledgement said; the error code if Slack would not. */
  function show(responseId: string, payload: Json): string | undefined {
    const response = state.responses.get(responseId);
    const channel = response && state.channels.get(response.channel);
    if (!response || !channel) return 'channel_not_found';
    try {
      const posted = showAcknowledgement(state, response, payload);
      if (posted) tell(context, context.events.ofMessage(posted, channel));
      return undefined;
    } catch (error) {
      if (!(error instanceof MethodError)) throw error;
      return error.code;
    }
  }

  return {
    async command(user, channelId, line) {
      const [command = '', ...words] = line.split(' ');
      const declared = installed.commands.get(command);
      if (!declared) throw new Error(`the manifest declares no ${command}`);
      const text = words.join(' ');
      const made = interactions.command(user, channelId, command, declared.escapes ? escapeText(context, text) : text);
      const reply = await context.send(made.envelope);
      const failed = reply.failed ?? show(made.responseId, reply.payload);
      if (failed !== undefined) notice(user, channelId, `${command} failed with the error “${failed}”`);
      context.changed();
      return said([made.envelope], failed);
    },

    async press(user, press) {
      requireInteractivity();
      const { place, found } = find(context, user, press);
      const action = actionOf(found, press.value);
      const used = fillIn(context, user, place, found, press.value);
      if (!found.dispatches) {
        context.changed();
        return said([]);
      }
      const envelope =
        'content' in used
          ? interactions.viewAction(user, used, action)
          : interactions.messageAction(user, channelOf(context, user, used.channel), used, action);
      const reply = await context.send(envelope);
      context.changed();
      return said([envelope], reply.failed);
    },

    async shortcut(user, callbackId, channelId, ts) {
      requireInteractivity();
      if (!installed.shortcuts.has(callbackId)) throw new Error(`the manifest declares no shortcut ${callbackId}`);
      const channel = channelOf(context, user, channelId);
      const envelope = interactions.shortcut(user, channel, messageOf(context, channelId, ts), callbackId);
      const reply = await context.send(envelope);
      context.changed();
      return said([envelope], reply.failed);
    },
  };
}

/** What came of something that the person waited for. */
export function said(envelopes: Said['envelopes'], failed?: string): Said {
  return { ts: '', envelopes, acknowledged: Promise.resolve(), ...(failed !== undefined && { failed }) };
}

type Place = Message | Ephemeral | View;

/** Elements that hold nothing afterwards. */
const pressedOnly = new Set(['button', 'icon_button', 'feedback_buttons', 'workflow_button', 'overflow']);

/** The button that a person means, among those they can see. */
function find(context: PeopleContext, user: string, press: Press): { place: Place; found: InteractiveElement } {
  for (const place of placesOf(context, user, press)) {
    const blocks = 'content' in place ? asBlocks(place.content.blocks) : (place.blocks ?? []);
    const found = interactiveElements(blocks).find(
      ({ blockId, element }) =>
        element.action_id === press.actionId &&
        (press.blockId === undefined || press.blockId === blockId) &&
        (element.type !== 'button' || press.value === undefined || press.value === element.value),
    );
    if (found) return { place, found };
  }
  throw new Error(`${user} sees nothing with the action ${press.actionId}`);
}

function placesOf(context: PeopleContext, user: string, { channel, ts, view }: Press): Place[] {
  const { state } = context;
  if (channel !== undefined || ts !== undefined) {
    const here = (each: Message | Ephemeral) =>
      (channel === undefined || each.channel === channel) && (ts === undefined || each.ts === ts);
    const messages = state.messages.filter((each) => here(each) && isMember(context, user, each.channel));
    const own = state.ephemerals.filter((each) => here(each) && each.user === user);
    return [...messages, ...own].sort((a, b) => (a.ts < b.ts ? 1 : -1));
  }
  const visible = [state.modals.get(user)?.at(-1), state.homes.get(user)].flatMap((each) => each ?? []);
  return view === undefined ? visible : visible.filter(({ id }) => id === view);
}

function isMember({ state }: PeopleContext, user: string, channel: string): boolean {
  return state.channels.get(channel)?.members.includes(user) ?? false;
}

function asBlocks(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** The element of `actions` in the payload. */
function actionOf({ blockId, element }: InteractiveElement, value: string | undefined): Json {
  const own = { type: element.type, action_id: element.action_id, block_id: blockId };
  switch (element.type) {
    case 'button':
    case 'icon_button':
    case 'workflow_button':
      return {
        ...own,
        ...(element.type === 'button' && { text: element.text }),
        ...(element.value !== undefined && { value: element.value }),
      };
    case 'feedback_buttons': {
      const choices = [element.positive_button, element.negative_button].map((each): Json => Object(each));
      const chosen = choices.find((each) => each.value === value);
      if (!chosen) throw new Error(`${String(element.action_id)} has no button with the value ${String(value)}`);
      return { ...own, text: chosen.text, value: chosen.value };
    }
    default:
      return { ...own, ...chosenValue(element, value ?? '') };
  }
}

/** Keeps what a person chose or wrote, where there is something to keep. */
function fillIn(
  { state }: PeopleContext,
  user: string,
  place: Place,
  { blockId, element }: InteractiveElement,
  value: string | undefined,
): Place {
  if (value === undefined || pressedOnly.has(String(element.type))) return place;
  const chosen = chosenValue(element, value);
  const into = (values: View['values'] = {}) => withValue(values, blockId, String(element.action_id), chosen);
  if ('content' in place) {
    const view = { ...place, values: into(place.values) };
    replaceView(state, view);
    return view;
  }
  place.inputs = new Map([...(place.inputs ?? []), [user, into(place.inputs?.get(user))]]);
  return place;
}
