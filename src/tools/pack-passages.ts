import type { Passage, Version } from '../domain.ts';
import type { SearchHit } from '../library/library.ts';

export interface PackedPassage {
  readonly passage: Passage;
  readonly version: Version;
}

export interface Room {
  readonly contextChars: number;
  /** So many are taken even where they don't fit. */
  readonly minPassages: number;
}

// What a result costs besides its text: title, headings, source.
const frameChars = 200;
// Measured: more of it leaves out long passages that answer, none leaves out short ones that would still fit.
const brevity = 0.1;
// As much as one more passage; measured to be what the context can spare.
const maxRestChars = 1_000;

/**
 * The passages that a model is given, in the order of the hits: of those that fit nearly as well the shorter ones first,
 * as more of them find room, and then whatever still fits. Where the best one was cut out of a table or a list, what
 * completes it stands beside it, if its document can be read.
 */
export async function packPassages(
  hits: readonly SearchHit[],
  room: Room,
  passagesOf?: (versionId: string) => Promise<readonly Passage[]>,
): Promise<PackedPassage[]> {
  const visible = hits.filter(({ passage }) => passage.text.trim() !== '');
  const inOrder = visible.toSorted((a, b) => worth(b) - worth(a));
  const [first] = inOrder;
  const taken = new Set<string>();
  let chars = 0;
  const take = ({ id, text }: Passage, least: number) => {
    if (taken.has(id)) return;
    if (chars + text.length > room.contextChars && taken.size >= least) return;
    taken.add(id);
    chars += text.length;
  };

  if (first) take(first.passage, room.minPassages);
  const rest = first && passagesOf ? restOf(first.passage, await passagesOf(first.version.id)) : [];
  for (const passage of rest) take(passage, 0);
  for (const { passage } of inOrder) take(passage, room.minPassages);

  const found = new Set(visible.map(({ passage }) => passage.id));
  return visible.flatMap(({ passage, version }) => {
    if (!taken.has(passage.id)) return [];
    if (passage.id !== first?.passage.id) return [{ passage, version }];
    const beside = rest.filter(({ id }) => taken.has(id) && !found.has(id));
    return [passage, ...beside].sort((a, b) => a.n - b.n).map((part) => ({ passage: part, version }));
  });
}

function worth({ score, passage }: SearchHit): number {
  return score / (passage.text.length + frameChars) ** brevity;
}

/** What of a cut table or list follows a passage, then what precedes it, up to a limit. */
function restOf(passage: Passage, passages: readonly Passage[]): Passage[] {
  const byPlace = new Map(passages.map((each) => [each.n, each]));
  const rest: Passage[] = [];
  let chars = 0;
  for (const step of [1, -1]) {
    let last = passage;
    for (;;) {
      const next = byPlace.get(last.n + step);
      const [earlier, later] = step > 0 ? [last, next] : [next, last];
      if (next === undefined || earlier === undefined || later === undefined) break;
      if (later.lead === undefined || earlier.headings.join('\n') !== later.headings.join('\n')) break;
      if (chars + next.text.length > maxRestChars) break;
      chars += next.text.length;
      rest.push(next);
      last = next;
    }
  }
  return rest;
}
