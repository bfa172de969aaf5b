import type { ToolContent, ToolSpec } from '../tools/tool.ts';

/** The whole reply of a model that found no answer in what it was given. */
export const noAnswer = 'NO_ANSWER';

/** Writes the next turn of a conversation. Blocks have the shapes of the Messages API, kept as plain JSON. */
export interface Model {
  /** As recorded with an answer: the model id, or `extractive`. */
  readonly name: string;
  /** Throws `model_unavailable` (try later or elsewhere) or `model_rejected` (will not work as it is), or the signal's reason. */
  generate(request: ModelRequest): Promise<ModelReply>;
}

export interface ModelRequest {
  readonly system: string;
  /** Sorted by name; the same for every turn of a conversation. */
  readonly tools: readonly ToolSpec[];
  readonly messages: readonly Message[];
  readonly toolChoice?: { readonly type: 'none' } | { readonly type: 'tool'; readonly name: string };
  readonly maxTokens: number;
  readonly signal: AbortSignal;
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
  /** Counts all search results of the request, across messages, from 0. */
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

/** Anything else the API sends (thinking, server tools): replayed byte for byte, never read. */
export interface OpaqueBlock {
  readonly type: 'thinking' | 'redacted_thinking' | 'server_tool_use' | 'compaction';
  readonly [key: string]: unknown;
}
