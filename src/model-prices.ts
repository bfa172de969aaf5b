/** US dollars for a million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  /** Of tokens that were read from the prompt cache; a tenth of `input` unless told. */
  readonly cacheRead?: number;
  /** Of tokens that were written to it; a quarter more than `input` unless told. */
  readonly cacheWrite?: number;
}

export interface PricedUsage {
  /** Whole prompt, cached parts included. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens?: number;
}

/**
 * List prices by the beginning of the model's name, as known on 2026-11-30; `prices` in bylaw.yaml replaces them.
 * Of families that are not listed yet the price of the one before is taken.
 */
const knownPrices: readonly (readonly [name: string, price: ModelPrice])[] = [
  ['claude-haiku', { input: 1, output: 5 }],
  ['claude-sonnet', { input: 3, output: 15 }],
  ['claude-opus', { input: 5, output: 25 }],
];

/** A model that nobody knows the price of counts as one of the dearest, so that a budget holds all the same. */
const unknownPrice: ModelPrice = { input: 15, output: 75 };

export function priceOf(model: string, configured: Readonly<Record<string, ModelPrice>> = {}): ModelPrice {
  return configured[model] ?? knownPrices.find(([name]) => model.startsWith(name))?.[1] ?? unknownPrice;
}

/** What a call cost, in US dollars. */
export function costOf(usage: PricedUsage, price: ModelPrice): number {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens = 0 } = usage;
  const { input, output, cacheRead = input / 10, cacheWrite = input * 1.25 } = price;
  const fresh = Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens);
  const sum = fresh * input + cacheReadTokens * cacheRead + cacheWriteTokens * cacheWrite + outputTokens * output;
  return sum / 1_000_000;
}
