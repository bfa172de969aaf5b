import type { Span } from '../../domain.ts';
import { splitSentences } from '../../sentences.ts';

/** Sentences of a reply or a quote, in order; a bold line over a paragraph is one by itself. */
export function sentenceSpans(text: string): Span[] {
  return splitSentences(text).flatMap((span) => withoutBoldLine(text, span));
}

/** "**Meals**" on a line of its own is a heading, also without an empty line behind it. */
function withoutBoldLine(reply: string, { start, end }: Span): Span[] {
  const line = /^(?:[-*+]\s+)?(?:\*\*|__)[^*_\n]{1,80}(?:\*\*|__):?[ \t]*\n\s*/.exec(reply.slice(start, end))?.[0];
  if (line === undefined || start + line.length >= end) return [{ start, end }];
  return [
    { start, end: start + line.trimEnd().length },
    { start: start + line.length, end },
  ];
}
