import type Anthropic from '@anthropic-ai/sdk';
import type { BetaMessage } from '@anthropic-ai/sdk/resources/beta/messages/messages';
import type { Message as ApiMessage } from '@anthropic-ai/sdk/resources/messages/messages';
import type { SearchResultBlock } from '../tools/tool.ts';
import type { AnthropicRequest } from './anthropic-request.ts';
import { recount } from './cited-results.ts';
import { UnfinishedReplyError } from './failure.ts';
import type { Block, ModelReply, TextBlock, Usage } from './model.ts';

/** One attempt: the whole reply, or an error. Nothing of a reply that breaks off is kept. */
export async function streamReply(
  client: Anthropic,
  { params, betas }: AnthropicRequest,
  results: readonly SearchResultBlock[],
  options: { readonly signal: AbortSignal; readonly alive: () => void },
): Promise<ModelReply> {
  const message = await finalMessage(client, { params, betas }, options);
  if (!message.stop_reason) throw new UnfinishedReplyError('the reply has no stop reason');
  return toReply(message, results);
}

/**
 * Awaited at once, so that no rejection is left over; iterating would take a cut stream for a finished one. The SDK's own
 * timeout ends at the headers, and it swallows pings: only events tell that the reply goes on.
 */
function finalMessage(
  client: Anthropic,
  { params, betas }: AnthropicRequest,
  { signal, alive }: { readonly signal: AbortSignal; readonly alive: () => void },
): Promise<ApiMessage | BetaMessage> {
  if (betas.length === 0) return client.messages.stream(params, { signal }).on('streamEvent', alive).finalMessage();
  const beta = { ...params, betas: [...betas] };
  return client.beta.messages.stream(beta, { signal }).on('streamEvent', alive).finalMessage();
}

function toReply(message: ApiMessage | BetaMessage, results: readonly SearchResultBlock[]): ModelReply {
  // Plain JSON: the SDK leaves getters and hidden properties on blocks, and what is stored must be what is sent back.
  const content: Block[] = JSON.parse(JSON.stringify(message.content));
  const { stop_details: details } = message;
  return {
    content: content
      .filter((block) => block.type !== 'text' || block.text !== '')
      .map((block) => (block.type === 'text' ? withCitations(block, results) : block)),
    stopReason: String(message.stop_reason),
    ...(details && 'category' in details && details.category ? { refusalCategory: details.category } : {}),
    usage: usageOf(message.usage),
  };
}

/** Pages of the web and other documents are no policies: what cites them counts as citing nothing. */
function withCitations(block: TextBlock, results: readonly SearchResultBlock[]): TextBlock {
  if (!block.citations) return block;
  const kept = block.citations.filter(({ type }) => type === 'search_result_location');
  return { ...block, citations: kept.length > 0 ? kept.map((citation) => recount(citation, results)) : null };
}

function usageOf(usage: ApiMessage['usage'] | BetaMessage['usage']): Usage {
  // A summary is charged for by itself.
  const summaries = 'iterations' in usage ? (usage.iterations ?? []).filter(({ type }) => type === 'compaction') : [];
  const parts = [usage, ...summaries];
  const sum = (count: (part: (typeof parts)[number]) => number | null) =>
    parts.reduce((total, part) => total + (count(part) ?? 0), 0);
  const cacheReadTokens = sum((part) => part.cache_read_input_tokens);
  const cacheWriteTokens = sum((part) => part.cache_creation_input_tokens);
  return {
    inputTokens: cacheReadTokens + sum((part) => part.input_tokens) + cacheWriteTokens,
    outputTokens: sum((part) => part.output_tokens),
    cacheReadTokens,
    ...(cacheWriteTokens > 0 ? { cacheWriteTokens } : {}),
  };
}
