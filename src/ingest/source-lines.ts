/** A passage's start in the stored text, and its line in the file, from 1. */
export type SourceLine = readonly [start: number, line: number];

/**
 * On which line of its file each passage begins. The stored text lacks front matter and may lack more, so that lines are
 * found again by their words, in their order; a passage that isn't found has no entry. Empty for a file that is no text.
 */
export function findSourceLines(
  bytes: Uint8Array,
  text: string,
  passages: readonly { readonly start: number; readonly end: number }[],
): SourceLine[] {
  const source = linesOf(bytes);
  const found: SourceLine[] = [];
  let from = endOfFrontMatter(source);
  for (const { start, end } of passages) {
    const wanted = text.slice(start, end).split('\n', maxLines).map(normalize);
    const at = findFrom(source, wanted, from);
    if (at === undefined) continue;
    found.push([start, at + 1]);
    from = at + 1;
  }
  return found;
}

const maxLines = 6;

/** Where the first lines stand; those that two of them agree on come before a line that only one does. */
function findFrom(source: readonly string[], wanted: readonly string[], from: number): number | undefined {
  const known = wanted.flatMap((line, offset) => (line === '' ? [] : [{ line, offset }]));
  for (const [i, { line, offset }] of known.entries()) {
    const next = known[i + 1];
    let first: number | undefined;
    for (let at = source.indexOf(line, from); at >= 0; at = source.indexOf(line, at + 1)) {
      first ??= at;
      if (next === undefined || source[at + next.offset - offset] === next.line) return Math.max(from, at - offset);
    }
    if (first !== undefined) return Math.max(from, first - offset);
  }
  return undefined;
}

function linesOf(bytes: Uint8Array): string[] {
  if (bytes.includes(0)) return [];
  try {
    return new TextDecoder('utf-8', { fatal: true })
      .decode(bytes)
      .split(/\r\n|\r|\n/)
      .map(normalize);
  } catch {
    return [];
  }
}

function endOfFrontMatter(source: readonly string[]): number {
  if (source[0] !== '---') return 0;
  const end = source.indexOf('---', 1);
  return end < 0 ? 0 : end + 1;
}

function normalize(line: string): string {
  return line.replace(/\s+/g, ' ').trim();
}
