export const dimension = 512;

const axesAWord = 24;
// Shorter ones are mostly words that stand in every text.
const wordPattern = /\p{L}{5,}/gu;

/**
 * A unit vector in place of an embedding, at next to no cost: each longer word adds up along a few axes of its own, so
 * that texts with words in common lie near each other, as those of a model do.
 */
export function standInVector(text: string): Float32Array {
  const vector = new Float32Array(dimension);
  const words = text.toLowerCase().match(wordPattern) ?? [text];
  for (const word of words) {
    for (const axis of axesOf(word)) {
      const at = axis >> 1;
      vector[at] = (vector[at] ?? 0) + ((axis & 1) === 0 ? 1 : -1);
    }
  }
  let sum = 0;
  for (const value of vector) sum += value * value;
  if (sum === 0) return Float32Array.from(vector, (_, at) => (at === 0 ? 1 : 0));
  const length = Math.sqrt(sum);
  return vector.map((value) => value / length);
}

const known = new Map<string, Uint16Array>();

/** Axis and sign in one number each. */
function axesOf(word: string): Uint16Array {
  const found = known.get(word);
  if (found !== undefined) return found;
  let state = 0x811c9dc5;
  const axes = new Uint16Array(axesAWord);
  for (let i = 0; i < word.length; i += 1) state = Math.imul(state ^ word.charCodeAt(i), 0x01000193);
  for (let i = 0; i < axesAWord; i += 1) {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    axes[i] = ((state ^ (state >>> 13)) >>> 0) % (2 * dimension);
  }
  known.set(word, axes);
  return axes;
}
