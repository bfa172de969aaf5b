import type { SearchResultBlock } from '../tools/tool.ts';

/** Blocks of a search result that a quote stands in. */
export interface QuotedBlocks {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** Fewer words stand by chance anywhere; a whole block may be that short. */
const leastWords = 3;

/**
 * Finds where a quote stands word for word in a search result; undefined where it stands nowhere. Case, line breaks,
 * emphasis and the kinds of quotation marks and dashes do not count.
 */
export function createQuoteFinder({ content }: SearchResultBlock): (quote: string) => QuotedBlocks | undefined {
  const ends = blockEnds(content);
  const { text, origins } = comparable(content.map((block) => block.text).join(''));
  const wholeOf = (start: number, end: number) =>
    trimmed(
      content
        .slice(start, end)
        .map((block) => block.text)
        .join(''),
    );

  return (quote) => {
    const wanted = trimmed(quote);
    if (!/[\p{L}\p{N}]/u.test(wanted)) return undefined;
    const isLong = wanted.split(' ').length >= leastWords;
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
      const until = at + wanted.length;
      if (!standsAlone(text, at, until)) continue;
      const [first = 0, last = 0] = [origins[at], origins[until - 1]];
      const start = ends.findIndex((end) => end > first);
      const end = ends.findIndex((each) => each > last) + 1;
      if (isLong || wholeOf(start, end) === wanted) return { start, end };
    }
    return undefined;
  };
}

function blockEnds(content: SearchResultBlock['content']): number[] {
  let end = 0;
  return content.map((block) => {
    end += block.text.length;
    return end;
  });
}

function trimmed(raw: string): string {
  return comparable(raw).text.replace(outerMarks, '');
}

/** The text as it is compared, and for each of its characters the place that it comes from. */
function comparable(raw: string): { readonly text: string; readonly origins: readonly number[] } {
  let text = '';
  const origins: number[] = [];
  let at = 0;
  for (const char of raw) {
    const plain = /\s/u.test(char) ? ' ' : folded(char);
    const kept = plain === ' ' && (text === '' || text.endsWith(' ')) ? '' : plain;
    text += kept;
    for (let i = 0; i < kept.length; i++) origins.push(at);
    at += char.length;
  }
  return { text, origins };
}

function folded(char: string): string {
  if (/[*_`\u00ad\u200b-\u200d\u2060\ufeff]/.test(char)) return '';
  if (/["“”„‟«»]/.test(char)) return '"';
  if (/['‘’‚‛]/.test(char)) return "'";
  if (/[‐‑‒–—−]/.test(char)) return '-';
  return char.normalize('NFKD').toLowerCase();
}

/** Quotation marks and full stops around a quote are its writer's. */
const outerMarks = /^[\s"']+|[\s"'.,;:!?…]+$/gu;

function standsAlone(text: string, start: number, end: number): boolean {
  const joins = (left: string | undefined, right: string | undefined) =>
    /[\p{L}\p{N}]/u.test(left ?? '') && /[\p{L}\p{N}]/u.test(right ?? '');
  return !joins(text[start - 1], text[start]) && !joins(text[end - 1], text[end]);
}
