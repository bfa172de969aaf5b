import type { Client, PriorDiscovery } from '@modelcontextprotocol/client';
import { createClientConnection } from './client-connection.ts';
import type { ConnectorSettings } from './connector.ts';
import { ConnectError } from './connector-errors.ts';
import { isUnauthorized } from './describe-call-failure.ts';
import { describeConnectFailure } from './describe-connect-failure.ts';
import type { ConnectMcp, McpConnection, McpSignIn } from './mcp-connection.ts';
import { type LinkDeps, linkTo, type Sdk } from './server-link.ts';
import type { Timers } from './timers.ts';
import { unlessStopped } from './unless-stopped.ts';

export interface ConnectMcpDeps extends LinkDeps {
  readonly timers: Timers;
  readonly random: () => number;
  readonly version: string;
}

const newest = '2026-07-28';
/** A silent program is taken for an older server after this share of the time to connect. */
const probeShare = 0.4;
const signInsPerRequest = 2;

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
  const link = linkTo(sdk, deps, settings, signIn);
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
        client.onerror = link.odd;
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
