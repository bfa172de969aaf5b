import type { Source } from './sources.ts';
import { tokensOf } from './tokens.ts';

/**
 * A statement without an "only" that its source implies: who may do something if they are enrolled may do it only if they
 * are.
 */
export function withoutImpliedOnly(statement: string, sources: readonly Source[]): string {
  if (!onlyIf.test(statement) || sources.some(({ counts }) => counts.has('only'))) return statement;
  const grants = sources.some(
    ({ text, counts }) =>
      counts.has('may') &&
      tokensOf(text).some((token) => token.kind === 'joint' && ['if', 'when'].includes(token.text)),
  );
  return grants ? statement.replace(onlyIf, ' ') : statement;
}

const onlyIf = /(?:,? but)? only (?=(?:if|when)\b)/;
