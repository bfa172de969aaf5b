import { createHash } from 'node:crypto';
import type { Embedder } from '../../src/embeddings/embedder.ts';

export interface ToyEmbedder extends Embedder {
  /** Every text it was asked for, in order. */
  readonly asked: { readonly text: string; readonly purpose: 'question' | 'passage' }[];
  started: boolean;
  /** Called before each answer; may throw, wait, or return vectors of its own. */
  before: (texts: readonly string[], signal: AbortSignal | undefined) => Promise<Float32Array[] | undefined>;
}

/** A deterministic stand-in for a model: texts that share words are near each other. */
export function createToyEmbedder(options: Partial<Pick<Embedder, 'space' | 'dimension' | 'weight' | 'windows'>> = {}) {
  const { space = 'toy-64', dimension = 64, weight = 0.3, windows } = options;
  const toy: ToyEmbedder = {
    space,
    dimension,
    weight,
    windows,
    asked: [],
    started: false,
    before: async () => undefined,
    async start() {
      toy.started = true;
    },
    async stop() {
      toy.started = false;
    },
    async embed(texts, { purpose, signal }) {
      if (!toy.started) throw new Error('the embedder was not started');
      toy.asked.push(...texts.map((text) => ({ text, purpose })));
      return (await toy.before(texts, signal)) ?? texts.map((text) => embedOne(text, dimension));
    },
  };
  return toy;
}

function embedOne(text: string, dimension: number): Float32Array {
  const vector = new Float32Array(dimension).fill(0.01);
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    const at = createHash('sha256').update(word).digest().readUInt32LE(0) % dimension;
    vector[at] = (vector[at] ?? 0) + 1;
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
