import type { Span } from '../domain.ts';
import { outline } from '../ingest/outline.ts';
import { splitSentences } from '../sentences.ts';
import { comparable } from './comparable.ts';

/** What stands below one heading of a version. */
export interface Section {
  /** Outermost first, without the document's title. */
  readonly headings: readonly string[];
  readonly sentences: readonly Sentence[];
}

/** Where it stands in the version's text. */
export interface Sentence extends Span {
  readonly text: string;
  /** Without what only the eye sees; equal means the same sentence. */
  readonly key: string;
}

/** The sections of a version's text in order; those without a sentence are left out. */
export function sectionsOf(text: string, title: string): Section[] {
  const sections: Section[] = [];
  for (const { headings, lines } of outline(text)) {
    const [start, end] = [lines[0]?.start ?? 0, lines.at(-1)?.end ?? 0];
    const body = text.slice(start, end);
    const sentences = splitSentences(body).flatMap((span): Sentence[] => {
      const words = body.slice(span.start, span.end);
      const key = comparable(words);
      return key === '' ? [] : [{ start: start + span.start, end: start + span.end, text: words, key }];
    });
    if (sentences.length > 0) sections.push({ headings: headings.filter((heading) => heading !== title), sentences });
  }
  return sections;
}
