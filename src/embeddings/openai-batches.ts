/** The API's limits: inputs in a request, tokens in a request, tokens in an input. */
const maxInputs = 2048;
const maxRequestTokens = 300_000;
const maxInputTokens = 8192;

/**
 * A token holds four characters of English prose, two of digits and codes, and never less than one byte. Estimating
 * three bytes a token leaves prose whole; requests are filled by half, since a dense document must not fail a batch.
 */
const bytesPerToken = 3;
const maxRequestBytes = (maxRequestTokens / 2) * bytesPerToken;

/** How much of an input is sent: by estimate, and, when the server finds that too long, what can't be too long. */
export const inputBytes = { estimated: maxInputTokens * bytesPerToken, certain: maxInputTokens } as const;

/** Cuts a list into runs that fit into a request each, in order. */
export function splitIntoBatches(texts: readonly string[]): string[][] {
  const batches: string[][] = [];
  let bytes = 0;
  for (const text of texts) {
    const size = Math.min(Buffer.byteLength(text), inputBytes.estimated);
    const batch = batches.at(-1);
    if (batch && batch.length < maxInputs && bytes + size <= maxRequestBytes) {
      batch.push(text);
      bytes += size;
    } else {
      batches.push([text]);
      bytes = size;
    }
  }
  return batches;
}

/** The beginning of a text that takes at most `maxBytes` in UTF-8, cut after a word where one ends nearby. */
export function shorten(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  const start = text.slice(0, read);
  const lastSpace = start.search(/\s\S{0,100}$/u);
  return lastSpace > 0 && start.slice(0, lastSpace).trim() !== '' ? start.slice(0, lastSpace) : start;
}
