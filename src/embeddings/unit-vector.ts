import { BylawError } from '../errors.ts';

/**
 * Scales a vector to length 1.
 * Throws `embedder_failed` for what no search could use: another dimension, NaN, infinity or all zeros. `embedder` names
 * the culprit in the message.
 */
export function toUnitVector(values: ArrayLike<number>, dimension: number, embedder: string): Float32Array {
  if (values.length !== dimension) {
    throw new BylawError(
      'embedder_failed',
      `${embedder} returned a vector of ${values.length} numbers where ${dimension} were expected: check the model and its dimension in the settings under embeddings.`,
    );
  }
  const vector = Float64Array.from(values);
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  if (!Number.isFinite(length) || length === 0) {
    throw new BylawError(
      'embedder_failed',
      `${embedder} returned a vector ${length === 0 ? 'of zeros' : 'with numbers that are not finite'}: try again, or choose another model in the settings under embeddings.`,
    );
  }
  return Float32Array.from(vector, (value) => value / length);
}
