import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from './clock.ts';
import type { Delivery, Envelope, Reply } from './delivery/delivery.ts';
import { createHttpDelivery, type HttpDelivery } from './delivery/http.ts';
import { createSocketMode, type DisconnectReason, type SocketMode } from './delivery/socket.ts';
import type { Channel, Json, Prompts, User, UserGroup } from './entities.ts';
import { createEventSource } from './events.ts';
import { createFaultQueue, type Fault } from './faults.ts';
import { readManifest } from './manifest.ts';
import { type Acting, createActing } from './people/acting.ts';
import { type Administering, createAdministering } from './people/administering.ts';
import { createForms, type Forms } from './people/forms.ts';
import { createInteractions } from './people/interactions.ts';
import type { PeopleContext, Said } from './people/person.ts';
import { createVisiting, type Visiting } from './people/visiting.ts';
import { createWriting, type Writing } from './people/writing.ts';
import { findProblems } from './problems.ts';
import { createState, type WorkspaceState } from './state.ts';
import { placeOf } from './statuses.ts';
import { type ThreadView, viewThread } from './view.ts';
import type { MethodContext } from './web-api/method.ts';
import { describeView } from './web-api/views.ts';
import { createWebApi } from './web-api/web-api.ts';

export interface SlackServerOptions {
  readonly users: readonly User[];
  readonly channels: readonly Channel[];
  readonly userGroups?: readonly UserGroup[];
  /** The app's manifest, parsed. Scopes, events, commands and shortcuts are held to it. */
  readonly manifest: unknown;
  readonly clock: Clock;
  /** From 0 up to 1; orders the events of one message. */
  readonly random: () => number;
  readonly botToken: string;
  readonly appToken: string;
  /** How the app hears of things. Socket Mode unless given. */
  readonly delivery?:
    | { readonly kind: 'socket' }
    | {
        readonly kind: 'http';
        readonly signingSecret: string;
        /** Epoch milliseconds for signatures, which the app compares with its own clock; the server's clock unless given. */
        readonly signedAt?: () => number;
      };
  /** Whether calls are held to Slack's rate tiers; yes unless given. */
  readonly rateLimits?: boolean;
  /** Any free port unless given. */
  readonly port?: number;
}

/** A Slack workspace on this machine with one installed app: Web API, Socket Mode or HTTP, and people who use it. */
export interface SlackServer extends Writing, Acting, Forms, Administering, Omit<Visiting, 'pressStop'> {
  start(): Promise<void>;
  /** Ends the server. */
  stop(): Promise<void>;
  /** A user presses stop in a thread. Throws if there is no stop button. */
  stop(user: string, channel: string, thread: string): Said;
  /** Base address of the Web API; known once started. */
  apiUrl(): string;
  /** Where the app listens on HTTP: proves the address with `url_verification`, then sends what waited. */
  setRequestUrl(url: string): Promise<void>;
  /** Posts an envelope to the app with a signature of another secret, or from longer ago; the status it answers with. */
  postSigned(envelope: Envelope, signing: { readonly secret?: string; readonly ageMs?: number }): Promise<number>;
  readonly state: WorkspaceState;
  /** Sends events once more, or events of one's own. */
  send(...envelopes: readonly Envelope[]): Promise<void>;
  /** Keeps events back until the returned function is called, which sends them late, or in reverse order. */
  holdEvents(): (options?: { readonly reversed?: boolean }) => void;
  /** The next calls of a Web API method, of `response` addresses or of `files`, meet these faults. */
  fail(method: string, ...faults: readonly Fault[]): void;
  disconnect(reason: DisconnectReason): void;
  drop(): void;
  /** Whether the server answers pings of the app; yes at first. */
  answerPings(answers: boolean): void;
  connections(): number;
  /** Calls of a method that were answered or are being answered. */
  calls(method: string): number;
  /** What a user sees now: a thread, or without one what stands in the channel itself. */
  view(user: string, channel: string, thread?: string): ThreadView;
  /** Blocks of the user's Home tab; undefined before the app published one. */
  home(user: string): readonly Json[] | undefined;
  /** The modal that the user has in front of them, as the app defined it, with `state`. */
  modal(user: string): { readonly id: string; readonly view: Json } | undefined;
  /** Prompts suggested in the user's messages tab. */
  prompts(user: string): Prompts['prompts'];
  /** What must not be left behind. `mayPing` names people who are meant to be called in. */
  problems(options?: { readonly mayPing?: readonly string[] }): string[];
  /** Calls the listener after every change; the returned function ends that. */
  onChange(listener: () => void): () => void;
  /** Resolves once the condition holds; it is looked at after every change. */
  until(condition: () => boolean): Promise<void>;
}

