import type { Worker, WorkerOptions } from 'node:worker_threads';
import { BylawError } from '../errors.ts';
import type { EmbedJob } from './embed-queue.ts';
import { createNativeGate } from './native-gate.ts';
import type { UseLiteReply, UseLiteRequest, UseLiteWorkerData } from './use-lite-worker.ts';

/** One worker from its start to its end, whichever way that comes. */
export interface UseLiteConnection {
  /** False once the worker has crashed or was closed: open another one. */
  isOpen(): boolean;
  /** The vectors of the texts, one after the other. Rejects with the signal's reason, or when the worker ends. */
  request(job: Omit<EmbedJob, 'id'>, signal?: AbortSignal): Promise<Float32Array>;
  /** Ends the worker; what is unanswered rejects with `cancelled`. */
  close(): Promise<void>;
}

export type StartWorker = (script: URL, options: WorkerOptions) => Worker;

const script = new URL('use-lite-worker.ts', import.meta.url);

/** Starts a worker and talks to it. It keeps the process alive only while a request is unanswered. */
export function connectUseLite(startWorker: StartWorker): UseLiteConnection {
  const gate = createNativeGate();
  const workerData: UseLiteWorkerData = { gate: gate.memory };
  silenceOnnxRuntime();
  const worker = startWorker(script, { workerData, execArgv: [] });
  const unanswered = new Map<number, PromiseWithResolvers<Float32Array>>();
  let open = true;
  let nextId = 0;
  worker.unref();
  process.on('exit', gate.closeAtExit);

  const send = (request: UseLiteRequest) => worker.postMessage(request);

  const end = (reason: BylawError) => {
    open = false;
    for (const { reject } of unanswered.values()) reject(reason);
    unanswered.clear();
  };

  worker.on('message', (reply: UseLiteReply) => {
    const answer = unanswered.get(reply.id);
    if ('vectors' in reply) answer?.resolve(reply.vectors);
    else answer?.reject(failure(reply.error));
  });
  worker.on('error', (error: Error) => end(failure(error.message, error)));
  worker.on('exit', (code) => {
    process.off('exit', gate.closeAtExit);
    end(failure(`its thread ended with code ${code}`));
  });

  return {
    isOpen: () => open,
    request: async (job, signal) => {
      signal?.throwIfAborted();
      const id = nextId++;
      const answer = Promise.withResolvers<Float32Array>();
      const drop = () => {
        send({ drop: id });
        answer.reject(signal?.reason);
      };
      signal?.addEventListener('abort', drop, { once: true });
      unanswered.set(id, answer);
      worker.ref();
      send({ embed: { ...job, id } });
      try {
        return await answer.promise;
      } finally {
        signal?.removeEventListener('abort', drop);
        unanswered.delete(id);
        if (open && unanswered.size === 0) worker.unref();
      }
    },
    close: async () => {
      end(new BylawError('cancelled', 'Embedding was cancelled because Bylaw is stopping.'));
      // Waiting for the gate alone would not keep the process alive.
      worker.ref();
      await gate.close();
      await worker.terminate();
    },
  };
}

/**
 * ONNX Runtime reports its use to its maker unless this is set before it loads: with a device id that it keeps in the
 * home folder, and with the command line, which holds the question and crashes it where that is long.
 */
function silenceOnnxRuntime(): void {
  process.env.ORT_DISABLE_TELEMETRY = '1';
}

function failure(detail: string, cause?: unknown): BylawError {
  return new BylawError(
    'embedder_failed',
    `The built-in embedder failed: ${detail}. The next call starts it again; if that doesn't help, run npm ci, or set OPENAI_API_KEY.`,
    { cause },
  );
}
