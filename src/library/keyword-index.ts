import { Worker } from 'node:worker_threads';
import { BylawError, loggable } from '../errors.ts';
import type { KeywordCalls, KeywordReply, KeywordRequest } from './keyword-worker.ts';

type Calls = {
  [Name in keyof KeywordCalls]: (value: KeywordCalls[Name]['request']) => Promise<KeywordCalls[Name]['response']>;
};

/**
 * The keyword index, in a thread of its own so that no question waits for another's search. Calls run in order; they
 * throw `library_unavailable` where the file can't be used and a `BrokenIndex` where it has to be built anew.
 */
export type KeywordIndex = Calls;

/** The index's file is damaged or of another release: `reset` and fill it again. */
export class BrokenIndex extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BrokenIndex';
  }
}

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

export function createKeywordIndex({ path }: { readonly path: string }): KeywordIndex {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let lastId = 0;

  function start(): Worker {
    const started = new Worker(new URL('./keyword-worker.ts', import.meta.url), { workerData: { path } });
    started.on('message', (reply: KeywordReply) => {
      const call = waiting.get(reply.id);
      waiting.delete(reply.id);
      if (waiting.size === 0) started.unref();
      if ('error' in reply) call?.reject(reply.broken ? new BrokenIndex(reply.error) : unusable(path, reply.error));
      else call?.resolve(reply.value as never);
    });
    const fail = (cause: string) => {
      if (worker !== started) return;
      worker = undefined;
      for (const call of waiting.values()) call.reject(unusable(path, cause));
      waiting.clear();
    };
    started.on('error', (error) => fail(loggable(error)));
    started.on('exit', () => fail('its thread ended'));
    started.unref();
    return started;
  }

  function call<Name extends keyof KeywordCalls>(name: Name) {
    return (value: KeywordCalls[Name]['request']): Promise<KeywordCalls[Name]['response']> =>
      new Promise((resolve, reject) => {
        worker ??= start();
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        worker.ref();
        worker.postMessage({ id: lastId, name, value } as KeywordRequest);
      });
  }

  return {
    inventory: call('inventory'),
    reset: call('reset'),
    add: call('add'),
    remove: call('remove'),
    erase: call('erase'),
    count: call('count'),
    search: call('search'),
    resolve: call('resolve'),
    async close() {
      if (!worker) return;
      await call('close')(undefined);
      const closing = worker;
      worker = undefined;
      await closing?.terminate();
    },
  };
}

function unusable(path: string, cause: string): BylawError {
  return new BylawError(
    'library_unavailable',
    `the keyword index ${path} can't be used (${cause}): check that no other program holds it, its disk has room and its folder can be written`,
  );
}
