import type Anthropic from '@anthropic-ai/sdk';
import type { Message as ApiMessage, MessageStreamParams } from '@anthropic-ai/sdk/resources/messages/messages';
import { IdleStreamError, UnfinishedReplyError } from './anthropic-failure.ts';
import type { Block, ModelReply } from './model.ts';

/** Resolves after that many milliseconds, rejects when the signal aborts. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** One attempt: the whole reply, or an error. Nothing of a reply that breaks off is kept. */
export async function streamReply(
  client: Anthropic,
  params: MessageStreamParams,
  options: { readonly idleMs: number; readonly sleep: Sleep; readonly signal: AbortSignal },
): Promise<ModelReply> {
  const idle = watchIdle(options.idleMs, options.sleep);
  try {
    const stream = client.messages.stream(params, { signal: AbortSignal.any([options.signal, idle.signal]) });
    // The SDK's own timeout ends at the headers, and it swallows pings: only events tell that the reply goes on.
    stream.on('streamEvent', idle.reset);
    // Awaited at once, so that no rejection is left over; iterating would take a cut stream for a finished one.
    const message = await stream.finalMessage();
    if (!message.stop_reason) throw new UnfinishedReplyError('the reply has no stop reason');
    return toReply(message);
  } catch (error) {
    throw idle.signal.aborted ? new IdleStreamError('no event within the idle time') : error;
  } finally {
    idle.stop();
  }
}

function toReply(message: ApiMessage): ModelReply {
  // Plain JSON: the SDK leaves getters and hidden properties on blocks, and what is stored must be what is sent back.
  const content: Block[] = JSON.parse(JSON.stringify(message.content));
  const { usage, stop_details: details } = message;
  const cacheReadTokens = usage.cache_read_input_tokens ?? 0;
  return {
    content: content.filter((block) => block.type !== 'text' || block.text !== ''),
    stopReason: String(message.stop_reason),
    ...(details?.category ? { refusalCategory: details.category } : {}),
    usage: {
      inputTokens: usage.input_tokens + cacheReadTokens + (usage.cache_creation_input_tokens ?? 0),
      outputTokens: usage.output_tokens,
      cacheReadTokens,
    },
  };
}

function watchIdle(idleMs: number, sleep: Sleep) {
  const expired = new AbortController();
  let current = new AbortController();
  const start = () => {
    const mine = new AbortController();
    current = mine;
    sleep(idleMs, mine.signal).then(
      () => mine.signal.aborted || expired.abort(),
      () => {}, // stopped or begun anew
    );
  };
  start();
  return {
    signal: expired.signal,
    reset() {
      current.abort();
      start();
    },
    stop() {
      current.abort();
    },
  };
}
