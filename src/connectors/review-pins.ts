import type { ConnectorPin } from '../records/records.ts';

/** What an admin has to look at: how a definition differs from the one that was approved. */
export interface PinChange {
  readonly kind: ConnectorPin['kind'];
  readonly name: string;
  readonly change: 'new' | 'changed' | 'removed';
  /** `+` and `-` and a space before each; characters that can't be seen are written as codes. */
  readonly lines: readonly string[];
}

/** Compares the definitions of one connector with those approved; a renamed one is removed and new. */
export function reviewPins(current: readonly ConnectorPin[], approved: readonly ConnectorPin[]): PinChange[] {
  const now = new Map(current.map((pin) => [keyOf(pin), pin]));
  const before = new Map(approved.map((pin) => [keyOf(pin), pin]));
  const keys = [...new Set([...before.keys(), ...now.keys()])].sort();
  return keys.flatMap((key): PinChange[] => {
    const [old, next] = [before.get(key), now.get(key)];
    if (old?.hash === next?.hash) return [];
    const { kind, name } = next ?? old ?? { kind: 'tool', name: key };
    const change = old === undefined ? 'new' : next === undefined ? 'removed' : 'changed';
    return [{ kind, name, change, lines: diff(linesOf(old), linesOf(next)) }];
  });
}

function keyOf({ kind, name }: ConnectorPin): string {
  return `${kind} ${name}`;
}

function linesOf(pin: ConnectorPin | undefined): string[] {
  if (pin === undefined) return [];
  return JSON.stringify(JSON.parse(pin.definition), null, 2).split('\n').map(showHidden);
}

/** Hidden text is what an approval must not miss. */
function showHidden(line: string): string {
  return line.replace(
    /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]|\u034f|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

const mostCompared = 2000;
const context = 2;

/** The shortest edit between two texts, line by line, with a little of what stayed around each change. */
function diff(old: readonly string[], next: readonly string[]): string[] {
  if (old.length === 0) return next.map((line) => `+ ${line}`);
  if (next.length === 0) return old.map((line) => `- ${line}`);
  if (old.length > mostCompared || next.length > mostCompared)
    return [...old.map((line) => `- ${line}`), ...next.map((line) => `+ ${line}`)];
  const edits = editsOf(old, next);
  const near = new Set<number>();
  for (const [i, { mark }] of edits.entries())
    if (mark !== ' ') for (let d = -context; d <= context; d += 1) near.add(i + d);
  return edits.flatMap(({ mark, line }, i) => {
    if (near.has(i)) return [`${mark} ${line}`];
    return near.has(i - 1) ? ['  …'] : [];
  });
}

interface Edit {
  readonly mark: '+' | '-' | ' ';
  readonly line: string;
}

function editsOf(old: readonly string[], next: readonly string[]): Edit[] {
  // Longest common subsequence of the rest of both, from the end.
  const width = next.length + 1;
  const common = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = next.length - 1; j >= 0; j -= 1)
      common[i * width + j] = old[i] === next[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const edits: Edit[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < next.length) {
    if (i < old.length && j < next.length && old[i] === next[j]) {
      edits.push({ mark: ' ', line: old[i++] ?? '' });
      j += 1;
    } else if (j >= next.length || (i < old.length && at(i + 1, j) >= at(i, j + 1))) {
      edits.push({ mark: '-', line: old[i++] ?? '' });
    } else edits.push({ mark: '+', line: next[j++] ?? '' });
  }
  return edits;
}
