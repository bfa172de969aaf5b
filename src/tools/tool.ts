import type { FilterTerm, Viewer } from '../domain.ts';

/** What a model is told about a tool. */
export interface ToolSpec {
  /** `[a-zA-Z0-9_-]{1,64}` */
  readonly name: string;
  /** When to call it and when not. */
  readonly description: string;
  /** JSON Schema with an object root and no `anyOf`, `oneOf` or `allOf` at the root. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export interface Tool extends ToolSpec {
  readonly effect: 'read' | 'write';
  readonly timeoutMs?: number;
  /**
   * Throws `tool_input` with a sentence that tells the model what to change; any other failure is told to it as well.
   * Never sees more than the viewer may.
   */
  run(input: unknown, context: ToolContext): Promise<readonly ToolContent[]>;
}

export interface ToolContext {
  readonly viewer: Viewer;
  /** Holds for every search of the question, whatever else a call asks for. */
  readonly filter?: readonly FilterTerm[];
  readonly signal: AbortSignal;
  /** The same for a repeated run of the same call. */
  readonly idempotencyKey: string;
}

/** What a tool gives back. A search result holds one sentence a block, so that a sentence is the smallest citable unit. */
export type ToolContent = { readonly type: 'text'; readonly text: string } | SearchResultBlock;

export interface SearchResultBlock {
  readonly type: 'search_result';
  /** `policy://` and a passage id. */
  readonly source: string;
  readonly title: string;
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  readonly citations: { readonly enabled: boolean };
}
