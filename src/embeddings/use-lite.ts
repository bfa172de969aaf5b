import { Worker } from 'node:worker_threads';
import { BylawError } from '../errors.ts';
import { rejectBlankTexts } from './check-texts.ts';
import type { Embedder } from './embedder.ts';
import { toUnitVector } from './unit-vector.ts';
import { connectUseLite, type StartWorker, type UseLiteConnection } from './use-lite-connection.ts';
import { dimension } from './use-lite-graph.ts';

export interface UseLiteOptions {
  /** Absent means 0.3: of 0.2 to 0.4 the one that ranks and fills the context best over all public question sets. */
  readonly weight?: number;
  readonly startWorker?: StartWorker;
}

/**
 * The embedder that needs no key and no network: Universal Sentence Encoder lite, English only, from its npm package.
 *
 * It runs in a worker thread, about half a second to load and 150 MB, which `start` or the first `embed` starts; a
 * crashed one is replaced by the next call. The model reads 128 word pieces of a text, about 550 characters, hence the windows.
 */
export function createUseLiteEmbedder(options: UseLiteOptions = {}): Embedder {
  const startWorker = options.startWorker ?? ((script, workerOptions) => new Worker(script, workerOptions));
  let connection: UseLiteConnection | undefined;
  let stopped = false;

  const connect = () => {
    if (stopped) throw new BylawError('cancelled', 'The embedder was stopped: start it again first.');
    if (!connection?.isOpen()) connection = connectUseLite(startWorker);
    return connection;
  };

  return {
    // Windows without their path, unlike those of `use-lite-512`.
    space: `use-lite-${dimension}-text`,
    dimension,
    windows: { maxChars: 450, stepChars: 350, minTailChars: 120 },
    weight: options.weight ?? 0.3,
    start: async () => {
      stopped = false;
      await connect().request({ purpose: 'question', texts: [] });
    },
    stop: async () => {
      stopped = true;
      await connection?.close();
    },
    embed: async (texts, { purpose, signal }) => {
      rejectBlankTexts(texts);
      if (texts.length === 0) return [];
      const vectors = await connect().request({ purpose, texts }, signal);
      return texts.map((_, i) =>
        toUnitVector(vectors.subarray(i * dimension, (i + 1) * dimension), dimension, 'The built-in embedder'),
      );
    },
  };
}
