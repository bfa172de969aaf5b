import type { ServerResponse } from 'node:http';
import { estimateTokens } from '../fake-claude/cache.ts';
import type { FakeReply, StreamFault } from '../fake-claude/script.ts';
import { isBlocks, type WireBlock } from '../fake-claude/wire.ts';

/** The chunks of a reply, in small pieces: text, calls side by side, the reason, the usage. */
export function chunksOf(reply: FakeReply, model: string): object[] {
  const content = reply.content ?? [];
  const calls = content.filter(({ type }) => type === 'tool_use');
  const text = content.map(textOf).join('');
  const chunk = (delta: object, finish: string | null = null) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  });
  return [
    chunk({ role: 'assistant', content: '' }),
    ...piecesOf(text).map((piece) => chunk({ content: piece })),
    ...fragmentsOf(calls, reply.rawInputs ?? {}).map((fragment) => chunk({ tool_calls: [fragment] })),
    ...(reply.stopReason === null ? [] : [chunk({}, finishOf(reply, calls.length > 0))]),
    { ...chunk({}), choices: [], usage: usageOf(reply, text) },
  ];
}

/** A citation as the adapter asks for it: the quote behind its number. */
function textOf(block: WireBlock): string {
  if (block.type !== 'text') return '';
  const citations = isBlocks(block.citations) ? block.citations : [];
  return String(block.text) + citations.map(markOf).join('');
}

function markOf(citation: WireBlock): string {
  return ` [[${Number(citation.search_result_index) + 1}: ${String(citation.cited_text).trim()}]]`;
}

function fragmentsOf(calls: readonly WireBlock[], rawInputs: Readonly<Record<string, string>>): object[] {
  const heads = calls.map((call, index) => ({
    index,
    id: call.id ?? `call_${index}${String(call.name).length}`,
    type: 'function',
    function: { name: call.name, arguments: '' },
  }));
  const rest = calls.map((call, index) =>
    piecesOf(rawInputs[String(call.id)] ?? JSON.stringify(call.input)).map((piece) => ({
      index,
      function: { arguments: piece },
    })),
  );
  const longest = Math.max(0, ...rest.map(({ length }) => length));
  // Fragments of parallel calls may come in turn.
  const turns = Array.from({ length: longest }, (_, n) => rest.flatMap((pieces) => pieces.slice(n, n + 1)));
  return [...heads, ...turns.flat()];
}

const finishes: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  refusal: 'content_filter',
};

function finishOf({ stopReason }: FakeReply, calls: boolean): string {
  const reason = stopReason ?? (calls ? 'tool_use' : 'end_turn');
  return finishes[reason] ?? reason;
}

function usageOf({ usage }: FakeReply, text: string): object {
  const read = usage?.cache_read_input_tokens ?? 0;
  const prompt = (usage?.input_tokens ?? 10) + read + (usage?.cache_creation_input_tokens ?? 0);
  const completion = usage?.output_tokens ?? estimateTokens(text);
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: read },
  };
}

function piecesOf(text: string): string[] {
  return text.match(/.{1,7}/gsu) ?? [];
}

/** Writes the chunks one by one and closes the stream; a fault takes the place of the chunk at its index. */
export async function sendChunks(
  response: ServerResponse,
  chunks: readonly object[],
  fault: StreamFault | undefined,
): Promise<void> {
  for (const [i, chunk] of [...chunks, undefined].entries()) {
    if (fault?.at === i && !(await applyFault(response, fault))) return;
    await write(response, `data: ${chunk === undefined ? '[DONE]' : JSON.stringify(chunk)}\n\n`);
  }
  response.end();
}

/** Whether the reply goes on. */
async function applyFault(response: ServerResponse, fault: StreamFault): Promise<boolean> {
  fault.onReached?.();
  switch (fault.kind) {
    case 'error': {
      const error = { message: fault.message ?? 'The server had an error', type: fault.type ?? 'server_error' };
      await write(response, `data: ${JSON.stringify({ error: { ...error, param: null, code: null } })}\n\n`);
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
      await write(response, 'data: {"choices":[{"delta":{"con\n\n');
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
