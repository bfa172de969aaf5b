import type { Span } from '../domain.ts';
import { isListItem } from '../line-kinds.ts';
import { splitSentences } from '../sentences.ts';
import type { Line } from './outline.ts';

/** The sentence that introduces the list which the text at a position belongs to, if any; ask in ascending order. */
export type IntroductionAt = (position: number) => Span | undefined;

/** Reads the blocks of one section in order and remembers which list they are in; `isProse` is false for tables. */
export function followLists(
  text: string,
): (block: { readonly lines: readonly Line[] }, isProse: boolean) => IntroductionAt {
  let list: { readonly introduction: Span | undefined } | undefined;
  let prose: Span | undefined;
  return ({ lines }, isProse) => {
    const found: { readonly start: number; readonly introduction: Span | undefined }[] = [];
    let previous: string | undefined;
    for (const { start, end, code } of lines) {
      const content = text.slice(start, end);
      if (isProse && !code && isListItem(content)) {
        list ??= { introduction: prose && lastSentence(text, prose) };
        prose = undefined;
      } else if (list === undefined || endsList(content, previous)) {
        list = undefined;
        const begins = previous === undefined || prose === undefined;
        prose = isProse && !code ? { start: begins ? start : (prose?.start ?? start), end } : undefined;
      }
      found.push({ start, introduction: list?.introduction });
      previous = content;
    }
    let at = 0;
    return (position) => {
      while ((found[at + 1]?.start ?? Number.POSITIVE_INFINITY) <= position) at += 1;
      return found[at]?.introduction;
    };
  };
}

/** After a blank line only indented text goes on with an item; directly below one, text that begins a new sentence doesn't. */
function endsList(line: string, previous: string | undefined): boolean {
  if (/^(?: {2}|\t)/.test(line)) return false;
  return previous === undefined || (/[.!?:]["”')\]*_]*$/.test(previous.trimEnd()) && /^["“'(*_]*\p{Lu}/u.test(line));
}

function lastSentence(text: string, { start, end }: Span): Span | undefined {
  const last = splitSentences(text.slice(start, end)).at(-1);
  return last && { start: start + last.start, end: start + last.end };
}
