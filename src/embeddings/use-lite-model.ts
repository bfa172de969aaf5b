import { InferenceSession, Tensor } from 'onnxruntime-node';
import { buildUseLiteGraph, inputName, maxTokens, outputName } from './use-lite-graph.ts';
import { createUseLiteTokenizer } from './use-lite-tokenizer.ts';
import { readUseLite } from './use-lite-weights.ts';

/** Turns one text that isn't blank into a unit vector. Keeps its thread busy meanwhile. */
export type EmbedText = (text: string) => Promise<Float32Array>;

/** Loads the model into this thread, which takes about half a second and 150 MB. */
export async function loadUseLite(): Promise<EmbedText> {
  const { weights, vocabulary } = await readUseLite();
  const tokenize = createUseLiteTokenizer(vocabulary);
  // One text on one thread at a time: measured faster per core than batches (padding) or several threads.
  const session = await InferenceSession.create(buildUseLiteGraph(weights), {
    executionProviders: ['cpu'],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });

  return async (text) => {
    const ids = BigInt64Array.from(tokenize(text, maxTokens), BigInt);
    const outputs = await session.run({ [inputName]: new Tensor('int64', ids, [ids.length]) });
    const vector = outputs[outputName]?.data;
    if (!(vector instanceof Float32Array)) throw new Error('the model returned no vector');
    return vector;
  };
}
