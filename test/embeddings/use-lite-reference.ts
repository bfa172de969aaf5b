import { readFileSync } from 'node:fs';

export interface ReferenceText {
  readonly text: string;
  /** Ids of the first 128 word pieces. */
  readonly tokens: readonly number[];
  readonly vector: readonly number[];
}

const vectorScale = 100_000;

/** Texts with the tokens and vectors that `@energetic-ai/embeddings` 0.2.0 gives them, rounded to five digits. */
export function readUseLiteReference(): ReferenceText[] {
  const lines = readFileSync(new URL('use-lite-reference.jsonl', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => {
    const entry: ReferenceText = JSON.parse(line);
    return { ...entry, vector: entry.vector.map((value) => value / vectorScale) };
  });
}
