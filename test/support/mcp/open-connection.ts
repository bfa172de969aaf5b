import { join } from 'node:path';
import process from 'node:process';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createConnectMcp } from '../../../src/connectors/connect-mcp.ts';
import type { ConnectorSettings, ConnectorTransport } from '../../../src/connectors/connector.ts';
import type { ConnectMcp, McpConnection, RemoteCall, RemoteResult } from '../../../src/connectors/mcp-connection.ts';
import { createProcessFiles } from '../../../src/connectors/process-files.ts';
import { realTimers } from '../../../src/connectors/timers.ts';
import { temporaryFolder } from '../run-bylaw.ts';
import { program } from './connector-settings.ts';

type Test = { after: TestContext['after'] };

const zooFolder = fileURLToPath(new URL('../../connectors/zoo/', import.meta.url));

/** A server of the zoo as a program. */
export function animal(name: string, ...args: readonly string[]): ConnectorTransport {
  return program(process.execPath, [join(zooFolder, `${name}.mjs`), ...args]);
}

/** The product's own way to connect, with a state folder that is gone after the test. */
export function connectFor(t: Test, environment: Readonly<Record<string, string>> = {}): ConnectMcp {
  return createConnectMcp({
    environment: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    files: createProcessFiles(join(temporaryFolder(t), 'processes')),
    timers: realTimers,
    random: () => 0,
    version: '0.0.0',
  });
}

/** Connected, and closed after the test. */
export async function openConnection(
  t: Test,
  settings: ConnectorSettings,
  connect = connectFor(t),
): Promise<McpConnection> {
  const connection = await connect(settings, { signal: new AbortController().signal });
  t.after(() => connection.close());
  return connection;
}

export function remoteCall(
  tool: string,
  input: Readonly<Record<string, unknown>> = {},
  rest: Partial<RemoteCall> = {},
): RemoteCall {
  return { tool, input, idempotencyKey: 'key', signal: new AbortController().signal, ...rest };
}

/** The text of a result; throws where it waits for input. */
export function textOf(result: RemoteResult): string {
  if (result.kind !== 'done') throw new Error('the call waits for input');
  return result.content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n');
}

export async function callText(
  connection: McpConnection,
  tool: string,
  input: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  return textOf(await connection.callTool(remoteCall(tool, input)));
}

export const never = new AbortController().signal;
