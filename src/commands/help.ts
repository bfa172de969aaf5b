import type { Command, CommandOption } from './command.ts';

export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  const lines = commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`);
  return [
    'Bylaw answers company-policy questions with checked sources.',
    '',
    'Usage: npm run -s bylaw -- COMMAND [options]',
    '',
    ...lines,
    '',
    'bylaw COMMAND --help shows the options of a command.',
    '',
  ].join('\n');
}

export function commandHelp(command: Command, common: readonly CommandOption[]): string {
  const options = [...command.options, ...common];
  const left = options.map((option) => `--${option.name}${option.value === undefined ? '' : ` ${option.value}`}`);
  const width = Math.max(...left.map((text) => text.length));
  return [
    `${command.summary}`,
    '',
    `Usage: npm run -s bylaw -- ${`${command.name} ${command.usage}`.trim()} [options]`,
    '',
    ...options.map((option, i) => `  ${left[i]?.padEnd(width)}  ${option.help}`),
    '',
    command.details,
    '',
    'Exit status: 0 done, 1 the job failed, 2 the call or the configuration is wrong.',
    '',
  ].join('\n');
}
