/** A passage with its score in one list: BM25 in the keyword list, cosine in the dense one. */
export interface Scored {
  readonly passage: string;
  readonly score: number;
}

/**
 * Fuses two lists by score: BM25 / best BM25 + weight · (cos − lowest) / (highest − lowest). A list that lacks a
 * passage adds 0, and an empty list changes nothing; where all cosines are equal they count as highest, since being
 * in the list at all says something. Best first; equal scores in order of the passage id. Each list names a passage
 * once.
 */
export function fuse(keyword: readonly Scored[], dense: readonly Scored[], weight: number): Scored[] {
  const scores = new Map<string, number>();
  const best = keyword.reduce((most, { score }) => Math.max(most, score), 0);
  for (const { passage, score } of keyword) scores.set(passage, best > 0 ? score / best : 0);
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (const { score } of dense) {
    lowest = Math.min(lowest, score);
    highest = Math.max(highest, score);
  }
  for (const { passage, score } of dense) {
    const relative = highest > lowest ? (score - lowest) / (highest - lowest) : 1;
    scores.set(passage, (scores.get(passage) ?? 0) + weight * relative);
  }
  return [...scores]
    .map(([passage, score]) => ({ passage, score }))
    .sort((a, b) => b.score - a.score || (a.passage < b.passage ? -1 : 1));
}