export function createSlackServer(options: SlackServerOptions): SlackServer {
  const { clock } = options;
  const installed = readManifest(options.manifest);
  const state = createState(options);
  const faults = createFaultQueue();
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of [...listeners]) listener();
  };
  const { delivery, socket, http } = createDelivery(options, state.app.id, changed);
  const base = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const events = createEventSource({ state, clock, installed, base });
  const interactions = createInteractions({ state, clock, installed, base });
  const people: PeopleContext = {
    ...{ state, clock, installed, events, interactions, changed },
    random: options.random,
    send: hand,
  };
  let held: (() => void)[] | undefined;

  function hand(envelope: Envelope): Promise<Reply> {
    if (!held || envelope.type !== 'events_api') return delivery.send(envelope);
    const waiting = held;
    return new Promise((resolve) => waiting.push(() => resolve(delivery.send(envelope))));
  }

  async function send(...envelopes: readonly Envelope[]): Promise<void> {
    await Promise.all(envelopes.map(hand));
  }

  const context: MethodContext = {
    ...{ state, clock, installed, base, changed },
    posted(message, channel, unfurls) {
      const unfurl = unfurls && /https?:\/\//.test(JSON.stringify(message)) ? events.ofUnfurl(message, channel) : [];
      void send(...events.ofMessage(message, channel), ...unfurl);
    },
    updated: (message, previous, channel) => void send(...events.ofChange(message, previous, channel)),
    deleted: (message, channel) => void send(...events.ofDeletion(message, channel)),
  };
  const api = createWebApi({
    ...{ context, faults, botToken: options.botToken, appToken: options.appToken },
    rateLimits: options.rateLimits ?? true,
    openSocket: socket && (() => `${base().replace('http', 'ws')}/link?ticket=${socket.ticket()}`),
  });
  const server = createServer((request, response) => {
    void api.serve(request, response).catch(() => response.destroy());
  });
  server.on('upgrade', (request, connection, head) => {
    if (socket) socket.upgrade(request, connection, head);
    else connection.destroy();
  });

  async function close(): Promise<void> {
    delivery.close();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  }

  const { pressStop, ...visiting } = createVisiting(people);
  function stop(): Promise<void>;
  function stop(user: string, channel: string, thread: string): Said;
  function stop(user?: string, channel = '', thread = ''): Promise<void> | Said {
    return user === undefined ? close() : pressStop(user, channel, thread);
  }

  return {
    ...createWriting(people),
    ...createActing(people),
    ...createForms(people),
    ...createAdministering(people),
    ...visiting,
    start: () => new Promise((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve)),
    stop,
    apiUrl: () => `${base()}/api/`,
    setRequestUrl: (url) => required(http).setRequestUrl(url),
    postSigned: (envelope, signing) => required(http).post(envelope, signing),
    state,
    send,
    holdEvents() {
      const own: (() => void)[] = [];
      held = own;
      return ({ reversed = false } = {}) => {
        if (held === own) held = undefined;
        for (const release of reversed ? own.reverse() : own) release();
      };
    },
    fail: faults.add,
    disconnect: (reason) => socket?.disconnect(reason),
    drop: () => socket?.drop(),
    answerPings: (answers) => socket?.answerPings(answers),
    connections: () => socket?.connections() ?? 0,
    calls: api.calls,
    view: (user, channel, thread) =>
      viewThread(state, user, channel, thread, installed.events.has('agent_session_stopped')),
    home: (user) => state.homes.get(user)?.content.blocks,
    modal(user) {
      const view = state.modals.get(user)?.at(-1);
      return view && { id: view.id, view: describeView(state, view) };
    },
    prompts: (user) => state.prompts.get(placeOf(state.directChannel(user).id, undefined))?.prompts ?? [],
    problems({ mayPing } = {}) {
      const open = delivery.unacknowledged();
      return [
        ...findProblems(state, mayPing),
        ...(open === 0 ? [] : [`${open} envelopes without acknowledgement`]),
        ...api.unknown().map((method) => `unknown method: ${method}`),
      ];
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    until: (condition) =>
      new Promise((resolve) => {
        const look = () => {
          if (!condition()) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        look();
      }),
  };
}

function createDelivery(
  { clock, delivery = { kind: 'socket' } }: SlackServerOptions,
  appId: string,
  onChange: () => void,
): { readonly delivery: Delivery; readonly socket?: SocketMode; readonly http?: HttpDelivery } {
  if (delivery.kind === 'socket') {
    const socket = createSocketMode({ clock, appId, onChange });
    return { delivery: socket, socket };
  }
  const { signingSecret, signedAt = clock.now } = delivery;
  const http = createHttpDelivery({ clock, signingSecret, signedAt, onChange });
  return { delivery: http, http };
}

function required(http: HttpDelivery | undefined): HttpDelivery {
  if (!http) throw new Error('the workspace delivers over Socket Mode');
  return http;
}
