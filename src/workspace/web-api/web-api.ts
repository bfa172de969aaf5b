import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Json } from '../entities.ts';
import type { Fault, FaultQueue } from '../faults.ts';
import { visibleFile } from './files.ts';
import { type MethodContext, MethodError } from './method.ts';
import { methods } from './methods.ts';
import { createRates } from './rates.ts';
import { readArguments } from './request.ts';
import { respond } from './responses.ts';

/** What the app calls: methods below `/api/`, `/response/<id>`, and shared files below `/files/`. */
export interface WebApi {
  serve(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Calls of a method that were answered or are being answered; `response` and `files` count too. */
  calls(method: string): number;
  /** Methods that were called and that Slack does not have. */
  unknown(): readonly string[];
}

interface Answer {
  readonly status: number;
  readonly body: Json | Uint8Array | string;
  readonly type?: string;
  readonly retryAfterS?: number;
}

export function createWebApi(options: {
  readonly context: MethodContext;
  readonly faults: FaultQueue;
  readonly botToken: string;
  readonly appToken: string;
  readonly rateLimits: boolean;
  /** Opens a Socket Mode address; undefined where the app listens on HTTP. */
  readonly openSocket: (() => string) | undefined;
}): WebApi {
  const { context, faults } = options;
  const { state, installed } = context;
  const counts = new Map<string, number>();
  const unknown = new Set<string>();
  const overRate = options.rateLimits ? createRates(context.clock) : () => undefined;

  function api(method: string, args: Json, token: string | undefined): Answer {
    if (token !== (method === 'apps.connections.open' ? options.appToken : options.botToken)) {
      throw new MethodError(token === undefined ? 'not_authed' : 'invalid_auth');
    }
    if (method === 'apps.connections.open') {
      if (!options.openSocket || !installed.socketMode) throw new MethodError('not_allowed_token_type');
      return { status: 200, body: { ok: true, url: options.openSocket() } };
    }
    if (state.cutOff !== undefined) throw new MethodError(state.cutOff);
    const known = methods[method];
    if (!known) {
      unknown.add(method);
      throw new MethodError('unknown_method');
    }
    const waitS = overRate(method, args);
    if (waitS !== undefined) return { status: 429, body: { ok: false, error: 'ratelimited' }, retryAfterS: waitS };
    return { status: 200, body: { ok: true, ...known(context, args) } };
  }

  function download(id: string, token: string | undefined): Answer {
    const file = visibleFile(state, id);
    // Whoever may not download is shown the way to sign in, and no error.
    const allowed = token === options.botToken && installed.scopes.has('files:read') && state.cutOff === undefined;
    if (!allowed || !file) return { status: 200, body: '<!DOCTYPE html><title>Sign in</title>', type: 'text/html' };
    return { status: 200, body: file.content, type: file.mimetype };
  }

  function run(target: Target, args: Json, token: string | undefined): Answer {
    try {
      if (target.kind === 'files') return download(target.id, token);
      if (target.kind === 'method') return api(target.id, args, token);
      respond(context, target.id, args);
      return { status: 200, body: { ok: true } };
    } catch (error) {
      if (!(error instanceof MethodError)) throw error;
      const status = target.kind === 'response' ? 400 : 200;
      return { status, body: { ok: false, error: error.code, ...error.details } };
    }
  }

  return {
    async serve(request, response) {
      const target = targetOf(request.url ?? '/');
      const args = await readArguments(request);
      const name = target.kind === 'method' ? target.id : target.kind;
      counts.set(name, (counts.get(name) ?? 0) + 1);
      const fault = faults.take(name);
      const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
      const answer = !fault || fault.applied ? run(target, args, token) : { status: 200, body: {} };
      context.changed();
      await fault?.hold;
      if (fault?.drop) response.destroy();
      else write(response, withFault(answer, fault), name === 'apps.connections.open' ? [] : [...installed.scopes]);
    },
    calls: (method) => counts.get(method) ?? 0,
    unknown: () => [...unknown],
  };
}

interface Target {
  readonly kind: 'method' | 'response' | 'files';
  readonly id: string;
}

function targetOf(url: string): Target {
  const path = new URL(url, 'http://workspace').pathname;
  const [, kind, id = ''] = path.split('/');
  if (kind === 'response' || kind === 'files') return { kind, id };
  return { kind: 'method', id: path.replace(/^\/api\//, '') };
}

function withFault(answer: Answer, fault: Fault | undefined): Answer {
  const retryAfterS = fault?.retryAfterS ?? answer.retryAfterS;
  return {
    ...answer,
    status: fault?.status ?? answer.status,
    ...(retryAfterS !== undefined && { retryAfterS }),
    ...(fault?.code !== undefined && { body: { ok: false, error: fault.code } }),
  };
}

function write(response: ServerResponse, answer: Answer, scopes: readonly string[]): void {
  response.writeHead(answer.status, {
    'content-type': answer.type ?? 'application/json',
    ...(scopes.length > 0 && { 'x-oauth-scopes': scopes.join(',') }),
    ...(answer.retryAfterS !== undefined && { 'retry-after': String(answer.retryAfterS) }),
  });
  const { body } = answer;
  response.end(typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body));
}
