import { BylawError } from '../errors.ts';
import { type CommandContext, textOption } from './command.ts';

/** A whole number from 1 to `most`. Throws `usage`. */
export function numberOption(
  context: CommandContext,
  name: string,
  { fallback, most }: { readonly fallback: number; readonly most: number },
): number {
  const text = textOption(context, name) ?? String(fallback);
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > most) {
    throw new BylawError('usage', `--${name} ${text}: must be a whole number from 1 to ${most}`);
  }
  return number;
}
