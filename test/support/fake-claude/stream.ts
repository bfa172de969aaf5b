import type { ServerResponse } from 'node:http';
import type { StreamFault } from './script.ts';
import type { WireBlock } from './wire.ts';

export interface StreamEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface FakeMessage {
  readonly content: readonly WireBlock[];
  readonly stop_reason: string | null;
  readonly stop_details: unknown;
  readonly usage: { readonly output_tokens: number; readonly [counter: string]: unknown };
  readonly [field: string]: unknown;
}

/** The events of a reply, its text cut into small pieces. `rawInputs` replaces the JSON of tool calls, by call id. */
export function eventsOf(message: FakeMessage, rawInputs: Readonly<Record<string, string>>): StreamEvent[] {
  const { content, stop_reason, stop_details, usage } = message;
  return [
    {
      type: 'message_start',
      message: {
        ...message,
        content: [],
        stop_reason: null,
        stop_details: null,
        usage: { ...usage, output_tokens: 1 },
      },
    },
    { type: 'ping' },
    ...content.flatMap((block, index) => [
      { type: 'content_block_start', index, content_block: startOf(block) },
      ...deltasOf(block, rawInputs).map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null, stop_details, container: null }, usage },
    { type: 'message_stop' },
  ];
}

function startOf(block: WireBlock): WireBlock {
  switch (block.type) {
    case 'text':
      return { ...block, text: '', citations: block.citations ? [] : null };
    case 'tool_use':
    case 'server_tool_use':
      return { ...block, input: {} };
    case 'thinking':
      return { ...block, thinking: '', signature: '' };
    case 'compaction':
      return { ...block, content: null, encrypted_content: null };
    default:
      return block;
  }
}

function deltasOf(block: WireBlock, rawInputs: Readonly<Record<string, string>>): StreamEvent[] {
  switch (block.type) {
    case 'text':
      return [
        ...pieces(String(block.text)).map((text) => ({ type: 'text_delta', text })),
        ...(Array.isArray(block.citations) ? block.citations : []).map((citation: unknown) => ({
          type: 'citations_delta',
          citation,
        })),
      ];
    case 'tool_use':
    case 'server_tool_use': {
      const json = rawInputs[String(block.id)] ?? JSON.stringify(block.input);
      return ['', ...(json === '{}' ? [] : pieces(json))].map((partial_json) => ({
        type: 'input_json_delta',
        partial_json,
      }));
    }
    case 'thinking':
      return [
        ...pieces(String(block.thinking)).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: block.signature },
      ];
    case 'compaction':
      return [{ type: 'compaction_delta', content: block.content, encrypted_content: block.encrypted_content ?? null }];
    default:
      return [];
  }
}

/** Seven characters each, none of them cut in two. */
function pieces(text: string): string[] {
  return text.match(/.{1,7}/gsu) ?? [];
}

/** Writes the events one by one; a fault takes the place of the event at its index. */
export async function sendEvents(
  response: ServerResponse,
  events: readonly StreamEvent[],
  fault: StreamFault | undefined,
): Promise<void> {
  for (const [i, event] of events.entries()) {
    if (fault?.at === i && !(await applyFault(response, fault))) return;
    await write(response, `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  }
  response.end();
}

/** Whether the reply goes on. */
async function applyFault(response: ServerResponse, fault: StreamFault): Promise<boolean> {
  fault.onReached?.();
  switch (fault.kind) {
    case 'error': {
      const error = { type: fault.type ?? 'overloaded_error', message: fault.message ?? 'Overloaded' };
      await write(response, `event: error\ndata: ${JSON.stringify({ type: 'error', error })}\n\n`);
      response.end();
      return false;
    }
    case 'end':
      response.end();
      return false;
    case 'reset':
      response.destroy();
      return false;
    case 'malformed':
      await write(response, 'event: content_block_delta\ndata: {"type":"content_block_delta","in\n\n');
      response.end();
      return false;
    case 'stall':
      if (!fault.until) return false;
      await fault.until;
      return true;
  }
}

function write(response: ServerResponse, text: string): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) resolve();
    else response.write(text, () => resolve());
  });
}
