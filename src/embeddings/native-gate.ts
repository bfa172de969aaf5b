/**
 * Keeps a worker from being ended inside native code, where ONNX Runtime would take the whole process down with it
 * (an uncaught `Napi::Error`; seen with 1.30 on `terminate` and on `process.exit`). Lives in shared memory, since at
 * `exit` no message arrives any more.
 */
export interface NativeGate {
  readonly memory: SharedArrayBuffer;
  /** In the worker: runs something native, or throws if the gate was closed. One at a time. */
  pass<T>(native: () => Promise<T>): Promise<T>;
  /** From outside: lets nothing pass any more and waits until the worker is out. */
  close(): Promise<void>;
  /** The same, blocking, for a process that exits. */
  closeAtExit(): void;
}

const isInside = 0;
const isClosed = 1;
/** Loading takes half a second and a text some milliseconds, more on a busy machine; only a hung worker never leaves. */
const patienceMs = 30_000;
const wakeMs = 100;

export function createNativeGate(memory = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)): NativeGate {
  const flags = new Int32Array(memory);
  return {
    memory,
    pass: async (native) => {
      // First say so, then look: the other side does it the other way round, so one of both notices.
      Atomics.store(flags, isInside, 1);
      try {
        if (Atomics.load(flags, isClosed) === 1) throw new Error('the worker is about to be ended');
        return await native();
      } finally {
        Atomics.store(flags, isInside, 0);
        Atomics.notify(flags, isInside);
      }
    },
    close: async () => {
      Atomics.store(flags, isClosed, 1);
      // In short waits: a busy process was seen to sleep through the call that wakes it.
      for (let waitedMs = 0; Atomics.load(flags, isInside) === 1 && waitedMs < patienceMs; waitedMs += wakeMs) {
        await Atomics.waitAsync(flags, isInside, 1, wakeMs).value;
      }
    },
    closeAtExit: () => {
      Atomics.store(flags, isClosed, 1);
      Atomics.wait(flags, isInside, 1, patienceMs);
    },
  };
}
