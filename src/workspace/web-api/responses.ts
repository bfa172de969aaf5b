import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Ephemeral, Json, Message, ResponseUrl } from '../entities.ts';
import type { WorkspaceState } from '../state.ts';
import { type Content, readContent } from './content.ts';
import { isTrue, type MethodContext, MethodError, optionalTs } from './method.ts';

const maxUses = 5;
const lifetimeMs = 30 * 60_000;

/** Opens a place where an interaction can be answered without being a member of its channel. */
export function openResponse(
  state: WorkspaceState,
  clock: Clock,
  place: Pick<ResponseUrl, 'user' | 'channel' | 'original'>,
): ResponseUrl {
  // Whoever knows the address may answer, so it must not be guessed.
  const response: ResponseUrl = { ...place, id: randomUUID(), expiresAt: clock.now() + lifetimeMs, uses: 0 };
  state.responses.set(response.id, response);
  return response;
}

/** Shows what the acknowledgement of a command said, and returns it if everyone sees it. Throws MethodError as posting does. */
export function showAcknowledgement(state: WorkspaceState, response: ResponseUrl, payload: Json): Message | undefined {
  if (Object.keys(payload).length === 0) return undefined;
  if (payload.response_type === 'in_channel') return publish(state, response.channel, readContent(state, payload));
  const ephemeral = toEphemeral(state, response, payload);
  response.original ??= ephemeral;
  state.ephemerals.push(ephemeral);
  return undefined;
}

/** Applies one use of a response address. Throws MethodError for what Slack refuses. */
export function respond(context: MethodContext, id: string, args: Json): void {
  const { state, clock } = context;
  const response = state.responses.get(id);
  if (!response || clock.now() >= response.expiresAt) throw new MethodError('expired_url');
  if (response.uses >= maxUses) throw new MethodError('used_url');
  if (args.markdown_text !== undefined) throw new MethodError('no_text');
  const channel = state.channels.get(response.channel);
  if (!channel) throw new MethodError('channel_not_found');
  if (isTrue(args.delete_original)) {
    if (!remove(state, response.original)) throw new MethodError('message_not_found');
    response.uses += 1;
    response.original = undefined;
    return;
  }
  const content = readContent(state, args);
  response.uses += 1;
  const original = isTrue(args.replace_original) ? response.original : undefined;
  if (args.response_type === 'in_channel' && (!original || 'args' in original)) {
    remove(state, original);
    context.posted(publish(state, channel.id, content, optionalTs(args.thread_ts)), channel, false);
    return;
  }
  if (original) {
    // In place: other addresses mean the same message.
    const fresh = { markdown: undefined, blocks: undefined, ...content };
    if ('args' in original) Object.assign(original, fresh, { args });
    else {
      const previous = { ...original };
      context.updated(Object.assign(original, fresh), previous, channel);
    }
    return;
  }
  const next = toEphemeral(state, response, args, optionalTs(args.thread_ts));
  state.ephemerals.push(next);
  response.original ??= next;
}

function publish(state: WorkspaceState, channel: string, content: Content, thread?: string): Message {
  const message: Message = {
    ...{ ts: state.nextTs(), channel, user: state.app.user, botId: state.app.bot },
    ...(thread !== undefined && { thread }),
    ...content,
  };
  state.messages.push(message);
  return message;
}

function remove(state: WorkspaceState, original: Ephemeral | Message | undefined): boolean {
  const lists: (Ephemeral | Message)[][] = [state.ephemerals, state.messages];
  for (const list of lists) {
    const at = original ? list.indexOf(original) : -1;
    if (at >= 0) return list.splice(at, 1).length > 0;
  }
  return false;
}

function toEphemeral(state: WorkspaceState, { channel, user }: ResponseUrl, args: Json, thread?: string): Ephemeral {
  const own = { ts: state.nextTs(), channel, user, args, ...(thread !== undefined && { thread }) };
  return { ...own, ...readContent(state, args) };
}
