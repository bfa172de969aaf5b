import type { CheckedDocument } from './finding.ts';

/**
 * The line of a file on which a piece of its text begins, from 1; undefined where the file isn't text, or was changed
 * too much on the way to be found again.
 */
export function findLine({ source }: Pick<CheckedDocument, 'source'>, piece: string, from = 0): number | undefined {
  if (source === undefined) return undefined;
  for (const sought of [piece, firstLine(piece), longestRun(piece)]) {
    const at = sought.trim() === '' ? -1 : source.indexOf(sought, from);
    if (at >= 0) return lineAt(source, at);
  }
  return undefined;
}

/** The line of the front matter that begins with a key, from 1. */
export function findKey(document: Pick<CheckedDocument, 'source'>, key: string): number | undefined {
  const wanted = plain(key);
  return lineWith(document, (line) => line.includes(':') && plain(line.slice(0, line.indexOf(':'))) === wanted);
}

/** The line of the front matter on which a value stands, at one of these keys or below it. */
export function findValue(
  document: Pick<CheckedDocument, 'source'>,
  value: string,
  keys: readonly string[],
): number | undefined {
  const from = keys.map((key) => findKey(document, key)).filter((line) => line !== undefined);
  const first = Math.min(...from);
  return lineWith(document, (line, n) => n + 1 >= first && line.includes(value)) ?? from[0];
}

function lineWith(
  { source = '' }: Pick<CheckedDocument, 'source'>,
  fits: (line: string, index: number) => boolean,
): number | undefined {
  const end = /^---[ \t]*\n[\s\S]*?\n---[ \t]*(?:\n|$)/.exec(source)?.[0].length ?? 0;
  const found = source.slice(0, end).split('\n').findIndex(fits);
  return found < 0 ? undefined : found + 1;
}

export function lineAt(source: string, offset: number): number {
  let line = 1;
  for (let at = source.indexOf('\n'); at >= 0 && at < offset; at = source.indexOf('\n', at + 1)) line += 1;
  return line;
}

function plain(key: string): string {
  return key.toLowerCase().replace(/[\s"'_-]/g, '');
}

function firstLine(text: string): string {
  return text.split('\n').find((line) => line.trim() !== '') ?? '';
}

/** Markup that was taken out leaves stretches that still stand as they were written. */
function longestRun(text: string): string {
  const runs = text.split(/[*_`[\]()<>\\|\n]+/).map((run) => run.trim());
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '');
  return longest.length < 15 ? '' : longest;
}
