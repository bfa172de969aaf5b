import { ConnectError } from '../../../src/connectors/connector-errors.ts';
import type {
  ConnectionEvent,
  ConnectMcp,
  McpConnection,
  RemoteCall,
  RemoteResult,
  RemoteTool,
} from '../../../src/connectors/mcp-connection.ts';

/** A connection that does what a test says, for what depends on time. */
export interface FakeConnection extends McpConnection {
  emit(event: ConnectionEvent): void;
  readonly closed: () => boolean;
  readonly listeners: () => number;
}

export interface FakeConnect {
  readonly connect: ConnectMcp;
  readonly opened: readonly FakeConnection[];
  /** Attempts so far, with failed ones. */
  readonly attempts: () => number;
}

export interface FakeBehaviour {
  /** Throws for an attempt that fails; counted from 1. */
  readonly onConnect?: (attempt: number) => void;
  readonly tools?: () => readonly RemoteTool[];
  readonly callTool?: (call: RemoteCall, connection: number) => Promise<RemoteResult>;
  readonly check?: () => Promise<void>;
}

export function fakeConnect(behaviour: FakeBehaviour = {}): FakeConnect {
  const opened: FakeConnection[] = [];
  let attempts = 0;
  return {
    opened,
    attempts: () => attempts,
    connect: async (_, { signal }) => {
      attempts++;
      if (signal.aborted) throw new ConnectError('down', 'stopped');
      behaviour.onConnect?.(attempts);
      const connection = fakeConnection(behaviour, opened.length);
      opened.push(connection);
      return connection;
    },
  };
}

export function fakeTool(name: string, description = ''): RemoteTool {
  return { name, description, inputSchema: { type: 'object' }, annotations: {} };
}

function fakeConnection(behaviour: FakeBehaviour, index: number): FakeConnection {
  const listeners = new Set<(event: ConnectionEvent) => void>();
  let closed = false;
  return {
    revision: '2025-11-25',
    server: { name: 'fake', version: '1' },
    offers: { tools: true, resources: false, prompts: false, watching: false },
    listTools: async () => behaviour.tools?.() ?? [fakeTool('act')],
    callTool: async (call) =>
      behaviour.callTool?.(call, index) ?? { kind: 'done', isError: false, content: [], warnings: [] },
    listResources: async () => [],
    readResource: async () => [],
    watchResources: async () => {},
    listPrompts: async () => [],
    getPrompt: async () => [],
    check: async () => behaviour.check?.(),
    oddities: () => 0,
    on: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      closed = true;
    },
    emit: (event) => {
      for (const listener of [...listeners]) listener(event);
    },
    closed: () => closed,
    listeners: () => listeners.size,
  };
}
