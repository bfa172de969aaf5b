import { once } from 'node:events';
import { printed, startBylaw } from './run-bylaw.ts';

export interface OpenedBylaw {
  /** Of the local workspace's page. */
  readonly url: string;
  /** Ends it as Ctrl-C does; the exit status. */
  stop(): Promise<number | null>;
}

/** The command line with the local workspace open, on a free port. */
export async function openBylaw(state: string, more: readonly string[] = []): Promise<OpenedBylaw> {
  const child = startBylaw(['start', '--port', '0', '--data', state, ...more]);
  child.stderr?.resume();
  const closed = once(child, 'close');
  const text = await printed(child, /Open http:\S+/);
  child.stdout?.resume();
  return {
    url: /http:\S+/.exec(text)?.[0] ?? '',
    async stop() {
      child.kill('SIGINT');
      const [status] = await closed;
      return status;
    },
  };
}
