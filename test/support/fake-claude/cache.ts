import { createHash } from 'node:crypto';
import { blocksOf, type WireRequest, type WireUsage } from './wire.ts';

const lookBackBlocks = 20;

interface Part {
  readonly hash: string;
  readonly marked: boolean;
  /** Of the prefix that ends here. */
  readonly tokens: number;
}

/** The prompt cache: prefixes in the order tools, system, messages, stored at breakpoints, found by looking back 20 blocks. */
export function createPrefixCache(options: { readonly minTokens: number }) {
  const stored = new Set<string>();
  return {
    /** What the request costs; also stores its breakpoints. */
    use(request: WireRequest): Omit<WireUsage, 'output_tokens'> {
      const parts = prefixesOf(request);
      const marks = parts.flatMap((part, i) => (part.marked ? [i] : []));
      const read = Math.max(0, ...marks.map((mark) => longestStored(parts, mark, stored)));
      const last = parts[marks.at(-1) ?? -1];
      const written = last && last.tokens >= options.minTokens ? Math.max(0, last.tokens - read) : 0;
      for (const i of marks) {
        const part = parts[i];
        if (part && part.tokens >= options.minTokens) stored.add(part.hash);
      }
      const total = parts.at(-1)?.tokens ?? 0;
      return {
        input_tokens: total - read - written,
        cache_read_input_tokens: read,
        cache_creation_input_tokens: written,
      };
    },
  };
}

export function countTokens(request: WireRequest): number {
  return prefixesOf(request).at(-1)?.tokens ?? 0;
}

export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}

function longestStored(parts: readonly Part[], mark: number, stored: ReadonlySet<string>): number {
  for (let i = mark; i >= Math.max(0, mark - lookBackBlocks); i--) {
    const part = parts[i];
    if (part && stored.has(part.hash)) return part.tokens;
  }
  return 0;
}

function prefixesOf(request: WireRequest): Part[] {
  const parts: Part[] = [];
  const add = (kind: string, value: object) => {
    const text = JSON.stringify(value, (key, inner: unknown) => (key === 'cache_control' ? undefined : inner));
    const before = parts.at(-1);
    const hash = createHash('sha256')
      .update(`${before?.hash ?? request.model}\0${kind}\0${text}`)
      .digest('hex');
    const marked = 'cache_control' in value && Boolean(value.cache_control);
    parts.push({ hash, marked, tokens: (before?.tokens ?? 0) + estimateTokens(text) });
  };
  for (const tool of request.tools ?? []) add('tool', tool);
  for (const block of blocksOf(request.system)) add('system', block);
  // Changing these keeps the cached tools and system and loses the cached messages.
  const settings = JSON.stringify([request.tool_choice ?? null, request.thinking ?? null]);
  const blocks = request.messages.flatMap((message) => blocksOf(message.content).map((block) => ({ message, block })));
  for (const [i, { message, block }] of blocks.entries()) {
    const automatic = request.cache_control && i === blocks.length - 1 ? { cache_control: request.cache_control } : {};
    add(`${settings}${message.role}`, { ...block, ...automatic });
  }
  return parts;
}
