import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { ConnectorSettings } from '../../src/connectors/connector.ts';
import { createConnectors } from '../../src/connectors/create-connectors.ts';
import type { ConnectMcp, RemoteTool } from '../../src/connectors/mcp-connection.ts';
import type { Timers } from '../../src/connectors/timers.ts';
import type { Viewer } from '../../src/domain.ts';
import { silentLog } from '../../src/log.ts';
import type { Records } from '../../src/records/records.ts';
import { createSqliteRecords } from '../../src/records/sqlite.ts';
import type { Tool, ToolContext } from '../../src/tools/tool.ts';
import { address, connectorSettings } from '../support/mcp/connector-settings.ts';
import { type FakeBehaviour, fakeConnect, fakeTool } from '../support/mcp/fake-connection.ts';
import { openHost } from '../support/mcp/open-host.ts';

type Test = { after: TestContext['after'] };

export const ada: Viewer = { audienceKeys: ['everyone'], on: '2026-11-30', person: 'U-ADA', place: 'C-HR' };

/** Settings of a connector that everyone may use, whose word is believed. */
export function trusted(name: string, given: Partial<ConnectorSettings> = {}): ConnectorSettings {
  return connectorSettings(name, address(`https://${name}.example/mcp?key=secret`), {
    card: { operator: 'Acme GmbH', location: 'Germany', data: ['ticket texts'] },
    tools: { deny: [], trusted: true, approvers: ['desk'] },
    ...given,
  });
}

export function reading(name: string, description = 'Reads.', more: Partial<RemoteTool> = {}): RemoteTool {
  return { ...fakeTool(name, description), annotations: { readOnlyHint: true, openWorldHint: false }, ...more };
}

export function writing(name: string, description = 'Writes.', more: Partial<RemoteTool> = {}): RemoteTool {
  return { ...fakeTool(name, description), annotations: { readOnlyHint: false, destructiveHint: false }, ...more };
}

export interface FakeServer extends FakeBehaviour {
  readonly settings: ConnectorSettings;
  /** Instead of a played server. */
  readonly connect?: ConnectMcp;
}

/** An empty store, gone after the test. */
export async function openRecords(t: Test): Promise<Records> {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-test-'));
  const records = createSqliteRecords({ file: join(folder, 'records.sqlite'), now: () => 0 });
  t.after(async () => {
    await records.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  await records.start();
  return records;
}

export interface ConnectorWorldOptions {
  readonly records?: Records;
  /** Whether all that there is at first is approved; true unless told. */
  readonly approved?: boolean;
  readonly timers?: Timers;
}

/** Connectors over servers that a test plays, connected, with real records. */
export async function openConnectors(t: Test, servers: readonly FakeServer[], options: ConnectorWorldOptions = {}) {
  const records = options.records ?? (await openRecords(t));
  const fakes = new Map(servers.map((server) => [server.settings.name, fakeConnect(server)]));
  const host = openHost(
    t,
    servers.map(({ settings }) => settings),
    {
      ...(options.timers && { timers: options.timers }),
      connect: (settings, given) => {
        const server = servers.find((each) => each.settings.name === settings.name);
        const connect = server?.connect ?? fakes.get(settings.name)?.connect;
        if (connect === undefined) throw new Error(`no server ${settings.name}`);
        return connect(settings, given);
      },
    },
  );
  let ids = 0;
  const connectors = createConnectors({
    ...{ host, records: records.connectors, now: () => 1000, log: silentLog },
    newId: () => `call-${++ids}`,
  });
  connectors.start();
  await connectors.settled();
  if (options.approved !== false) {
    for (const { settings } of servers)
      await connectors.approve(await connectors.review(settings.name, new AbortController().signal), 'ops');
  }
  await connectors.refresh();
  const opened = (name: string) => fakes.get(name)?.opened.at(-1);
  return { connectors, records, host, opened };
}

export function toolNamed(tools: readonly Tool[], name: string): Tool {
  const found = tools.find((tool) => tool.name === name);
  if (found === undefined) throw new Error(`no ${name} among ${tools.map((tool) => tool.name).join(', ')}`);
  return found;
}

export function runContext(given: Partial<ToolContext> = {}): ToolContext {
  return { viewer: ada, signal: new AbortController().signal, idempotencyKey: 'key', ...given };
}

export async function textOfRun(tool: Tool, input: unknown, given: Partial<ToolContext> = {}): Promise<string> {
  const content = await tool.run(input, runContext(given));
  return content.map((item) => (item.type === 'text' ? item.text : '')).join('\n');
}
