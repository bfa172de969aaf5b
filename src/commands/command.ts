import type { Config } from '../config.ts';

/** One verb of the command line. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What follows the name, such as `"question"`. */
  readonly usage: string;
  /** How many words it takes besides options. */
  readonly words: { readonly min: number; readonly max: number };
  readonly options: readonly CommandOption[];
  /** More for `--help`: what it prints, an example. */
  readonly details: string;
  run(context: CommandContext): Promise<ExitStatus>;
}

export interface CommandOption {
  readonly name: string;
  /** How the value is called in the help; absent for a switch. */
  readonly value?: string;
  readonly repeatable?: boolean;
  readonly help: string;
}

/** 0 done, 1 the job failed, 2 the call or the configuration is wrong. */
export type ExitStatus = 0 | 1 | 2;

export interface CommandContext {
  readonly config: Config;
  /** The same, read again as it is now; throws where it has mistakes. */
  readConfig(): Config;
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  /** Against which the words' relative paths are meant. */
  readonly cwd: string;
  readonly json: boolean;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Aborts on SIGINT and SIGTERM. */
  readonly signal: AbortSignal;
}

export function textOption(context: CommandContext, name: string): string | undefined {
  const value = context.options[name];
  return typeof value === 'string' ? value : undefined;
}

export function listOption(context: CommandContext, name: string): readonly string[] {
  const value = context.options[name];
  return Array.isArray(value) ? value : [];
}

export function printJson(context: CommandContext, value: unknown): void {
  context.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
