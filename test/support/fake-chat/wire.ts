import { isObject } from '../fake-claude/wire.ts';

/** A request for a chat completion that passed validation. */
export interface ChatBody {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly tool_choice?: unknown;
  readonly response_format?: unknown;
  readonly [field: string]: unknown;
}

export interface ChatMessage {
  readonly role: string;
  readonly content: string | null;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
}

export function isChatBody(value: unknown): value is ChatBody {
  return isObject(value);
}
