import { findLine } from './find-line.ts';
import type { CheckContext, CheckedDocument, Finding } from './finding.ts';

/** Shorter ones are headings, signatures and the like. */
const leastChars = 200;

/** Documents with the same text, and sections that stand word for word in two documents: one of them will be forgotten. */
export function checkCopies({ documents }: CheckContext): Finding[] {
  const byText = Map.groupBy(documents, ({ text }) => squeezed(text));
  const copies = [...byText.values()].filter(({ length }) => length > 1);
  const whole = copies.flatMap(([first, ...others]) =>
    others.flatMap((other): Finding[] =>
      first === undefined ? [] : [finding(other, undefined, `has the same text as ${first.path}: keep one of them`)],
    ),
  );
  const isCopy = new Set(copies.flatMap(([, ...others]) => others));
  const seen = new Map<string, Place>();
  const repeats: { readonly here: Place; readonly there: Place }[] = [];
  for (const document of documents) {
    if (isCopy.has(document)) continue;
    for (const { start, end } of document.passages) {
      const piece = document.text.slice(start, end);
      const key = squeezed(piece);
      if (key.length < leastChars) continue;
      const there = seen.get(key);
      if (there === undefined) seen.set(key, { document, piece });
      else if (there.document !== document) repeats.push({ here: { document, piece }, there });
    }
  }
  // One word about two documents is enough, however much they share.
  const pairs = Map.groupBy(repeats, ({ here, there }) => `${here.document.path}\n${there.document.path}`);
  return [...whole, ...[...pairs.values()].flatMap(repeated)];
}

interface Place {
  readonly document: CheckedDocument;
  readonly piece: string;
}

function repeated(repeats: readonly { readonly here: Place; readonly there: Place }[]): Finding[] {
  const [first] = repeats;
  if (first === undefined) return [];
  const { here, there } = first;
  const line = findLine(there.document, there.piece);
  const place = line === undefined ? there.document.path : `${there.document.path}:${line}`;
  const more = repeats.length === 1 ? '' : `, here and in ${repeats.length - 1} more places`;
  const message = `says the same, word for word, as ${place}${more}: link to one of them`;
  return [finding(here.document, findLine(here.document, here.piece), message)];
}

function finding({ path }: CheckedDocument, line: number | undefined, message: string): Finding {
  return { path, ...(line === undefined ? {} : { line }), severity: 'warning', check: 'copy', message };
}

function squeezed(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}
