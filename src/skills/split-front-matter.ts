import { type Deviation, fault, unportable, warning } from './deviation.ts';

export interface FrontMatterSource {
  readonly yaml: string;
  /** Of the first line of YAML, in the file, from 1. */
  readonly line: number;
  readonly body: string;
  readonly bodyLine: number;
}

// The YAML parser compares every key with every other one: 250 KB of keys would take half a minute.
const maxChars = 16_384;

/** Finds the fences by whole lines, never inside a value. */
export function splitFrontMatter(text: string): {
  readonly source?: FrontMatterSource;
  readonly deviations: readonly Deviation[];
} {
  const lines = text.split('\n');
  const opening = lines.findIndex((line) => line.trim() !== '');
  const first = lines[opening];
  if (first === undefined) return refuse('the file is empty');
  if (!/^---[ \t]*$/.test(first)) return refuse(describeStart(first), opening + 1);
  const closing = lines.findIndex((line, i) => i > opening && /^(---|\.\.\.)[ \t]*$/.test(line));
  if (closing < 0) return refuse('the front matter is never closed; add a line with ---', opening + 1);

  const yaml = lines.slice(opening + 1, closing).join('\n');
  if (yaml.length > maxChars) return refuse(`the front matter is longer than ${maxChars} characters`, opening + 1);
  const deviations: Deviation[] = [];
  if (opening > 0) deviations.push(unportable('blank lines before the front matter; begin with ---', 1));
  for (const at of [opening, closing]) {
    if (/[ \t]$/.test(lines[at] ?? '')) deviations.push(warning('spaces after the fence', at + 1));
  }
  if (lines[closing]?.startsWith('...')) {
    deviations.push(unportable('the front matter ends with "..."; other hosts know only ---', closing + 1));
  }
  const dashes = lines.findIndex((line, i) => i > opening && i < closing && line.includes('---'));
  if (dashes > 0) {
    deviations.push(warning('some hosts end the front matter at the --- within this line', dashes + 1));
  }
  let start = closing + 1;
  while (start < lines.length && lines[start]?.trim() === '') start += 1;
  const body = lines.slice(start).join('\n');
  return { source: { yaml, line: opening + 2, body, bodyLine: start + 1 }, deviations };
}

function refuse(message: string, line?: number) {
  return { deviations: [fault(message, line)] };
}

function describeStart(line: string): string {
  const kinds: readonly (readonly [RegExp, string])[] = [
    [/^---\s*\S/, 'the first fence must be --- alone'],
    [/^\s+---/, 'the first fence must not be indented'],
    [/^#!/, 'the file begins with #!, like a script'],
    [/^#/, 'the file begins with a heading'],
    [/^\s*(```|~~~)/, 'the file begins with a code fence'],
    [/^\s*<!--/, 'the file begins with an HTML comment'],
  ];
  const found = kinds.find(([pattern]) => pattern.test(line))?.[1] ?? 'the file does not begin with ---';
  return `no front matter: ${found}; begin with --- and the fields name and description`;
}
