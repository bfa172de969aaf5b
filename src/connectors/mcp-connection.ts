import type { AuthProvider, OAuthClientProvider } from '@modelcontextprotocol/client';
import type { ConnectorSettings } from './connector.ts';

/** One connection to one MCP server in our own nouns. One file alone knows the SDK. */
export interface McpConnection {
  /** The negotiated revision, such as `2026-07-28`. */
  readonly revision: string;
  readonly server: { readonly name: string; readonly version: string; readonly instructions?: string };
  readonly offers: {
    readonly tools: boolean;
    readonly resources: boolean;
    readonly prompts: boolean;
    /** Whether it tells of changed resources that are watched. */
    readonly watching: boolean;
  };
  /** All pages. */
  listTools(signal: AbortSignal): Promise<readonly RemoteTool[]>;
  /** Throws a `CallError`, which says whether anything can have been done. A tool's own error is a result. */
  callTool(call: RemoteCall): Promise<RemoteResult>;
  listResources(signal: AbortSignal): Promise<readonly RemoteResource[]>;
  readResource(uri: string, signal: AbortSignal): Promise<readonly RemoteResourceContent[]>;
  /** Hears of changes of these resources alone from now on, as `resource` events. */
  watchResources(uris: readonly string[], signal: AbortSignal): Promise<void>;
  listPrompts(signal: AbortSignal): Promise<readonly RemotePrompt[]>;
  getPrompt(name: string, args: Readonly<Record<string, string>>, signal: AbortSignal): Promise<readonly string[]>;
  /** Settles where the server answers; throws where it doesn't. */
  check(signal: AbortSignal): Promise<void>;
  /** Lines on standard output that were no messages, and other oddities, so far. */
  readonly oddities: () => number;
  /** Called for changed lists, changed resources and the end; returns how to stop listening. */
  on(listener: (event: ConnectionEvent) => void): () => void;
  close(): Promise<void>;
}

export type ConnectionEvent =
  | { readonly kind: 'tools' | 'resources' | 'prompts' }
  | { readonly kind: 'resource'; readonly uri: string }
  | { readonly kind: 'closed'; readonly reason: string };

/** A tool as its server declares it; nothing in it is to be trusted. */
export interface RemoteTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly annotations: {
    readonly readOnlyHint?: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    readonly openWorldHint?: boolean;
  };
}

export interface RemoteCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string;
  /** What came back for an earlier request for input, with the server's state, in the stateless revision. */
  readonly answers?: { readonly state?: string; readonly responses: Readonly<Record<string, ElicitAnswer>> };
  /** Of the servers that ask while a call runs (older revisions). */
  readonly onElicit?: (request: ElicitRequest, signal: AbortSignal) => Promise<ElicitAnswer>;
  readonly onProgress?: (progress: { readonly done: number; readonly total?: number; readonly text?: string }) => void;
  readonly signal: AbortSignal;
}

export type RemoteResult =
  | {
      readonly kind: 'done';
      readonly isError: boolean;
      readonly content: readonly RemoteContent[];
      readonly data?: unknown;
      readonly warnings: readonly string[];
    }
  /** It goes on once a person has answered; `state` goes back as it came. */
  | {
      readonly kind: 'input_required';
      readonly state?: string;
      readonly requests: Readonly<Record<string, ElicitRequest>>;
    };

export type RemoteContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'audio'; readonly mimeType: string; readonly base64: string }
  | { readonly type: 'link'; readonly uri: string; readonly name: string }
  | { readonly type: 'resource'; readonly resource: RemoteResourceContent }
  | { readonly type: 'unknown'; readonly kind: string };

export interface RemoteResource {
  readonly uri: string;
  readonly name: string;
  readonly mimeType?: string;
  readonly size?: number;
}

export interface RemoteResourceContent {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  readonly base64?: string;
}

export interface RemotePrompt {
  readonly name: string;
  readonly description: string;
  readonly args: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
}

export type ElicitRequest =
  | { readonly mode: 'form'; readonly message: string; readonly schema: Readonly<Record<string, unknown>> }
  | { readonly mode: 'url'; readonly message: string; readonly url: string; readonly id: string };

export interface ElicitAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

/** Connects, or throws a `ConnectError` whose message says what is wrong and what to do. */
export type ConnectMcp = (
  settings: ConnectorSettings,
  options: { readonly signal: AbortSignal; readonly signIn?: McpSignIn },
) => Promise<McpConnection>;

/** How a connection over HTTP proves who it is. */
export interface McpSignIn {
  /** A token alone, or a whole OAuth client. */
  readonly provider: AuthProvider | OAuthClientProvider;
  /** What came back from the sign-in page, once; undefined while nobody has signed in. */
  readonly callback?: () => URLSearchParams | undefined;
}
