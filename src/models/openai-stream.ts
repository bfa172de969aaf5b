import { createHash } from 'node:crypto';
import type OpenAI from 'openai';
import { APIError } from 'openai';
import { Stream } from 'openai/core/streaming';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import { searchResultsOf } from './cited-results.ts';
import type { Block, ModelReply, ModelRequest, TextBlock, ToolUseBlock, Usage } from './model.ts';
import { type ChatCall, type ChatReply, createChatReply } from './openai-chunks.ts';
import { readCitedText } from './quoted-citations.ts';

/** One attempt: the whole reply, or an error. Nothing of a reply that breaks off is kept. */
export async function streamChatReply(
  client: OpenAI,
  body: ChatCompletionCreateParamsStreaming,
  request: ModelRequest,
  { signal, alive }: { readonly signal: AbortSignal; readonly alive: () => void },
): Promise<ModelReply> {
  const response = await client.chat.completions.create(body, { signal }).asResponse();
  alive();
  const reply = createChatReply();
  const isWhole = /^application\/json\b/i.test(response.headers.get('content-type') ?? '');
  let isClosed = isWhole;
  if (isWhole) addWhole(reply.add, await response.json(), response.headers);
  else {
    const end = watchForEnd(() => {
      isClosed = true;
    });
    const watched = new Response(response.body?.pipeThrough(end), response);
    // The SDK ends quietly at [DONE], at a cut and at an abort alike.
    for await (const chunk of Stream.fromSSEResponse<unknown>(watched, new AbortController(), client)) {
      alive();
      reply.add(chunk);
    }
  }
  signal.throwIfAborted();
  return toReply(reply.end(isClosed), body, request);
}

/** Some servers answer in one piece, whatever they were asked, and with an error under a good status. */
function addWhole(add: (data: unknown) => void, data: unknown, headers: Headers): void {
  if (typeof data === 'object' && data !== null && 'error' in data && data.error) {
    throw new APIError(undefined, Object(data.error), undefined, headers);
  }
  add(data);
}

/** Tells when the line that ends a whole reply went through. */
function watchForEnd(onEnd: () => void): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder('latin1');
  let tail = '\n';
  return new TransformStream({
    transform(bytes, controller) {
      tail += decoder.decode(bytes, { stream: true });
      if (/[\r\n]data: ?\[DONE\]/.test(tail)) onEnd();
      tail = tail.slice(-20);
      controller.enqueue(bytes);
    },
  });
}

function toReply(said: ChatReply, body: ChatCompletionCreateParamsStreaming, request: ModelRequest): ModelReply {
  const isCut = said.finish === 'length';
  const text: TextBlock[] =
    request.format === undefined
      ? readCitedText(said.text, searchResultsOf(request.messages))
      : [{ type: 'text', text: said.text }];
  const content: Block[] = [...text.filter((block) => block.text !== ''), ...toCalls(said.calls, request, isCut)];
  return { content, stopReason: stopReasonOf(said), usage: usageOf(said, body) };
}

/** A forced call, and any call at some servers, ends with `stop`. */
function stopReasonOf({ finish, calls, isRefused }: ChatReply): string {
  if (isRefused || finish === 'content_filter') return 'refusal';
  if (finish === 'length') return 'max_tokens';
  if (finish === 'tool_calls' || finish === 'function_call') return 'tool_use';
  if (finish === 'stop') return calls.length > 0 ? 'tool_use' : 'end_turn';
  return finish;
}

/** Throws a `SyntaxError` for input that is no JSON object, unless the reply was cut, whose calls nobody runs. */
function toCalls(calls: readonly ChatCall[], { messages }: ModelRequest, isCut: boolean): ToolUseBlock[] {
  const used = new Set(
    messages.flatMap(({ content }) => content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))),
  );
  return calls.map((call, i) => {
    const id = /^[a-zA-Z0-9_-]{1,64}$/.test(call.id) && !used.has(call.id) ? call.id : newCallId(i, messages);
    used.add(id);
    return { type: 'tool_use', id, name: nameOf(call), input: inputOf(call, isCut), caller: { type: 'direct' } };
  });
}

/**
 * Some servers give no ids, or the same in every reply, and what was done for a call is remembered by its id. Unlike any
 * other of the conversation, the same when the same turn is asked for again, and as short as one family of models wants.
 */
function newCallId(i: number, messages: ModelRequest['messages']): string {
  return createHash('sha256')
    .update(JSON.stringify([i, messages]))
    .digest('hex')
    .slice(0, 9);
}

/** A name that a model made up must not make the whole history invalid. */
function nameOf({ name }: ChatCall): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'unnamed';
}

function inputOf({ input }: ChatCall, isCut: boolean): unknown {
  if (input.trim() === '') return {};
  try {
    const parsed: unknown = JSON.parse(input);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
  } catch {
    // Told below.
  }
  if (isCut) return {};
  throw new SyntaxError('the input of a call is no JSON object');
}

/** Budgets hold also where a server does not count. */
function usageOf({ usage, text, calls }: ChatReply, body: ChatCompletionCreateParamsStreaming): Usage {
  return {
    inputTokens: usage?.prompt_tokens ?? estimateTokens(JSON.stringify(body)),
    outputTokens: usage?.completion_tokens ?? estimateTokens(text + calls.map(({ input }) => input).join('')),
    cacheReadTokens: usage?.prompt_tokens_details?.cached_tokens ?? 0,
  };
}

function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
