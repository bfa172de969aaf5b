import type { Embedder } from '../../src/embeddings/embedder.ts';
import { dimension, standInVector } from './stand-in-vector.ts';

/** Cuts passages and counts in the ranking as the built-in embedder does, without its time. */
export function createStandInEmbedder(): Embedder {
  return {
    space: `stand-in-${dimension}`,
    dimension,
    windows: { maxChars: 450, stepChars: 350, minTailChars: 120 },
    weight: 0.35,
    async start() {},
    async stop() {},
    embed: async (texts) => texts.map(standInVector),
  };
}
