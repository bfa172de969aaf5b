import { isDay } from '../days.ts';
import type { IsoDate, Viewer } from '../domain.ts';
import { BylawError } from '../errors.ts';
import { type CommandContext, type CommandOption, textOption } from './command.ts';

export const asOfOption: CommandOption = {
  name: 'as-of',
  value: 'DAY',
  help: 'by the rules in force on that day, such as 2026-03-01 (today)',
};

/** The day that was asked for; undefined for today. Throws `usage` for what is no day. */
export function askedDay(context: CommandContext): IsoDate | undefined {
  const day = textOption(context, asOfOption.name);
  if (day === undefined || isDay(day)) return day;
  throw new BylawError('usage', `--as-of ${day}: there is no such day; write it like 2026-03-01`);
}

/** The viewer on that day. */
export function onDay(viewer: Viewer, day: IsoDate | undefined): Viewer {
  return day === undefined || day === viewer.on
    ? viewer
    : { ...viewer, on: day, asOf: { from: day, today: viewer.on } };
}
