import type { Client, PriorDiscovery, StreamableHTTPClientTransport, Transport } from '@modelcontextprotocol/client';
import { childEnvironment } from './child-environment.ts';
import { createClientConnection } from './client-connection.ts';
import type { ConnectorSettings } from './connector.ts';
import { ConnectError } from './connector-errors.ts';
import { isUnauthorized } from './describe-call-failure.ts';
import { describeConnectFailure } from './describe-connect-failure.ts';
import { guardTransport, type LostAnswer } from './guard-transport.ts';
import { limitAnswers } from './limit-answers.ts';
import type { ConnectMcp, McpConnection, McpSignIn } from './mcp-connection.ts';
import type { ProcessFiles } from './process-files.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { createStdioTransport } from './stdio-transport.ts';
import type { Timers } from './timers.ts';

export interface ConnectMcpDeps {
  /** Of the bot; children see a few of its variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly files: ProcessFiles;
  readonly timers: Timers;
  readonly random: () => number;
  readonly version: string;
}

const newest = '2026-07-28';
/** A silent program is taken for an older server after this share of the time to connect. */
const probeShare = 0.4;
const signInsPerRequest = 2;
const goodbyeMs = 1000;

/** Connects by the SDK, which no other file runs, and which is loaded with the first connection. */
export function createConnectMcp(deps: ConnectMcpDeps): ConnectMcp {
  /** Programs that turned out to be older: asking them again would cost another start. */
  const older = new Set<string>();

  return async (settings, { signal, signIn }) => {
    const sdk = await import('@modelcontextprotocol/client');
    const key = JSON.stringify(settings.transport);
    const attempt = (prior: PriorDiscovery | undefined) => connectOnce(sdk, deps, settings, { signal, signIn, prior });
    if (settings.protocol === newest) return pinned(attempt);
    if (settings.protocol === 'legacy' || older.has(key)) return attempt({ kind: 'legacy' });
    try {
      const connection = await attempt(undefined);
      if (settings.transport.kind === 'stdio' && connection.revision < newest) older.add(key);
      return connection;
    } catch (error) {
      // Some older programs end at a question they don't know. A new one is asked as older servers want it.
      if (signal.aborted || !(error instanceof ConnectError && error.programEnded)) throw error;
      const connection = await attempt({ kind: 'legacy' });
      older.add(key);
      return connection;
    }
  };
}

/** Who pins the revision knows the server: one that doesn't introduce itself is spoken to all the same. */
async function pinned(attempt: (prior?: PriorDiscovery) => Promise<McpConnection>): Promise<McpConnection> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof Error && error.cause instanceof Error && /did not offer pinned/.test(error.cause.message)))
      throw error;
    return attempt({
      kind: 'modern',
      discover: {
        resultType: 'complete',
        supportedVersions: [newest],
        capabilities: { tools: {}, resources: {}, prompts: {} },
        ttlMs: 0,
        cacheScope: 'private',
      },
    });
  }
}

type Sdk = typeof import('@modelcontextprotocol/client');

interface Attempt {
  readonly signal: AbortSignal;
  readonly signIn: McpSignIn | undefined;
  readonly prior: PriorDiscovery | undefined;
}

async function connectOnce(
  sdk: Sdk,
  deps: ConnectMcpDeps,
  settings: ConnectorSettings,
  { signal, signIn, prior }: Attempt,
): Promise<McpConnection> {
  const { connectMs } = settings.limits;
  const deadline = AbortSignal.timeout(connectMs);
  const stop = AbortSignal.any([signal, deadline]);
  const link = settings.transport.kind === 'stdio' ? programLink(sdk, deps, settings) : httpLink(sdk, settings, signIn);
  let client: Client = newClient(sdk, deps, settings);
  const withSignIn = async <T>(request: () => Promise<T>): Promise<T> => {
    for (let tries = 0; ; tries++) {
      try {
        return await request();
      } catch (error) {
        const came = isUnauthorized(error) && tries < signInsPerRequest ? signIn?.callback?.() : undefined;
        if (came === undefined) throw error;
        await link.finishSignIn(came);
      }
    }
  };
  try {
    await unlessStopped(
      stop,
      withSignIn(async () => {
        client = newClient(sdk, deps, settings);
        client.onerror = () => link.odd();
        await client.connect(link.open(), {
          timeout: connectMs,
          signal: stop,
          ...(prior === undefined ? {} : { prior }),
        });
      }),
    );
  } catch (error) {
    await link.close();
    throw describeConnectFailure(error, {
      settings,
      ours: settings.protocol === newest ? [newest] : [newest, ...sdk.SUPPORTED_PROTOCOL_VERSIONS],
      ended: link.ended(),
      printed: link.printed(),
      timedOut: deadline.aborted && !signal.aborted,
    });
  }
  return createClientConnection({
    client,
    settings,
    revision: client.getNegotiatedProtocolVersion() ?? '',
    modern: client.getProtocolEra() === 'modern',
    withSignIn,
    oddities: link.oddities,
    ended: link.ended,
    close: link.close,
    timers: deps.timers,
    random: deps.random,
  });
}

