/** The bytes of a streamed chat completion, as an odd server might send them. */
export const sse = (...chunks: readonly (object | string)[]) =>
  chunks.map((chunk) => (typeof chunk === 'string' ? chunk : `data: ${JSON.stringify(chunk)}\n\n`)).join('');
/** A chunk of the first choice. */
export const delta = (said: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta: said, finish_reason: finish }],
});
export const done = 'data: [DONE]\n\n';
