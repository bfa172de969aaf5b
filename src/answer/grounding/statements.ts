import type { Span } from '../../domain.ts';
import { isListItem } from '../../line-kinds.ts';
import { type AnswerLead, leadOf } from './answer-leads.ts';
import { sentenceSpans } from './sentence-spans.ts';

/** A sentence of a reply, where it stands, and what in front of it bears on it. */
export interface Statement extends Span {
  readonly text: string;
  /** The line that stands over it: a heading, a bold line, or what ends with a colon. */
  readonly under: string;
  /** A "Yes" or "No" in front of it, in the same sentence or as the sentence before. */
  readonly lead: AnswerLead | undefined;
  /** Whether it is nothing but such a lead, which another sentence follows. */
  readonly isLead: boolean;
}

/** `cuts` are the places where another block of the reply begins. */
export function statementsOf(reply: string, cuts: readonly number[] = []): Statement[] {
  const texts = sentenceSpans(reply).flatMap((span) => cutAtBlocks(reply, span, cuts));
  const statements: Statement[] = [];
  let under = '';
  for (const [n, span] of texts.entries()) {
    const text = reply.slice(span.start, span.end);
    const before = statements.at(-1);
    const isOver = standsOver(text);
    // What follows a list is no longer under its line.
    if (isOver || (before !== undefined && isListItem(before.text) && !isListItem(text) && !isHeading(under)))
      under = '';
    const own = leadOf(text);
    const isLead = own !== undefined && own.text.length >= text.length && n + 1 < texts.length;
    const lead = own ?? (before?.isLead === true ? before.lead : undefined);
    statements.push({ ...span, text, under, lead, isLead });
    if (isOver) under = text;
  }
  return statements;
}

/** Where a block ends with a full stop and the next begins with a capital, no space shows that two sentences meet. */
function cutAtBlocks(reply: string, { start, end }: Span, cuts: readonly number[]): Span[] {
  const meets = cuts.filter(
    (cut) =>
      cut > start &&
      cut < end &&
      /[.!?]["”')*_]*$/.test(reply.slice(start, cut)) &&
      /^[*_]*\p{Lu}/u.test(reply.slice(cut, end)),
  );
  return [start, ...meets].map((from, n) => ({ start: from, end: meets[n] ?? end }));
}

function standsOver(text: string): boolean {
  return isHeading(text) || /:[*_\s]*$/.test(text);
}

function isHeading(text: string): boolean {
  return /^#{1,6}\s/.test(text) || /^\s*(?:\*\*|__)[^*_]+(?:\*\*|__):?\s*$/.test(text);
}
