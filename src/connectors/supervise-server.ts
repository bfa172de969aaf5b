import { BylawError, loggable, messageOf } from '../errors.ts';
import type { Log } from '../log.ts';
import type { ConnectorSettings, ConnectorState } from './connector.ts';
import { CallError, ConnectError } from './connector-errors.ts';
import { watchHealth } from './health.ts';
import type {
  ConnectionEvent,
  ConnectMcp,
  McpConnection,
  McpSignIn,
  RemoteCall,
  RemoteTool,
} from './mcp-connection.ts';
import type { HostEvent, McpServer } from './mcp-host.ts';
import { createRestartPolicy, restMs } from './restart-policy.ts';
import { describeTools } from './server-warnings.ts';
import type { Timers } from './timers.ts';

/** Keeps one server connected. */
export interface Supervisor {
  /** Settles when it is ready or has failed for the first time. */
  readonly first: Promise<void>;
  start(): void;
  stop(): Promise<void>;
  retry(): Promise<void>;
  /** Takes over settings that don't change how it is connected. */
  update(settings: ConnectorSettings): void;
  server(): McpServer;
}

export interface SupervisorDeps {
  readonly connect: ConnectMcp;
  readonly timers: Timers;
  readonly random: () => number;
  readonly log: Log;
  readonly emit: (event: HostEvent) => void;
  readonly signIn?: ((settings: ConnectorSettings) => McpSignIn | undefined) | undefined;
}

/** Servers tell of many changes at once; they are listed again when it has been quiet for so long. */
const debounceMs = 300;

