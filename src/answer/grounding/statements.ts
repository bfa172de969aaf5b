import type { Span } from '../../domain.ts';
import { isListItem } from '../../line-kinds.ts';
import { splitSentences } from '../../sentences.ts';
import { type AnswerLead, leadOf } from './answer-leads.ts';

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

export function statementsOf(reply: string): Statement[] {
  const texts = splitSentences(reply).flatMap((span) => withoutBoldLine(reply, span));
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

/** "**Meals**" on a line of its own is a heading, also without an empty line behind it. */
function withoutBoldLine(reply: string, { start, end }: Span): Span[] {
  const line = /^(?:\*\*|__)[^*_\n]{1,80}(?:\*\*|__):?[ \t]*\n\s*/.exec(reply.slice(start, end))?.[0];
  if (line === undefined || start + line.length >= end) return [{ start, end }];
  return [
    { start, end: start + line.trimEnd().length },
    { start: start + line.length, end },
  ];
}

function standsOver(text: string): boolean {
  return isHeading(text) || /:[*_\s]*$/.test(text);
}

function isHeading(text: string): boolean {
  return /^#{1,6}\s/.test(text) || /^\s*(?:\*\*|__)[^*_]+(?:\*\*|__):?\s*$/.test(text);
}
