import type { DatabaseSync } from 'node:sqlite';

/** Writes of the same moment as one transaction: many questions at once cost one wait for the disk instead of many. */
export interface WriteBatch {
  /** Resolves once the work is on disk. All or nothing by itself: what it throws is its own, and takes back only its own. */
  add<Result>(work: () => Result): Promise<Result>;
  /** Writes at once what was added. */
  flush(): void;
}

interface Item {
  run(): void;
  settle(): void;
  fail(error: unknown): void;
}

const maxPauseMs = 20;

export function createWriteBatch(
  database: () => DatabaseSync,
  transaction: (database: DatabaseSync, work: () => void) => void,
): WriteBatch {
  let items: Item[] = [];
  let tookMs = 0;
  let endedAt = 0;

  function flush(): void {
    const batch = items;
    items = [];
    if (batch.length === 0) return;
    const begunAt = performance.now();
    try {
      transaction(database(), () => {
        for (const item of batch) runApart(database(), item);
      });
      for (const item of batch) item.settle();
    } catch (error) {
      for (const item of batch) item.fail(error);
    }
    endedAt = performance.now();
    tookMs = Math.min(endedAt - begunAt, maxPauseMs);
  }

  /** At once, unless the last one has just ended: a busy process must not spend its time waiting for the disk. */
  function flushSoon(): void {
    const restMs = endedAt + tookMs - performance.now();
    if (restMs > 0) setTimeout(flush, restMs);
    else setImmediate(flush);
  }

  return {
    add: <Result>(work: () => Result) =>
      new Promise<Result>((resolve, reject) => {
        let settle = () => {};
        items.push({
          run() {
            const result = work();
            settle = () => resolve(result);
          },
          settle: () => settle(),
          fail: (error) => {
            reject(error);
            settle = () => {};
          },
        });
        if (items.length === 1) flushSoon();
      }),
    flush,
  };
}

function runApart(database: DatabaseSync, item: Item): void {
  database.exec('SAVEPOINT item');
  try {
    item.run();
  } catch (error) {
    // A full disk has rolled everything back already.
    if (!database.isTransaction) throw error;
    database.exec('ROLLBACK TO item');
    item.fail(error);
  }
  database.exec('RELEASE item');
}
