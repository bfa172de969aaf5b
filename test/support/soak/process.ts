import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** One life of the bot. */
export interface BotProcess {
  /** Where it listens on HTTP; undefined over Socket Mode. */
  readonly port: number | undefined;
  /** Lets so much time pass there. */
  advance(ms: number): Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** Undefined if it could not start, which it says by itself. */
export async function startBotProcess(args: readonly string[]): Promise<BotProcess | undefined> {
  const child = fork(fileURLToPath(new URL('bot.ts', import.meta.url)), [...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Those of the test runner are not for it.
    execArgv: [],
  });
  const exited = once(child, 'exit');
  const [first]: { ready?: boolean; port?: number }[] = await heard(child, exited);
  if (first?.ready !== true) {
    await exited;
    return undefined;
  }
  const order = async (message: object) => {
    if (!child.connected) throw new Error('the bot has ended by itself');
    const done = heard(child, exited);
    child.send(message);
    await done;
  };
  return {
    port: first.port,
    advance: (advance) => order({ advance }),
    async stop() {
      await order({ stop: true });
      await exited;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function heard(child: ChildProcess, exited: Promise<unknown>) {
  const enough = new AbortController();
  const message = once(child, 'message', { signal: enough.signal });
  message.catch(() => {});
  const ended = exited.then(() => {
    throw new Error('the bot has ended by itself');
  });
  try {
    return await Promise.race([message, ended]);
  } finally {
    enough.abort();
  }
}
