import { noAnswer, type TextBlock } from '../../models/model.ts';
import { splitSentences } from '../../sentences.ts';
import { isQuestion } from '../asks-back.ts';
import type { Clause, Evidence } from '../clauses.ts';
import { linksIn } from '../links.ts';
import { checkStatement } from './check-statement.ts';
import { linksOf, vocabularyOf } from './clause-text.ts';
import { isExempt } from './exempt-sentences.ts';
import { foreignTo } from './foreign-sentences.ts';
import type { Problem } from './problem.ts';
import { readSentence } from './qualified-words.ts';
import { statementsOf } from './statements.ts';
import { cites, resolveAll, type Stretch } from './stretches.ts';

export type Verdict =
  | { readonly kind: 'abstained' }
  /** Translated: it is in another language than what it cites, so that its words can't be compared. */
  | { readonly kind: 'grounded'; readonly isTranslated: boolean }
  | { readonly kind: 'ungrounded'; readonly problems: readonly Problem[] };

/**
 * Checks a reply against what was retrieved and what is stored now. Grounded means: every citation leads to the same
 * words in a version in force that the asker may read, and every sentence that states something has one that holds its
 * words, figures, links and what qualifies them. That a sentence follows from its clause can't be proved by comparing
 * words. Of sentences in another language than their clauses only figures and links are compared.
 */
export function verifyAnswer(content: readonly TextBlock[], evidence: Evidence): Verdict {
  const text = content.map((block) => block.text).join('');
  if (isAbstention(text, content)) return { kind: 'abstained' };
  if (evidence.retrieved.length === 0) return { kind: 'ungrounded', problems: [{ code: 'nothing_retrieved' }] };

  const { stretches, broken } = resolveAll(content, evidence);
  const clauses = stretches.flatMap((stretch) => stretch.clauses);
  const vocabulary = vocabularyOf(clauses);
  const denied = deniedIn(clauses);
  const statements = statementsOf(
    text,
    stretches.map(({ start }) => start),
  ).filter(({ isLead }) => !isLead);
  const asks = (sentence: string) => evidence.said !== undefined && isQuestion(sentence, evidence.said);
  const stated = statements.filter(({ text: sentence }) => !isExempt(sentence, vocabulary, denied) && !asks(sentence));
  // A reply of nothing but a label is one sentence that happens to look like a label.
  const claims = stated.length > 0 ? stated : statements.filter((statement) => cites(statement, stretches));
  const isForeign = foreignTo(stretches, text, evidence);
  const problems = [
    ...broken,
    ...claims.flatMap((statement) => checkStatement(statement, stretches, { ...evidence, vocabulary, isForeign })),
    ...checkLinks(text, stretches),
    ...(claims.length === 0 ? [{ code: 'uncited', sentence: text.trim() } as const] : []),
  ];
  if (problems.length > 0) return { kind: 'ungrounded', problems };
  return { kind: 'grounded', isTranslated: claims.some((statement) => isForeign(statement.text)) };
}

/** Words that stand under a denial in a clause. */
function deniedIn(clauses: readonly Clause[]): Set<string> {
  const words = clauses.flatMap(({ quote }) =>
    splitSentences(quote).flatMap(({ start, end }) => readSentence(quote.slice(start, end)).words),
  );
  return new Set(words.filter(({ under }) => denials.some((denial) => under.has(denial))).map(({ shown }) => shown));
}

const denials = ['not', 'no', 'ban'] as const;

function isAbstention(text: string, content: readonly TextBlock[]): boolean {
  if (text.includes(noAnswer)) return true;
  const cites = content.some(({ citations }) => (citations ?? []).length > 0);
  return (
    !cites &&
    text.length < 400 &&
    /^\W*(?:i['’]m sorry,? )?(?:but )?i (?:don['’]t|do not) have (?:this|that|any|enough) information\b/i.test(text)
  );
}

function checkLinks(text: string, stretches: readonly Stretch[]): Problem[] {
  const allowed = new Set(stretches.flatMap((stretch) => stretch.clauses).flatMap(linksOf));
  const images = /!\[[^\]]*\]\(/.test(text) ? [{ code: 'link', detail: 'image' } as const] : [];
  const links = linksIn(text).filter((link) => !allowed.has(link));
  return [...images, ...links.map((detail): Problem => ({ code: 'link', detail }))];
}
