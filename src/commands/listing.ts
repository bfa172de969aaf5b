import { printable } from '../printable.ts';
import type { CommandContext } from './command.ts';

const widest = 100;
const narrowest = 20;

/** Columns that a list may take: those of the terminal up to 100, or 80 where there is none. */
export function columnsOf({ stdout }: CommandContext): number {
  return Math.max(narrowest, Math.min(stdout.columns ?? 80, widest));
}

export interface Indent {
  readonly first: string;
  /** Of the lines after the first, if another. */
  readonly rest?: string;
}

/** Foreign text on as many lines as it needs, each indented; words that are too long for a line are cut. */
export function wrapped(text: string, columns: number, indent: Indent = { first: '' }): string {
  const { first, rest = first } = indent;
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  const end = () => {
    lines.push(line);
    line = rest;
    isEmpty = true;
  };
  for (const word of oneLine(text)
    .split(' ')
    .flatMap((long) => pieces(long, columns - rest.length))) {
    if (!isEmpty && line.length + 1 + word.length > columns) end();
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  end();
  return lines.map((each) => `${each.trimEnd()}\n`).join('');
}

/** At most so many characters of a text, on one line. */
export function excerpt(text: string, chars: number): string {
  const line = oneLine(text);
  return line.length > chars ? `${line.slice(0, chars).trimEnd()} …` : line;
}

/** `YYYY-MM-DD HH:MM` in a time zone. */
export function moment(at: number, timeZone: string): string {
  const style = { dateStyle: 'short', timeStyle: 'short', timeZone } as const;
  return new Intl.DateTimeFormat('sv-SE', style).format(at);
}

export function plural(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

export function days(number: number): string {
  return number === 1 ? 'day' : `${number} days`;
}

function oneLine(text: string): string {
  return printable(text).replace(/\s+/g, ' ').trim();
}

function pieces(word: string, chars: number): string[] {
  return word.match(new RegExp(`.{1,${chars}}`, 'gu')) ?? [];
}
