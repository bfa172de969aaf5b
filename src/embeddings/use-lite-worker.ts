import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { loggable } from '../errors.ts';
import { createEmbedQueue, type EmbedJob } from './embed-queue.ts';
import { createNativeGate } from './native-gate.ts';
import { dimension } from './use-lite-graph.ts';

export interface UseLiteWorkerData {
  readonly gate: SharedArrayBuffer;
}

/** `drop` takes a job back by its id. A job without texts is answered once the model is loaded. */
export type UseLiteRequest = { readonly embed: EmbedJob } | { readonly drop: number };

/** `vectors` holds one vector after the other, in the order of the job's texts. */
export type UseLiteReply =
  | { readonly id: number; readonly vectors: Float32Array<ArrayBuffer> }
  | { readonly id: number; readonly error: string };

const { gate: gateMemory }: UseLiteWorkerData = workerData;
const gate = createNativeGate(gateMemory);
// An error while loading ends the worker, and reaches the other side as its `error` event.
const embedText = await gate.pass(async () => {
  // Imported here, since loading the native library is as dangerous a moment as running it.
  const { loadUseLite } = await import('./use-lite-model.ts');
  return loadUseLite();
});
const queue = createEmbedQueue();
const unfinished = new Map<number, Float32Array<ArrayBuffer>>();
let working = false;

parentPort?.on('message', (request: UseLiteRequest) => {
  if ('drop' in request) {
    forget(request.drop);
    return;
  }
  const { id, texts } = request.embed;
  const vectors = new Float32Array(texts.length * dimension);
  if (texts.length === 0) {
    reply({ id, vectors });
    return;
  }
  unfinished.set(id, vectors);
  queue.add(request.embed);
  if (!working) void work();
});

async function work(): Promise<void> {
  working = true;
  for (;;) {
    // Lets requests in that arrived meanwhile; without it a question would wait for two texts instead of one.
    await nextTurn();
    const task = queue.next();
    if (!task) break;
    await embedOne(task.job, task.index);
  }
  working = false;
}

async function embedOne({ id, texts }: EmbedJob, index: number): Promise<void> {
  try {
    const vector = await gate.pass(() => embedText(texts[index] ?? ''));
    // Gone if the job was dropped while its text was embedded.
    const vectors = unfinished.get(id);
    if (!vectors) return;
    vectors.set(vector, index * dimension);
    if (index < texts.length - 1) return;
    unfinished.delete(id);
    reply({ id, vectors });
  } catch (error) {
    forget(id);
    reply({ id, error: loggable(error) });
  }
}

function forget(id: number): void {
  queue.drop(id);
  unfinished.delete(id);
}

function reply(message: UseLiteReply): void {
  parentPort?.postMessage(message, 'vectors' in message ? [message.vectors.buffer] : []);
}
