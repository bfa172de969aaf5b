import type { StreamableHTTPClientTransport, Transport } from '@modelcontextprotocol/client';
import { childEnvironment } from './child-environment.ts';
import type { ConnectorSettings } from './connector.ts';
import { guardTransport, type LostAnswer } from './guard-transport.ts';
import { limitAnswers } from './limit-answers.ts';
import type { McpSignIn } from './mcp-connection.ts';
import type { ProcessFiles } from './process-files.ts';
import { fields } from './read-result.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { createStdioTransport } from './stdio-transport.ts';
import { unlessStopped } from './unless-stopped.ts';

export type Sdk = typeof import('@modelcontextprotocol/client');

export interface LinkDeps {
  /** Of the bot; children see a few of its variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly files: ProcessFiles;
}

const goodbyeMs = 1000;

/** One way to a server, and what is known about it. */
export interface ServerLink {
  /** A new transport; the one before is done with. */
  open(): Transport;
  finishSignIn(came: URLSearchParams): Promise<void>;
  /** Told of what the SDK could not make sense of. */
  odd(error: Error): void;
  oddities(): number;
  ended(): string | undefined;
  printed(): string;
  close(): Promise<void>;
}

/** A program or an address, as the settings say. */
export function linkTo(
  sdk: Sdk,
  deps: LinkDeps,
  settings: ConnectorSettings,
  signIn: McpSignIn | undefined,
): ServerLink {
  return settings.transport.kind === 'stdio' ? programLink(sdk, deps, settings) : httpLink(sdk, settings, signIn);
}

function programLink(sdk: Sdk, deps: LinkDeps, settings: ConnectorSettings): ServerLink {
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

function httpLink(sdk: Sdk, settings: ConnectorSettings, signIn: McpSignIn | undefined): ServerLink {
  const { transport } = settings;
  if (transport.kind !== 'http') throw new TypeError('not an address');
  let oddities = 0;
  const tooLarge = new Set<unknown>();
  let inner: StreamableHTTPClientTransport | undefined;
  const cutBecause = (id: string | number): LostAnswer => (tooLarge.delete(id) ? 'too_large' : 'cut');
  return {
    open: () => {
      inner = new sdk.StreamableHTTPClientTransport(new URL(transport.url), {
        requestInit: { headers: { ...transport.headers } },
        fetch: limitAnswers(fetch, (request) => {
          tooLarge.add(idOf(request));
        }),
        ...(signIn === undefined ? {} : { authProvider: signIn.provider }),
      });
      return guardTransport(inner, { program: false, cutBecause });
    },
    finishSignIn: async (came) => inner?.finishAuth(came),
    odd: (error) => {
      if (error instanceof SyntaxError || error.name === 'ZodError') oddities++;
    },
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

function idOf(request: unknown): unknown {
  try {
    return fields(JSON.parse(String(request))).id;
  } catch {
    return undefined;
  }
}

/** Tells the server that its session is over; one that doesn't answer is left at that. */
async function endSession(transport: StreamableHTTPClientTransport): Promise<void> {
  await unlessStopped(AbortSignal.timeout(goodbyeMs), transport.terminateSession()).catch(() => {});
}
