import { createHash, randomUUID } from 'node:crypto';
import { estimateTokens } from './cache.ts';
import type { EditedContext } from './context-edits.ts';
import type { FakeReply } from './script.ts';
import type { FakeMessage } from './stream.ts';
import type { WireBlock, WireRequest, WireUsage } from './wire.ts';

export interface MessageBuilder {
  build(
    item: FakeReply,
    request: WireRequest,
    prompt: Omit<WireUsage, 'output_tokens'>,
    edited: Pick<EditedContext, 'applied' | 'summary' | 'summaryTokens'>,
  ): FakeMessage & { usage: WireUsage };
  /** Whether this text was signed so; undefined for a signature that was never given. */
  signed(signature: string, thinking: string): boolean | undefined;
}

/** Fills in what the API adds to a reply, and remembers the thinking that it signed. */
export function createMessageBuilder(): MessageBuilder {
  const signatures = new Map<string, string>();

  function complete(block: WireBlock): WireBlock {
    switch (block.type) {
      case 'text':
        return { citations: null, ...block };
      case 'tool_use':
        return { id: newId('toolu'), caller: { type: 'direct' }, ...block };
      case 'thinking': {
        const thinking = String(block.thinking);
        const signature = typeof block.signature === 'string' ? block.signature : sign(thinking);
        signatures.set(signature, thinking);
        return { ...block, thinking, signature };
      }
      default:
        return block;
    }
  }

  return {
    build(item, request, prompt, { applied, summary, summaryTokens }) {
      const said = (item.content ?? []).map(complete);
      const content = summary === undefined ? said : [summary, ...said];
      const calls = content.some((block) => block.type === 'tool_use');
      const usage = { ...prompt, output_tokens: estimateTokens(JSON.stringify(content)), ...item.usage };
      return {
        id: newId('msg'),
        type: 'message',
        role: 'assistant',
        model: request.model,
        container: null,
        diagnostics: null,
        stop_reason: item.stopReason === undefined ? (calls ? 'tool_use' : 'end_turn') : item.stopReason,
        stop_sequence: null,
        stop_details: item.stopDetails ?? null,
        content,
        ...(request.context_management === undefined ? {} : { context_management: { applied_edits: applied } }),
        usage: {
          ...{ ...usage, cache_creation: null, server_tool_use: null, service_tier: 'standard' },
          ...(summary === undefined ? {} : { iterations: [summaryUsage(summaryTokens, summary)] }),
        },
      };
    },
    signed(signature, thinking) {
      // Signatures of an earlier run stay good, as they do at the real API.
      if (signature === sign(thinking)) return true;
      const original = signatures.get(signature);
      return original === undefined ? undefined : original === thinking;
    },
  };
}

function summaryUsage(tokens: number, summary: WireBlock) {
  return {
    type: 'compaction',
    input_tokens: tokens,
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: 0,
    output_tokens: estimateTokens(JSON.stringify(summary)),
  };
}

function sign(thinking: string): string {
  return `sig_${createHash('sha256').update(thinking).digest('base64')}`;
}

function newId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '')}`;
}
