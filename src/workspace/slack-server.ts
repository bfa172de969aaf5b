import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from './clock.ts';
import { createEventSource } from './events.ts';
import { createFaultQueue, type Fault } from './faults.ts';
import { readManifest } from './manifest.ts';
import { MethodError } from './messages.ts';
import { type MethodContext, methods } from './methods.ts';
import { createRates } from './rates.ts';
import { readArguments } from './request.ts';
import { openResponse, respond, showAcknowledgement } from './responses.ts';
import { createSocketMode, type DisconnectReason, type Envelope } from './socket.ts';
import { type Channel, createState, type Json, type User, type WorkspaceState } from './state.ts';
import { findProblems, type ThreadView, viewThread } from './view.ts';

export interface SlackServerOptions {
  readonly users: readonly User[];
  readonly channels: readonly Channel[];
  /** The app's manifest, parsed. Scopes, events and commands are held to it. */
  readonly manifest: unknown;
  readonly clock: Clock;
  /** From 0 up to 1; orders the events of one message. */
  readonly random: () => number;
  readonly botToken: string;
  readonly appToken: string;
}

export interface Said {
  readonly ts: string;
  /** The events that told the app, in the order they were sent. */
  readonly envelopes: readonly Envelope[];
  /** Resolves when the app has acknowledged all of them. */
  readonly acknowledged: Promise<void>;
}

/** A Slack workspace on this machine with one installed app: Web API, Socket Mode and people who write. */
export interface SlackServer {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Base address of the Web API; known once started. */
  apiUrl(): string;
  readonly state: WorkspaceState;
  /** A user writes a message; `@name` mentions people. */
  say(
    user: string,
    channel: string,
    text: string,
    options?: { readonly thread?: string; readonly subtype?: string; readonly files?: readonly string[] },
  ): Said;
  /** A user sends a slash command; resolves when the app has acknowledged it. */
  command(user: string, channel: string, line: string): Promise<Said>;
  /** Sends events once more, or events of one's own. */
  send(...envelopes: readonly Envelope[]): Promise<void>;
  /** The next calls of a Web API method, or of `response` addresses, meet these faults. */
  fail(method: string, ...faults: readonly Fault[]): void;
  disconnect(reason: DisconnectReason): void;
  drop(): void;
  connections(): number;
  /** Calls of a method that were answered or are being answered. */
  calls(method: string): number;
  view(user: string, channel: string, thread?: string): ThreadView;
  problems(): string[];
  /** Resolves once the condition holds; it is looked at after every change. */
  until(condition: () => boolean): Promise<void>;
}

