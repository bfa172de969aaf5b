import process from 'node:process';
import { parseArgs } from 'node:util';
import { askCommand } from './commands/ask.ts';
import { checkCommand } from './commands/check.ts';
import type { Command, CommandContext, CommandOption, ExitStatus } from './commands/command.ts';
import { conflictsCommand } from './commands/conflicts.ts';
import { connectorsCommand } from './commands/connectors.ts';
import { diffCommand } from './commands/diff.ts';
import { doctorCommand } from './commands/doctor.ts';
import { evaluateCommand } from './commands/evaluate.ts';
import { feedbackCommand } from './commands/feedback.ts';
import { forgetCommand } from './commands/forget-document.ts';
import { forgetPersonCommand } from './commands/forget-person.ts';
import { commandHelp, overview } from './commands/help.ts';
import { historyCommand } from './commands/history.ts';
import { indexCommand } from './commands/index-documents.ts';
import { questionsCommand } from './commands/questions.ts';
import { replayCommand } from './commands/replay.ts';
import { searchCommand } from './commands/search.ts';
import { skillsCommand } from './commands/skills.ts';
import { staleCommand } from './commands/stale.ts';
import { startCommand } from './commands/start.ts';
import { argumentFolder, environment } from './commands/surroundings.ts';
import { loadConfig } from './config.ts';
import { BylawError, loggable, messageOf } from './errors.ts';
import { printable } from './printable.ts';

const commands: readonly Command[] = [
  startCommand,
  askCommand,
  searchCommand,
  indexCommand,
  evaluateCommand,
  checkCommand,
  conflictsCommand,
  historyCommand,
  diffCommand,
  staleCommand,
  replayCommand,
  questionsCommand,
  feedbackCommand,
  forgetCommand,
  forgetPersonCommand,
  skillsCommand,
  connectorsCommand,
  doctorCommand,
];

export const commonOptions: readonly CommandOption[] = [
  { name: 'config', value: 'FILE', help: 'settings file (bylaw.yaml in the working folder)' },
  { name: 'data', value: 'DIR', help: 'state folder (.bylaw)' },
  {
    name: 'source',
    value: 'DIR',
    repeatable: true,
    help: 'use this folder instead of the configured sources; repeatable',
  },
  { name: 'json', help: 'print one JSON document and nothing else on standard output' },
  { name: 'help', help: 'show this' },
];

const lingerMs = 1000;

/** Runs the command line and sets the exit status. */
export async function main(): Promise<void> {
  const stop = new AbortController();
  let signals = 0;
  const onSignal = (name: NodeJS.Signals) => {
    signals += 1;
    if (signals > 1) process.exit(name === 'SIGINT' ? 130 : 143);
    stop.abort(new BylawError('cancelled', `stopped by ${name}`));
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  // Under nohup there is no terminal, and its closing must not end anything.
  if (process.stdin.isTTY) process.on('SIGHUP', onSignal);
  let unwritten: ExitStatus | undefined;
  // A reader that went away (| head) ends the program quietly.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') {
      stop.abort(new BylawError('cancelled', 'nobody reads the output any more'));
      return;
    }
    unwritten = complain(`the output can't be written (${error.code}): check where it goes and run this again`, 1);
    process.exitCode = unwritten;
  });
  // A log that nobody can read any more is no reason to stop answering.
  process.stderr.on('error', () => {});
  const status = await runCommandLine(process.argv.slice(2), stop.signal);
  process.exitCode = unwritten ?? status;
  // Everything is closed by now; a library's forgotten timer must not keep the process.
  setTimeout(() => process.exit(), lingerMs).unref();
}

async function runCommandLine(args: readonly string[], signal: AbortSignal): Promise<ExitStatus> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(overview(commands));
    return name === undefined ? 2 : 0;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined) {
    const message = `there is no command "${name}".\n\n${overview(commands)}`;
    return report(new BylawError('usage', message), rest.includes('--json'), signal);
  }
  let json = rest.includes('--json');
  try {
    const { values, positionals } = parseWords(command, rest);
    if (values.help === true) {
      process.stdout.write(commandHelp(command, commonOptions));
      return 0;
    }
    json = values.json === true;
    const readConfig = () =>
      loadConfig({
        file: typeof values.config === 'string' ? values.config : undefined,
        data: typeof values.data === 'string' ? values.data : undefined,
        sources: Array.isArray(values.source) ? values.source.map(String) : undefined,
        cwd: process.cwd(),
        argumentFolder: argumentFolder(),
        env: environment(),
      });
    const context: CommandContext = {
      config: readConfig(),
      readConfig,
      words: positionals,
      options: values,
      cwd: argumentFolder(),
      json,
      stdin: process.stdin,
      stdout: process.stdout,
      stderr: process.stderr,
      signal,
    };
    return await command.run(context);
  } catch (error) {
    return report(error, json, signal);
  }
}

type Values = Record<string, string | boolean | string[] | undefined>;

function parseWords(command: Command, args: readonly string[]): { values: Values; positionals: string[] } {
  const options = Object.fromEntries(
    [...commonOptions, ...command.options].map((option) => [
      option.name,
      {
        type: option.value === undefined ? ('boolean' as const) : ('string' as const),
        multiple: option.repeatable ?? false,
      },
    ]),
  );
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    const words = parsed.positionals;
    const asked = parsed.values.help === true;
    if (!asked && (words.length < command.words.min || words.length > command.words.max)) {
      const problem =
        words.length < command.words.min
          ? 'something is missing'
          : `"${words[command.words.max]}" is one word too many (quote a question)`;
      throw new BylawError('usage', `${problem}; usage: bylaw ${command.name} ${command.usage}`.trimEnd());
    }
    return { values: { ...parsed.values } as Values, positionals: words };
  } catch (error) {
    if (error instanceof BylawError) throw error;
    throw new BylawError('usage', `${messageOf(error)}\nbylaw ${command.name} --help lists the options.`, {
      cause: error,
    });
  }
}

function report(thrown: unknown, json: boolean, signal: AbortSignal): ExitStatus {
  const error: unknown = signal.aborted ? signal.reason : thrown;
  const known = error instanceof BylawError;
  const status: ExitStatus = known && (error.code === 'usage' || error.code === 'config_invalid') ? 2 : 1;
  const message = known
    ? error.message
    : `something unexpected went wrong: ${loggable(error)}\nbylaw doctor checks every part; if it finds nothing, please report this.`;
  if (json)
    process.stdout.write(`${JSON.stringify({ error: { code: known ? error.code : 'internal', message } }, null, 2)}\n`);
  return complain(message, status);
}

function complain(message: string, status: ExitStatus): ExitStatus {
  process.stderr.write(printable(`bylaw: ${message}\n`));
  return status;
}