function newClient(sdk: Sdk, deps: ConnectMcpDeps, settings: ConnectorSettings): Client {
  const mode = settings.protocol === newest ? { pin: newest } : settings.protocol;
  return new sdk.Client(
    { name: 'bylaw', version: deps.version },
    {
      capabilities: { elicitation: { form: { applyDefaults: true }, url: {} } },
      versionNegotiation: {
        mode,
        ...(settings.transport.kind === 'stdio'
          ? { probe: { timeoutMs: settings.limits.connectMs * probeShare } }
          : {}),
      },
      inputRequired: { autoFulfill: false },
    },
  );
}

/** One way to a server, and what is known about it. */
interface Link {
  /** A new transport; the one before is done with. */
  open(): Transport;
  finishSignIn(came: URLSearchParams): Promise<void>;
  odd(): void;
  oddities(): number;
  ended(): string | undefined;
  printed(): string;
  close(): Promise<void>;
}

function programLink(sdk: Sdk, deps: ConnectMcpDeps, settings: ConnectorSettings): Link {
  const { transport } = settings;
  if (transport.kind !== 'stdio') throw new TypeError('not a program');
  let oddities = 0;
  let ended: string | undefined;
  let running: ServerProcess | undefined;
  let inner: Transport | undefined;
  const program = { name: settings.name, ...transport, env: childEnvironment(deps.environment, transport.env) };
  return {
    open: () => {
      inner = createStdioTransport({
        start: async (events) => {
          running = await startServerProcess(program, events, deps.files);
          return running;
        },
        parse: sdk.parseJSONRPCMessage,
        onOddity: () => oddities++,
        onEnd: (how) => {
          ended = how;
        },
      });
      return guardTransport(inner, { program: true, cutBecause: () => 'cut' });
    },
    finishSignIn: async () => {},
    odd: () => {},
    oddities: () => oddities,
    ended: () => ended,
    printed: () => running?.errors() ?? '',
    close: async () => inner?.close(),
  };
}

function httpLink(sdk: Sdk, settings: ConnectorSettings, signIn: McpSignIn | undefined): Link {
  const { transport } = settings;
  if (transport.kind !== 'http') throw new TypeError('not an address');
  let oddities = 0;
  let tooLarge = false;
  let inner: StreamableHTTPClientTransport | undefined;
  const cutBecause = (): LostAnswer => (tooLarge ? 'too_large' : 'cut');
  return {
    open: () => {
      inner = new sdk.StreamableHTTPClientTransport(new URL(transport.url), {
        requestInit: { headers: { ...transport.headers } },
        fetch: limitAnswers(fetch, () => {
          tooLarge = true;
        }),
        ...(signIn === undefined ? {} : { authProvider: signIn.provider }),
      });
      return guardTransport(inner, { program: false, cutBecause });
    },
    finishSignIn: async (came) => inner?.finishAuth(came),
    odd: () => oddities++,
    oddities: () => oddities,
    ended: () => undefined,
    printed: () => '',
    close: async () => {
      const leaving = inner;
      inner = undefined;
      if (leaving?.sessionId !== undefined) await endSession(leaving);
      await leaving?.close();
    },
  };
}

/** Tells the server that its session is over; one that doesn't answer is left at that. */
async function endSession(transport: StreamableHTTPClientTransport): Promise<void> {
  await unlessStopped(AbortSignal.timeout(goodbyeMs), transport.terminateSession()).catch(() => {});
}

/** Rejects when the signal aborts, whatever becomes of the promise. */
function unlessStopped<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