export function createSlackServer(options: SlackServerOptions): SlackServer {
  const { clock } = options;
  const installed = readManifest(options.manifest);
  const state = createState(options);
  const faults = createFaultQueue();
  const overRate = createRates(clock);
  const counts = new Map<string, number>();
  const watchers = new Set<() => void>();
  const changed = () => {
    for (const look of [...watchers]) look();
  };
  const socket = createSocketMode({ clock, appId: state.app.id, onChange: changed });
  const events = createEventSource({ state, clock, installed });
  const http = createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy());
  });
  http.on('upgrade', socket.upgrade);

  const context: MethodContext = {
    state,
    clock,
    installed,
    posted(message, channel, unfurls) {
      const unfurl = unfurls && /https?:\/\//.test(JSON.stringify(message)) ? events.ofUnfurl(message, channel) : [];
      void send([...events.ofMessage(message, channel), ...unfurl]);
    },
  };

  const base = () => `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

  async function send(envelopes: readonly Envelope[]): Promise<void> {
    await Promise.all(envelopes.map(socket.send));
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://workspace').pathname;
    const args = await readArguments(request);
    const responseId = /^\/response\/(.+)$/.exec(path)?.[1];
    const method = responseId === undefined ? path.replace(/^\/api\//, '') : 'response';
    counts.set(method, (counts.get(method) ?? 0) + 1);
    const fault = faults.take(method);
    const answer = !fault || fault.applied ? run(method, args, request, responseId) : { status: 200, body: {} };
    changed();
    await fault?.hold;
    if (fault?.drop) {
      response.destroy();
      return;
    }
    const status = fault?.status ?? answer.status;
    const retryAfter = fault?.retryAfterS ?? answer.retryAfterS;
    const body = fault?.code === undefined ? answer.body : { ok: false, error: fault.code };
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(method !== 'apps.connections.open' && { 'x-oauth-scopes': [...installed.scopes].join(',') }),
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    });
    response.end(JSON.stringify(body));
  }

  function run(
    method: string,
    args: Json,
    request: IncomingMessage,
    responseId: string | undefined,
  ): { status: number; body: Json; retryAfterS?: number } {
    const failStatus = responseId === undefined ? 200 : 400;
    try {
      if (responseId !== undefined) {
        respond(state, clock, responseId, args);
        return { status: 200, body: { ok: true } };
      }
      const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
      if (token !== (method === 'apps.connections.open' ? options.appToken : options.botToken)) {
        throw new MethodError(token === undefined ? 'not_authed' : 'invalid_auth');
      }
      if (method === 'apps.connections.open') {
        if (!installed.socketMode) throw new MethodError('not_allowed_token_type');
        return {
          status: 200,
          body: { ok: true, url: `${base().replace('http', 'ws')}/link?ticket=${socket.ticket()}` },
        };
      }
      const known = methods[method];
      if (!known) throw new MethodError('unknown_method');
      const waitS = overRate(method, args);
      if (waitS !== undefined) return { status: 429, body: { ok: false, error: 'ratelimited' }, retryAfterS: waitS };
      return { status: 200, body: { ok: true, ...known(context, args) } };
    } catch (error) {
      if (!(error instanceof MethodError)) throw error;
      return { status: failStatus, body: { ok: false, error: error.code, ...error.details } };
    }
  }

  function mentionsEscaped(text: string): string {
    const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    const byName = new Map([...state.users.values()].map((user) => [user.name, user.id]));
    return safe.replace(/@([a-z0-9_-]+)/g, (written, name) => {
      const id = byName.get(name);
      return id === undefined ? written : `<@${id}>`;
    });
  }

  return {
    start: () => new Promise((resolve) => http.listen(0, '127.0.0.1', resolve)),
    async stop() {
      socket.close();
      const closed = new Promise<void>((resolve) => http.close(() => resolve()));
      http.closeAllConnections();
      await closed;
    },
    apiUrl: () => `${base()}/api/`,
    state,
    say(user, channelId, text, more = {}) {
      const channel = state.channels.get(channelId);
      if (!channel?.members.includes(user)) throw new Error(`${user} is no member of ${channelId}`);
      const { thread, subtype, files } = more;
      const message = {
        ts: state.nextTs(),
        channel: channelId,
        user,
        text: mentionsEscaped(text),
        ...(thread !== undefined && { thread }),
        ...(subtype !== undefined && { subtype }),
        ...(files !== undefined && { files }),
      };
      state.messages.push(message);
      const envelopes = events.ofMessage(message, channel);
      if (options.random() < 0.5) envelopes.reverse();
      return { ts: message.ts, envelopes, acknowledged: send(envelopes) };
    },
    async command(user, channelId, line) {
      const [command = '', ...words] = line.split(' ');
      const declared = installed.commands.get(command);
      if (!declared) throw new Error(`the manifest declares no ${command}`);
      const channel = state.channels.get(channelId);
      const response = openResponse(state, clock, user, channelId);
      const text = words.join(' ');
      const envelope: Envelope = {
        type: 'slash_commands',
        payload: {
          token: 'workspace',
          command,
          text: declared.escapes ? mentionsEscaped(text) : text,
          user_id: user,
          user_name: state.users.get(user)?.name,
          team_id: state.users.get(user)?.team ?? state.team.id,
          team_domain: state.team.domain,
          channel_id: channelId,
          channel_name: channel?.kind === 'im' ? 'directmessage' : channel?.name,
          response_url: `${base()}/response/${response.id}`,
          trigger_id: state.nextId('trigger.'),
          api_app_id: state.app.id,
          is_enterprise_install: 'false',
        },
      };
      showAcknowledgement(state, response, await socket.send(envelope));
      changed();
      return { ts: '', envelopes: [envelope], acknowledged: Promise.resolve() };
    },
    send: (...envelopes) => send(envelopes),
    fail: faults.add,
    disconnect: socket.disconnect,
    drop: socket.drop,
    connections: socket.connections,
    calls: (method) => counts.get(method) ?? 0,
    view: (user, channel, thread) => viewThread(state, user, channel, thread),
    problems() {
      const open = socket.unacknowledged();
      return [...findProblems(state), ...(open === 0 ? [] : [`${open} envelopes without acknowledgement`])];
    },
    until: (condition) =>
      new Promise((resolve) => {
        const look = () => {
          if (!condition()) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        look();
      }),
  };
}
