import type { Span } from '../domain.ts';
import type { GoldQuestion } from './gold.ts';

/** A retrieved passage, by the id that gold questions use for its document. */
export interface Retrieved extends Span {
  readonly document: string;
}

export interface RetrievalFigures {
  readonly queries: number;
  readonly 'recall@1': number;
  readonly 'recall@3': number;
  readonly 'recall@5': number;
  readonly 'recall@10': number;
  readonly 'mrr@10': number;
  readonly 'ndcg@10': number;
}

/**
 * For each result whether it is a gold unit seen for the first time. With a span, results are passages and the span is
 * the one unit; otherwise they are collapsed to documents, each at its best passage, and every relevant one is a unit.
 */
export function judge(question: GoldQuestion, results: readonly Retrieved[]): boolean[] {
  if (question.span !== undefined) {
    let found = false;
    return results.map((result) => {
      const hit = !found && coversSpan(question, result);
      found ||= hit;
      return hit;
    });
  }
  const seen = new Set<string>();
  const documents = results.filter(({ document }) => !seen.has(document) && seen.add(document));
  return documents.map(({ document }) => question.relevant.includes(document));
}

/** A passage holds a span if they overlap by half of it, or by 150 characters of a long one. */
export function coversSpan({ relevant, span }: GoldQuestion, result: Retrieved): boolean {
  if (span === undefined || result.document !== relevant[0]) return false;
  const overlap = Math.min(span[1], result.end) - Math.max(span[0], result.start);
  return overlap >= Math.min(150, (span[1] - span[0]) / 2);
}

/** Means over the questions; nDCG with gain 1 for each gold unit and the ideal of all of them (at most 10) at the top. */
export function figures(
  judged: readonly { readonly question: GoldQuestion; readonly hits: readonly boolean[] }[],
): RetrievalFigures {
  const mean = (value: (row: (typeof judged)[number]) => number) =>
    judged.length === 0 ? 0 : round(judged.reduce((sum, row) => sum + value(row), 0) / judged.length);
  const recall = (k: number) => mean(({ hits }) => (hits.slice(0, k).includes(true) ? 1 : 0));
  return {
    queries: judged.length,
    'recall@1': recall(1),
    'recall@3': recall(3),
    'recall@5': recall(5),
    'recall@10': recall(10),
    'mrr@10': mean(({ hits }) => reciprocalRank(hits.slice(0, 10))),
    'ndcg@10': mean(({ question, hits }) => ndcg(question, hits)),
  };
}

export function ndcg(question: GoldQuestion, hits: readonly boolean[]): number {
  const gain = hits.slice(0, 10).reduce((sum, hit, i) => sum + (hit ? 1 / Math.log2(i + 2) : 0), 0);
  const units = question.span === undefined ? new Set(question.relevant).size : 1;
  const ideal = Array.from({ length: Math.min(10, units) }, (_, i) => 1 / Math.log2(i + 2)).reduce((a, b) => a + b, 0);
  return ideal === 0 ? 0 : gain / ideal;
}

/** The value below which the given share of the values lies; 0 for none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

function reciprocalRank(hits: readonly boolean[]): number {
  const first = hits.indexOf(true);
  return first === -1 ? 0 : 1 / (first + 1);
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
