/** A content block as it travels, whatever its type. */
export interface WireBlock {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface WireMessage {
  readonly role: string;
  readonly content: string | readonly WireBlock[];
}

/** A Messages request that passed validation. */
export interface WireRequest {
  readonly model: string;
  readonly max_tokens: number;
  readonly messages: readonly WireMessage[];
  readonly system?: string | readonly WireBlock[];
  readonly tools?: readonly WireTool[];
  readonly tool_choice?: { readonly type: string; readonly name?: string };
  readonly thinking?: { readonly type: string };
  readonly output_config?: { readonly effort?: string; readonly format?: unknown };
  readonly cache_control?: unknown;
  readonly context_management?: { readonly edits: readonly WireEdit[] };
  readonly stream?: boolean;
}

export interface WireEdit {
  readonly type: string;
  readonly trigger?: { readonly value: number };
  readonly keep?: { readonly value: number };
  readonly exclude_tools?: readonly string[];
}

export interface WireTool {
  readonly name: string;
  readonly type?: string;
  readonly description?: string;
  readonly input_schema: { readonly [keyword: string]: unknown };
  readonly cache_control?: unknown;
}

export interface WireUsage {
  readonly input_tokens: number;
  readonly cache_read_input_tokens: number | null;
  readonly cache_creation_input_tokens: number | null;
  readonly output_tokens: number;
}

export function blocksOf(content: string | readonly WireBlock[] | undefined): readonly WireBlock[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isBlocks(value: unknown): value is readonly WireBlock[] {
  return Array.isArray(value) && value.every((item) => isObject(item) && typeof item.type === 'string');
}
