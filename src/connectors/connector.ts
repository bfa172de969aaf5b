import type { Viewer } from '../domain.ts';
import type { ConnectorPin } from '../records/records.ts';
import type { OutsideTool, Tool, ToolContent, ToolContext } from '../tools/tool.ts';
import type { PinChange } from './review-pins.ts';

/** A connector as the configuration names it. */
export interface ConnectorSettings {
  /** The key in `mcpServers`: up to 40 of a-z, 0-9, hyphen and underscore. */
  readonly name: string;
  readonly transport: ConnectorTransport;
  /** `auto` asks the server for the newest revision that both speak. */
  readonly protocol: 'auto' | 'legacy' | '2026-07-28';
  readonly limits: ConnectorLimits;
  /** What people are told about who receives the data. */
  readonly card: ConnectorCard;
  /** Who may use it. Where nothing is named, nobody may. */
  readonly access: ConnectorAccess;
  readonly tools: ToolRules;
  readonly redact: readonly RedactionRule[];
  readonly auth: 'none' | 'shared' | 'person';
  /** What is known beforehand of the OAuth client; absent where it registers itself. */
  readonly oauth?: OAuthSettings;
  /** Resources that become documents: patterns of their addresses. Empty means none. */
  readonly resources: readonly string[];
}

export type ConnectorTransport =
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      /** Already expanded; added to the few variables that every child gets. */
      readonly env: Readonly<Record<string, string>>;
      readonly cwd?: string;
    }
  | {
      readonly kind: 'http';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      /** Configured as `type: sse`: tried as Streamable HTTP, with advice where that fails. */
      readonly wasSse?: true;
    };

export interface ConnectorLimits {
  readonly connectMs: number;
  /** Between two signs of life of a call. */
  readonly idleMs: number;
  readonly callMs: number;
  /** Of one result as text; the rest is kept as an artefact. */
  readonly resultChars: number;
}

export interface ConnectorCard {
  readonly operator: string;
  readonly location: string;
  /** Kinds of data that it may receive, such as "names" or "ticket texts". */
  readonly data: readonly string[];
}

export interface ConnectorAccess {
  /** Ids of channels, or `direct` for private questions; `*` for all. */
  readonly channels: readonly string[];
  readonly groups: readonly string[];
  readonly people: readonly string[];
}

export interface ToolRules {
  /** Names as the server gives them, `*` at the end as a wildcard; absent means all. */
  readonly allow?: readonly string[];
  readonly deny: readonly string[];
  /** Whether the server's own word on which tools only read is believed. */
  readonly trusted: boolean;
  /** Roles that decide about destructive calls. Without them such calls are not offered. */
  readonly approvers: readonly string[];
}

export interface OAuthSettings {
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** Separated by spaces; absent asks for what the server names. */
  readonly scope?: string;
  /** Who alone may be sent the secret; absent means whom the server names. */
  readonly issuer?: string;
}

export interface RedactionRule {
  readonly name: string;
  readonly pattern: string;
}

/** What the configuration asks for. A mistake in one connector refuses that one alone. */
export interface ConnectorPlan {
  readonly connectors: readonly ConnectorSettings[];
  readonly refused: readonly RefusedConnector[];
}

export interface RefusedConnector {
  readonly name: string;
  /** `off` where the configuration says so. */
  readonly state: 'off' | 'failed';
  readonly reason: string;
}

export type ConnectorState = 'off' | 'connecting' | 'ready' | 'needs_auth' | 'failed' | 'backoff';

/** How a connector stands, for people who run it. */
export interface ConnectorStatus {
  readonly name: string;
  readonly state: ConnectorState;
  /** Why it is not ready, and the next step. */
  readonly reason?: string;
  /** The revision that was agreed on. */
  readonly revision?: string;
  /** Where none could be agreed on: what each side speaks. */
  readonly versions?: { readonly ours: readonly string[]; readonly theirs: readonly string[] };
  readonly tools: readonly ConnectorToolStatus[];
  readonly warnings: readonly string[];
}

export interface ConnectorToolStatus {
  /** As the server names it. */
  readonly name: string;
  /** As the model knows it: `mcp__connector__tool`. */
  readonly modelName: string;
  readonly state: 'offered' | 'denied' | 'quarantined' | 'broken';
  readonly effect: 'read' | 'write' | 'destructive';
  /** What its definition costs in every request. */
  readonly tokens: number;
  /** Why it is not offered. */
  readonly reason?: string;
}

export interface ConnectorReview {
  readonly name: string;
  readonly current: readonly ConnectorPin[];
  readonly changes: readonly PinChange[];
}

/** All connectors of the bot. A broken one never delays or breaks the rest. */
export interface Connectors {
  /** Begins to connect all of them at the same time, in the background; returns at once. */
  start(): void;
  stop(): Promise<void>;
  /** Settles when each is ready or has failed for the first time. */
  settled(): Promise<void>;
  /** Takes over a changed configuration; connectors that did not change are left alone. */
  reconfigure(plan: ConnectorPlan): Promise<void>;
  /** Tries one again at once, as after someone signed in. */
  retry(name: string): Promise<void>;
  status(): readonly ConnectorStatus[];
  /** Takes over what admins have approved meanwhile, also in another process; called before a question. */
  refresh(): Promise<void>;
  /** How the definitions of a ready connector differ from those approved. Throws `connector_failed` for any other. */
  review(name: string, signal: AbortSignal): Promise<ConnectorReview>;
  /** Approves what a review has shown, and nothing that has come since. */
  approve(review: ConnectorReview, by: string): Promise<void>;
  /** Whether exactly this definition is approved. */
  isApproved(pin: ConnectorPin): boolean;
  /** Tools that this viewer may use here, sorted by name; the same for the same viewer and definitions. */
  toolsFor(viewer: Viewer): readonly ConnectorTool[];
}

export interface ConnectorTool extends Tool {
  readonly outside: OutsideTool;
  /** As the server names it. */
  readonly remoteName: string;
  /** Like `run`, with the fields that the server gave beside the text; undefined where it gave none. */
  runForData(
    input: unknown,
    context: ToolContext,
  ): Promise<{ readonly content: readonly ToolContent[]; readonly data?: unknown }>;
}
