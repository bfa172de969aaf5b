import type { ToolContent, ToolSpec } from '../tools/tool.ts';

/** The whole reply of a model that found no answer in what it was given. */
export const noAnswer = 'NO_ANSWER';

/** Writes the next turn of a conversation. Blocks have the shapes of the Messages API, kept as plain JSON. */
export interface Model {
  /** As recorded with an answer: the model id, or `extractive`. */
  readonly name: string;
  /** Throws `model_unavailable` (try later or elsewhere) or `model_rejected` (will not work as it is), or the signal's reason. */
  generate(request: ModelRequest): Promise<ModelReply>;
  /** What the API can do beyond replying, as it said at the start-up check; before it, and where this is absent, nothing. */
  readonly support?: () => ModelSupport;
}

/** A model behind an API, as configured. */
export interface RemoteModel extends Model {
  /** Whose API it is, as people are told, such as `Claude`. */
  readonly provider: string;
  /** Asks the API about the configured model, once, at start. Settles with lines whatever happens. */
  check(): Promise<ModelCheck>;
  /** The same API with another model or effort; what is left out, or is no effort, stays. */
  variant(change: { readonly model?: string | undefined; readonly effort?: string | undefined }): Model;
}

export interface ModelCheck {
  /** A line that is ok and still has a fix is a warning. */
  readonly lines: readonly ModelCheckLine[];
  /** The most that the model writes in one reply, in tokens, where the API said so. */
  readonly maxOutputTokens?: number;
  readonly support?: ModelSupport;
}

export interface ModelCheckLine {
  readonly ok: boolean;
  readonly detail: string;
  readonly fix?: string;
}

export interface ModelSupport {
  /** Old tool results are cleared by the API. */
  readonly clearing: boolean;
  /** A long conversation is summed up by the API. */
  readonly compaction: boolean;
  /** `ToolSpec.builtIn` is known to it. */
  readonly memoryTool: boolean;
  readonly serverTools: readonly ServerTool[];
}

/** Tools that the API runs by itself. */
export const serverTools = ['web_search', 'code_execution'] as const;
export type ServerTool = (typeof serverTools)[number];

export interface ModelRequest {
  readonly system: string;
  /** Sorted by name; the same for every turn of a conversation. */
  readonly tools: readonly ToolSpec[];
  readonly messages: readonly Message[];
  readonly toolChoice?: { readonly type: 'none' } | { readonly type: 'tool'; readonly name: string };
  readonly maxTokens: number;
  readonly signal: AbortSignal;
  /**
   * JSON Schema of the reply's text: an object whose properties are all required, with `additionalProperties: false`, and
   * so within. For side calls only: with search results that can be cited, `generate` throws `internal`.
   */
  readonly format?: Readonly<Record<string, unknown>>;
  /** Left out of the call where the API does not support them; absent means those of the configuration, if there are any tools. */
  readonly serverTools?: readonly ServerTool[];
  /** Lets the API shorten a long conversation; without effect where it can't, see `support`. */
  readonly contextEditing?: ContextEditing;
}

export interface ContextEditing {
  /** From so many prompt tokens on, results of old tool calls are cleared, but for the last `keepResults`. */
  readonly clearAtTokens: number;
  readonly keepResults: number;
  /** Names of tools whose results are never cleared, and stay beside a summary. */
  readonly keepTools: readonly string[];
  /** From so many prompt tokens on, the API sums up what came before; at least 50,000. */
  readonly compactAtTokens: number;
}

export interface ModelReply {
  readonly content: readonly Block[];
  /** As the API names it; unknown values are passed through. */
  readonly stopReason: string;
  readonly refusalCategory?: string;
  readonly usage: Usage;
}

export interface Usage {
  /** Whole prompt, cached parts included. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  /** Written to the prompt cache, which costs more; absent means none or not known. */
  readonly cacheWriteTokens?: number;
}

export interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: readonly Block[];
}

export type Block = TextBlock | ToolUseBlock | ToolResultBlock | OpaqueBlock;

export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
  readonly citations?: readonly SearchResultCitation[] | null;
}

export interface SearchResultCitation {
  readonly type: 'search_result_location';
  readonly cited_text: string;
  /** Counts all search results of the request's messages from 0, also those that the API has cleared or summed up. */
  readonly search_result_index: number;
  readonly source: string;
  readonly title: string | null;
  readonly start_block_index: number;
  /** Exclusive. */
  readonly end_block_index: number;
}

export interface ToolUseBlock {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly caller?: { readonly type: string };
}

export interface ToolResultBlock {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content: readonly ToolContent[];
  readonly is_error?: boolean;
}

/**
 * Anything else the API sends (thinking, server tools and what they returned, summaries): replayed byte for byte, never
 * read. A `compaction` block comes first in its message and stands for all messages before it.
 */
export interface OpaqueBlock {
  readonly type:
    | 'thinking'
    | 'redacted_thinking'
    | 'server_tool_use'
    | 'web_search_tool_result'
    | 'code_execution_tool_result'
    | 'bash_code_execution_tool_result'
    | 'text_editor_code_execution_tool_result'
    | 'compaction';
  readonly [key: string]: unknown;
}
