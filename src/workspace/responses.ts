import type { Clock } from './clock.ts';
import { MethodError, readContent } from './messages.ts';
import type { Ephemeral, Json, ResponseUrl, WorkspaceState } from './state.ts';

const maxUses = 5;
const lifetimeMs = 30 * 60_000;

/** Opens a place where a command can be answered without being a member of its channel. */
export function openResponse(state: WorkspaceState, clock: Clock, user: string, channel: string): ResponseUrl {
  const id = state.nextId('R');
  const response: ResponseUrl = { id, user, channel, expiresAt: clock.now() + lifetimeMs, uses: 0 };
  state.responses.set(id, response);
  return response;
}

/** The first ephemeral message of a command: what its acknowledgement said. */
export function showAcknowledgement(state: WorkspaceState, response: ResponseUrl, payload: Json): void {
  if (Object.keys(payload).length === 0) return;
  const ephemeral = toEphemeral(state, response, payload);
  response.original ??= ephemeral;
  state.ephemerals.push(ephemeral);
}

/** Applies one use of a response address. Throws MethodError for what Slack refuses. */
export function respond(state: WorkspaceState, clock: Clock, id: string, args: Json): void {
  const response = state.responses.get(id);
  if (!response || clock.now() >= response.expiresAt) throw new MethodError('expired_url');
  if (response.uses >= maxUses) throw new MethodError('used_url');
  if (args.markdown_text !== undefined) throw new MethodError('no_text');
  const content = readContent(args);
  response.uses += 1;
  if (args.response_type === 'in_channel') {
    const author = { ts: state.nextTs(), channel: response.channel, user: state.app.user, botId: state.app.bot };
    state.messages.push({ ...author, ...content });
    return;
  }
  const next = toEphemeral(state, response, args);
  const original = args.replace_original === true ? response.original : undefined;
  if (original) state.ephemerals.splice(state.ephemerals.indexOf(original), 1, next);
  else state.ephemerals.push(next);
  if (original || !response.original) response.original = next;
}

function toEphemeral(state: WorkspaceState, { channel, user }: ResponseUrl, args: Json): Ephemeral {
  return { ts: state.nextTs(), channel, user, ...readContent(args), args };
}
