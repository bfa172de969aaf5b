import type { EvaluateDeps } from '../../src/evaluation/evaluate.ts';
import type { GoldQuestion } from '../../src/evaluation/gold.ts';
import { createSearchPolicies } from '../../src/tools/search-policies.ts';

/**
 * The share of questions for which what `search_policies` returns, as a model gets it, holds 80 % or 600 characters of
 * the gold span.
 */
export async function contextShare(
  questions: readonly GoldQuestion[],
  { library, records, viewer, goldId, signal }: EvaluateDeps,
  contextChars: number,
): Promise<number> {
  const tool = createSearchPolicies({ library, documents: records.documents, contextChars });
  const asked = questions.filter(({ answerable, span }) => answerable && span !== undefined);
  let held = 0;
  for (const question of asked) {
    const content = await tool.run({ query: question.text }, { viewer, signal, idempotencyKey: question.id });
    const given = content.flatMap((item) =>
      item.type === 'search_result' ? item.source.slice('policy://'.length) : [],
    );
    const passages = [...(await records.documents.passages(given)).values()];
    const [from, to] = question.span ?? [0, 0];
    const chars = passages
      .filter(({ document }) => goldId(document) === question.relevant[0])
      .reduce((sum, { start, end }) => sum + Math.max(0, Math.min(to, end) - Math.max(from, start)), 0);
    if (chars >= Math.min(600, 0.8 * (to - from))) held += 1;
  }
  return held / asked.length;
}
