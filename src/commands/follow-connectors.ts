import { stat } from 'node:fs/promises';
import type { App } from '../app.ts';
import type { Config } from '../config.ts';
import { realTimers, type Timers } from '../connectors/timers.ts';
import { loggable } from '../errors.ts';

export interface FollowConnectorsDeps extends Pick<App, 'log'> {
  readonly config: Pick<Config, 'file' | 'connectors'>;
  readonly connectors: Pick<App['connectors'], 'reconfigure'>;
  readonly readConfig: () => Pick<Config, 'connectors'>;
  readonly timers?: Timers;
}

export interface FollowConnectors {
  /** Looks at the file now. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

const everyMs = 2000;

/**
 * Takes connectors over from the settings file whenever it was changed, while the bot runs. Of a file with a mistake
 * nothing is taken over. Everything else in it takes a restart.
 */
export function followConnectors(deps: FollowConnectorsDeps): FollowConnectors {
  const { config, connectors, readConfig, log, timers = realTimers } = deps;
  const { file } = config;
  let seen = '';
  let taken = JSON.stringify(config.connectors);
  let looking: Promise<void> = Promise.resolve();
  let cancel = () => {};
  let stopped = false;

  async function take(): Promise<void> {
    if (file === undefined || stopped) return;
    // Editors put a new file in the place of the old one, so it is the file of that name that counts.
    const { ino, mtimeMs, size } = await stat(file);
    const now = `${ino} ${mtimeMs} ${size}`;
    if (now === seen) return;
    seen = now;
    const { connectors: plan } = readConfig();
    if (JSON.stringify(plan) === taken) return;
    taken = JSON.stringify(plan);
    await connectors.reconfigure(plan);
    log.info('connectors.reconfigured');
  }

  function look(): Promise<void> {
    looking = looking.then(take).catch((error: unknown) => {
      log.error('connectors.not_reconfigured', { reason: loggable(error) });
    });
    return looking;
  }

  function wait(): void {
    if (!stopped) cancel = timers.after(everyMs, () => void look().then(wait));
  }

  if (file !== undefined) wait();
  return {
    look,
    stop: () => {
      stopped = true;
      cancel();
      return looking;
    },
  };
}