export function superviseServer(initial: ConnectorSettings, deps: SupervisorDeps): Supervisor {
  const { connect, timers, log, emit } = deps;
  const { name } = initial;
  const policy = createRestartPolicy(deps.random);
  let settings = initial;
  let state: ConnectorState = 'connecting';
  let trouble: { readonly reason?: string; readonly versions?: McpServer['versions'] } = {};
  let connection: McpConnection | undefined;
  let tools: readonly RemoteTool[] = [];
  let readySince = 0;
  let running = 0;
  let attempt: Promise<void> | undefined;
  const stopping = new AbortController();
  let cancelTimer = () => {};
  let cancelRefresh = () => {};
  let stopWatching = () => {};
  /** Connections on their way out; `stop` waits for their processes. */
  const leaving = new Set<Promise<void>>();
  let settle = () => {};
  const first = new Promise<void>((resolve) => {
    settle = resolve;
  });

  const become = (next: ConnectorState, why: typeof trouble = {}) => {
    state = next;
    trouble = why;
    log.info('connector.state', { connector: name, state });
    emit({ kind: 'state', server: name });
  };

  /** One attempt at a time, each with a new client and transport. */
  function tryNow(): Promise<void> {
    cancelTimer();
    if (stopping.signal.aborted) return Promise.resolve();
    attempt ??= connectOnce().then((come) => {
      attempt = undefined;
      come();
      settle();
    });
    return attempt;
  }

  /** Returns what has come of it, to be told once the attempt is over. */
  async function connectOnce(): Promise<() => void> {
    const { signal } = stopping;
    become('connecting');
    let opened: McpConnection | undefined;
    try {
      const signIn = deps.signIn?.(settings);
      const connection = await connect(settings, { signal, ...(signIn === undefined ? {} : { signIn }) });
      opened = connection;
      const listed = await connection.listTools(signal);
      return () => {
        if (signal.aborted) void leave(connection);
        else ready(connection, listed);
      };
    } catch (error) {
      if (opened !== undefined) await leave(opened);
      return () => {
        if (!signal.aborted) failed(error);
      };
    }
  }

  function ready(opened: McpConnection, listed: readonly RemoteTool[]): void {
    connection = opened;
    readySince = timers.now();
    const forget = opened.on((event) => heard(opened, event));
    const stopHealth = watchHealth(opened, {
      timers,
      busy: () => running > 0,
      onFailure: (error) => lost(opened, error),
    });
    stopWatching = () => {
      forget();
      stopHealth();
    };
    take(listed);
    become('ready');
  }

  function take(listed: readonly RemoteTool[]): void {
    const before = JSON.stringify(tools);
    tools = listed;
    if (JSON.stringify(tools) !== before) emit({ kind: 'tools', server: name });
  }

  function heard(from: McpConnection, event: ConnectionEvent): void {
    if (from !== connection) return;
    if (event.kind === 'closed') lost(from, new ConnectError('down', `connector "${name}": ${event.reason}`));
    else if (event.kind === 'resource') emit({ kind: 'resource', server: name, uri: event.uri });
    else if (event.kind === 'tools') {
      cancelRefresh();
      cancelRefresh = timers.after(debounceMs, () => void refresh(from));
    } else emit({ kind: event.kind, server: name });
  }

  async function refresh(from: McpConnection): Promise<void> {
    try {
      const listed = await from.listTools(stopping.signal);
      if (from === connection) take(listed);
    } catch (error) {
      log.warn('connector.list_failed', { connector: name, error: loggable(error) });
    }
  }

  function leave(old: McpConnection): Promise<void> {
    const gone = old.close().catch((error: unknown) => {
      log.warn('connector.close_failed', { connector: name, error: loggable(error) });
    });
    leaving.add(gone);
    return gone.finally(() => leaving.delete(gone));
  }

  function drop(old: McpConnection): void {
    stopWatching();
    cancelRefresh();
    connection = undefined;
    void leave(old);
  }

  function lost(old: McpConnection, error: unknown): void {
    if (old !== connection) return;
    drop(old);
    failed(error, timers.now() - readySince);
  }

  function failed(error: unknown, readyForMs = 0): void {
    const reason = error instanceof BylawError ? error.message : `connector "${name}" failed: ${messageOf(error)}`;
    const known = error instanceof ConnectError ? error.trouble : 'down';
    if (known === 'needs_auth' || (error instanceof CallError && error.needsAuth)) {
      become('needs_auth', { reason });
      return;
    }
    const versions = error instanceof ConnectError ? error.versions : undefined;
    if (known === 'misconfigured') {
      again(restMs);
      become('failed', { reason, ...(versions === undefined ? {} : { versions }) });
      return;
    }
    // An address that doesn't answer costs nothing to ask again; starting a program does.
    const counts = readyForMs > 0 || settings.transport.kind === 'stdio';
    const { ms, broken } = policy.next({ now: timers.now(), readyForMs, counts });
    again(ms);
    if (broken) become('failed', { reason: `${reason}; it failed too often and is tried again in 10 minutes` });
    else become('backoff', { reason });
  }

  function again(ms: number): void {
    cancelTimer();
    cancelTimer = timers.after(ms, () => void tryNow());
  }

  async function call(request: RemoteCall, { repeatable }: { readonly repeatable: boolean }) {
    const at = connection;
    if (at === undefined) {
      const why = trouble.reason ?? `connector "${name}" is not connected yet`;
      throw new CallError('not_done', why, { needsAuth: state === 'needs_auth' });
    }
    running++;
    try {
      return await at.callTool(request);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.needsAuth) lost(at, error);
      if (!error.sessionLost) throw error;
      if (at === connection) {
        drop(at);
        await tryNow();
      } else await attempt;
      if (!repeatable || connection === undefined) throw error;
      return await connection.callTool(request);
    } finally {
      running--;
    }
  }

  return {
    first,
    start: () => void tryNow(),
    stop: async () => {
      stopping.abort();
      cancelTimer();
      if (connection !== undefined) drop(connection);
      await attempt;
      await Promise.all(leaving);
      settle();
    },
    retry: () => {
      // The first generation goes before the second comes.
      if (connection !== undefined) drop(connection);
      return tryNow();
    },
    update: (next) => {
      settings = next;
    },
    server: () => ({
      name,
      settings,
      state,
      ...trouble,
      ...(connection === undefined ? {} : { revision: connection.revision, connection }),
      ...describeTools(tools, settings, connection?.oddities() ?? 0),
      call,
    }),
  };
}
