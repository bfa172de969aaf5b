import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { withSkills } from '../../src/answer/instructions.ts';
import { createConnectMcp } from '../../src/connectors/connect-mcp.ts';
import { createConnectors } from '../../src/connectors/create-connectors.ts';
import { createMcpHost } from '../../src/connectors/create-mcp-host.ts';
import { createProcessFiles } from '../../src/connectors/process-files.ts';
import { realTimers } from '../../src/connectors/timers.ts';
import { silentLog } from '../../src/log.ts';
import { toRequest } from '../../src/models/anthropic-request.ts';
import { noSupport } from '../../src/models/anthropic-tools.ts';
import type { Records } from '../../src/records/records.ts';
import { shelveConnectorTools } from '../../src/tools/connector-shelf.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { address } from '../support/mcp/connector-settings.ts';
import { startHttpServer, usualAnswer } from '../support/mcp/http-server.ts';
import { ada, trusted } from './connector-world.ts';

export interface FleetOutcome {
  readonly ready: number;
  readonly tools: number;
  /** From the start until all are connected, which none is before all have been asked. */
  readonly connectMs: number;
  /** Different beginnings of a request over all starts: with all tools declared, and with those that are searched for. */
  readonly declaredPrefixes: number;
  readonly searchedPrefixes: number;
  readonly prefixBytes: number;
  readonly tokensAreDeferred: boolean;
}

/** Starts a host of many servers again and again; each time they list their tools in another order. */
export async function runFleet(
  t: { after: TestContext['after'] },
  records: Records,
  {
    connectors: count,
    toolsEach,
    starts,
    folder,
  }: { connectors: number; toolsEach: number; starts: number; folder: string },
): Promise<FleetOutcome> {
  const declared = new Set<string>();
  const searched = new Set<string>();
  let outcome = { ready: 0, tools: 0, connectMs: 0, deferred: false };
  for (let start = 0; start < starts; start += 1) {
    const everyone = barrier(count);
    const servers = await Promise.all(
      Array.from({ length: count }, (_, n) =>
        startHttpServer(t, (call) => {
          if (call.method === 'tools/list') call.reply({ tools: shuffled(toolsOf(n, toolsEach), start + n) });
          else if (call.method === 'initialize') void everyone.arrived().then(() => usualAnswer(call));
          else if (!usualAnswer(call)) call.refuse(-32_601, 'Method not found');
        }),
      ),
    );
    // All in one process, so a busy machine answers them late.
    const limits = { connectMs: 60_000, idleMs: 60_000, callMs: 60_000, resultChars: 25_000 };
    const settings = servers.map(({ url }, n) =>
      trusted(`system-${String(n).padStart(2, '0')}`, { transport: address(url), limits }),
    );
    const files = createProcessFiles(join(folder, 'processes'));
    const usual = { timers: realTimers, random: Math.random };
    const host = createMcpHost({
      ...{ plan: { connectors: settings, refused: [] }, sweep: files.sweep, log: silentLog, ...usual },
      connect: createConnectMcp({ environment: {}, files, version: '0', ...usual }),
    });
    const deps = { host, records: records.connectors, now: () => 0, newId: () => 'id', log: silentLog };
    const connectors = createConnectors(deps);
    try {
      const began = performance.now();
      connectors.start();
      await connectors.settled();
      const connectMs = performance.now() - began;
      if (start === 0) {
        for (const { name } of settings)
          await connectors.approve(await connectors.review(name, new AbortController().signal), 'ops');
      }
      await connectors.refresh();
      const tools = connectors.toolsFor(ada);
      const shelf = shelveConnectorTools(tools, records.connectors);
      declared.add(prefixOf(tools));
      searched.add(prefixOf(shelf.filter(({ isDeferred }) => isDeferred !== true)));
      outcome = {
        ready: connectors.status().filter(({ state }) => state === 'ready').length,
        tools: tools.length,
        connectMs: Math.max(outcome.connectMs, connectMs),
        deferred: shelf.some(({ isDeferred }) => isDeferred),
      };
    } finally {
      await connectors.stop();
      await Promise.all(servers.map(({ close }) => close()));
    }
  }
  return {
    ...{ ready: outcome.ready, tools: outcome.tools, connectMs: Math.round(outcome.connectMs) },
    ...{ declaredPrefixes: declared.size, searchedPrefixes: searched.size, tokensAreDeferred: outcome.deferred },
    prefixBytes: Buffer.byteLength([...declared][0] ?? ''),
  };
}

/** All bytes of a request to the model before its messages. */
function prefixOf(tools: readonly Tool[]): string {
  const specs = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const request = {
    system: withSkills(''),
    tools: specs,
    messages: [],
    maxTokens: 1,
    signal: new AbortController().signal,
  };
  const body = JSON.stringify(toRequest({ model: 'claude-opus-5-5' }, request, noSupport).params);
  return body.slice(0, body.indexOf('"messages"'));
}

function toolsOf(server: number, count: number) {
  return Array.from({ length: count }, (_, n) => ({
    name: n % 5 === 0 ? `item.${n}/read` : `item_${n}_read`,
    description: `Reads thing ${n} of system ${server}, with all that is known of it.`,
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string', description: 'Which one' }, depth: { type: 'integer', minimum: 0 } },
      ...(n % 3 === 0 ? { anyOf: [{ required: ['id'] }, { required: ['depth'] }] } : { required: ['id'] }),
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  }));
}

/** Another order of entries and of keys, as a server that builds its list anew may give. */
function shuffled<T extends object>(list: readonly T[], seed: number): unknown[] {
  const turned = list.map((_, i) => list[(i * 7 + seed) % list.length]);
  return turned.map((entry) => Object.fromEntries(rotate(Object.entries(entry ?? {}), seed)));
}

function rotate<T>(list: readonly T[], by: number): T[] {
  return list.map((_, i) => list[(i + by) % list.length]).filter((entry) => entry !== undefined);
}

function barrier(count: number): { arrived(): Promise<void> } {
  let waiting = count;
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    arrived: () => {
      waiting -= 1;
      if (waiting === 0) resolve();
      return promise;
    },
  };
}
