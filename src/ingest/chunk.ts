import type { PassageDraft } from '../records/records.ts';
import { splitSentences } from '../sentences.ts';
import { outline, pagesOf } from './outline.ts';
import { type Piece, piecesOf } from './pieces.ts';

/** Changes whenever the same text and settings would give other passages. */
export const chunkVersion = '1';

/**
 * Passages of a structured text, in order and without overlap, each at most `maxChars` long and within one section and
 * page. All text but headings and blank space is in exactly one passage; a text of nothing but headings is a passage.
 * `lead` holds what a passage lost by a cut: the header rows of its table or the sentence that introduces its list.
 */
export function chunk(
  document: { readonly text: string; readonly title: string; readonly pageStarts?: readonly number[] },
  settings: { readonly maxChars: number },
): PassageDraft[] {
  const { text, title, pageStarts } = document;
  const sections = outline(text, pageStarts);
  const hasBody = sections.some(({ lines }) => lines.some(({ start, end }) => text.slice(start, end).trim() !== ''));
  const bodies = hasBody ? sections : pagesOf(text, pageStarts);
  return bodies.flatMap((section) => {
    const headings = section.headings.filter((heading) => heading !== title);
    return joinPieces(piecesOf(text, section, settings.maxChars), settings.maxChars).map(({ start, end, lead }) => ({
      start,
      end,
      headings,
      ...(lead === undefined ? {} : { lead: text.slice(lead.start, lead.end) }),
      ...(section.page === undefined ? {} : { page: section.page }),
      sentences: splitSentences(text.slice(start, end)),
    }));
  });
}

/** Neighbours share a passage while its span stays within the limit. */
function joinPieces(pieces: readonly Piece[], maxChars: number): Piece[] {
  const passages: Piece[] = [];
  for (const piece of pieces) {
    const last = passages.at(-1);
    if (last !== undefined && piece.end - last.start <= maxChars)
      passages[passages.length - 1] = { ...last, end: piece.end };
    else passages.push(piece);
  }
  return passages;
}
