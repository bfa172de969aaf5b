import type { App, AppSurroundings } from '../app.ts';
import type { Config } from '../config.ts';
import type { CommandContext } from './command.ts';
import { environment } from './surroundings.ts';

/** Opens the parts for the time of `work` and closes them whatever happens. */
export async function withApp<T>(
  context: CommandContext,
  work: (app: App) => Promise<T>,
  options: Partial<AppSurroundings> & { readonly config?: Config } = {},
): Promise<T> {
  const { config = context.config, ...surroundings } = options;
  const { createApp } = await import('../app.ts');
  const app = await createApp(config, {
    logLine: (line) => context.stderr.write(line),
    logLevel: 'warn',
    environment: environment(),
    ...surroundings,
  });
  try {
    await app.start();
    return await work(app);
  } finally {
    await app.stop();
  }
}
