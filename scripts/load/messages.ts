import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { SentCall } from './calls.ts';

/** What the bot's process is told, each with what it says then. */
export interface BotOrders {
  readonly finish: {
    readonly cpuMs: number;
    readonly calls: readonly SentCall[];
    readonly asked: readonly { readonly answer: string; readonly question: string; readonly status: string }[];
  };
}

/** What the workspace's process is told, each with what it says then. */
export interface WorkspaceOrders {
  /** All questions at once. */
  readonly ask: readonly Measured[];
  /** The same, evenly over ten seconds. */
  readonly spread: readonly Measured[];
  /** When the reply to each call had been written, by the call's id. */
  readonly answered: readonly (readonly [string, number])[];
  readonly problems: readonly string[];
}

/** One question as the workspace saw it; times are epoch milliseconds. */
export interface Measured {
  readonly question: string;
  readonly person: string;
  readonly channel: string;
  readonly thread: string;
  /** Its place among the questions of its thread, from 0. */
  readonly place: number;
  readonly askedAt: number;
  readonly ackMs: number;
  /** Until its thread showed a status. */
  readonly statusMs: number;
  /** Ids of the answers that stand in the thread, oldest first, each with when it came. */
  readonly answers: readonly { readonly id: string; readonly at: number }[];
}

/** A process of its own that takes orders one at a time. */
export interface Worker<Orders> {
  ready(): Promise<string>;
  order<Name extends keyof Orders & string>(name: Name): Promise<Orders[Name]>;
  /** Resolves once it has ended by itself. */
  ended(): Promise<void>;
  kill(): void;
}

export function startWorker<Orders>(file: string, args: readonly string[]): Worker<Orders> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const closed = once(child, 'exit');
  return {
    ready: async () => String(await reply(child)),
    async order(name) {
      const answered = reply(child);
      child.send(name);
      return (await answered) as Orders[typeof name];
    },
    async ended() {
      await closed;
    },
    kill: () => void child.kill(),
  };
}

async function reply(child: ChildProcess): Promise<unknown> {
  const gone = new AbortController();
  try {
    const died = once(child, 'exit', { signal: gone.signal }).then(([code]) => {
      throw new Error(`a process of the benchmark ended with ${code}`);
    });
    died.catch(() => {});
    const [message] = await Promise.race([once(child, 'message', { signal: gone.signal }), died]);
    return message;
  } finally {
    gone.abort();
  }
}

/** The other end, inside such a process. */
export function asParent<Orders>(): {
  send(message: string | Orders[keyof Orders]): void;
  next(name: keyof Orders & string): Promise<void>;
} {
  return {
    send: (message) => void process.send?.(message),
    async next(name) {
      for (;;) {
        const [message] = await once(process, 'message');
        if (message === name) return;
      }
    },
  };
}
