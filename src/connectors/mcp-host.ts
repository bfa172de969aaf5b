import type { ConnectorPlan, ConnectorSettings, ConnectorState } from './connector.ts';
import type { McpConnection, RemoteCall, RemoteResult, RemoteTool } from './mcp-connection.ts';

/** The servers of all connectors and the connections to them; it knows no rules about who may use what. */
export interface McpHost {
  /** Begins to connect all of them at the same time, in the background; returns at once. */
  start(): void;
  /** Ends all connections and processes. */
  stop(): Promise<void>;
  /** Settles when each is ready or has failed for the first time. */
  settled(): Promise<void>;
  /** Connections whose way of connecting did not change stay as they are. */
  reconfigure(plan: ConnectorPlan): Promise<void>;
  /** Tries again at once, as after someone signed in; settles with the outcome of this try. */
  retry(name: string): Promise<void>;
  /** Sorted by name, refused ones among them. */
  servers(): readonly McpServer[];
  server(name: string): McpServer | undefined;
  /** Called after any server's state or list of tools changed; returns how to stop listening. */
  on(listener: (event: HostEvent) => void): () => void;
}

export type HostEvent =
  | { readonly kind: 'state' | 'tools' | 'resources' | 'prompts'; readonly server: string }
  | { readonly kind: 'resource'; readonly server: string; readonly uri: string };

/** One server as it stands now. */
export interface McpServer {
  readonly name: string;
  /** Absent where the configuration was refused. */
  readonly settings?: ConnectorSettings;
  readonly state: ConnectorState;
  /** Why it is not ready, and the next step. */
  readonly reason?: string;
  readonly revision?: string;
  readonly versions?: { readonly ours: readonly string[]; readonly theirs: readonly string[] };
  readonly warnings: readonly string[];
  /** As last listed; kept while it reconnects, so that what the model is offered stays the same. */
  readonly tools: readonly RemoteTool[];
  /** For resources and prompts; undefined unless ready. */
  readonly connection?: McpConnection;
  /** Throws a `CallError`. A `repeatable` call is sent again, once, where the server forgot the session. */
  call(call: RemoteCall, options: { readonly repeatable: boolean }): Promise<RemoteResult>;
}
