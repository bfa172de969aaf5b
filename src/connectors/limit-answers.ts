import { maxMessageBytes } from './line-reader.ts';

/** An answer over HTTP that is larger than the bot takes. */
export class AnswerTooLarge extends Error {
  constructor() {
    super(`the answer is larger than ${maxMessageBytes / 1024 / 1024} MB`);
    this.name = 'AnswerTooLarge';
  }
}

/** Fetches, and cuts off the answer to one request once it has grown too large; the long stream of news is not counted. */
export function limitAnswers(fetchFn: typeof fetch, onTooLarge: (request: unknown) => void): typeof fetch {
  return async (input, init) => {
    const response = await fetchFn(input, init);
    if (init?.method !== 'POST' || response.body === null) return response;
    let bytes = 0;
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytes += chunk.byteLength;
          if (bytes <= maxMessageBytes) controller.enqueue(chunk);
          else {
            onTooLarge(init.body);
            controller.error(new AnswerTooLarge());
          }
        },
      }),
    );
    return new Response(counted, {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
  };
}
