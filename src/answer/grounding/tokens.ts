import { type Figure, markFigures } from '../../figures/figures.ts';
import { markQualifiers, type Qualifier, readMark } from './qualifier-words.ts';
import { topicOf } from './topic-words.ts';

/** A piece of a sentence, by what it does in it. */
export type Token =
  | { readonly kind: 'qualifier'; readonly qualifier: Qualifier; readonly isSaid: boolean }
  | { readonly kind: 'figure'; readonly figure: Figure }
  /** Joins two clauses, or ends one: "and", "if", a comma. */
  | { readonly kind: 'joint'; readonly text: string }
  | { readonly kind: 'word'; readonly text: string; readonly topic: string }
  /** Holds the sentence together. */
  | { readonly kind: 'light'; readonly text: string };

export function tokensOf(sentence: string): Token[] {
  const { figures, text } = markFigures(withoutMarkup(sentence));
  // "2–3 months" is one thing.
  const joined = text.toLowerCase().replace(/(⟦\d+⟧)\s*[–—]\s*(?=⟦)/g, '$1 to ');
  return [...markQualifiers(joined).matchAll(tokens)].map(([token]): Token => {
    const mark = readMark(token);
    if (mark !== undefined) return { kind: 'qualifier', ...mark };
    const [, n] = /^⟦(\d+)⟧$/.exec(token) ?? [];
    const figure = n === undefined ? undefined : figures[Number(n)];
    if (figure !== undefined) return { kind: 'figure', figure };
    if (joins.has(token) || breaks.has(token)) return { kind: 'joint', text: token };
    const topic = topicOf(token);
    return topic === undefined ? { kind: 'light', text: token } : { kind: 'word', text: token, topic };
  });
}

const tokens = /‹[a-z]+!?›|⟦\d+⟧|[\p{L}\p{N}]+(?:['’][\p{L}]+)?|[,;:()|–—]/gu;
/** Joints that put two things side by side. */
export const joins = new Set(['and', 'or', 'und', 'oder', 'et', 'ou', 'y', 'o', 'e', 'en', 'lub']);
const breaks = new Set(
  (
    ', ; : | – — but if when because which who that while whereas how why what whether whenever once so where ' +
    'aber wenn weil dass falls sofern mais si quand pero cuando ma quando maar mas ale'
  ).split(' '),
);

/** Link targets, marks of emphasis and lists say nothing. */
function withoutMarkup(text: string): string {
  return text
    .replace(/~(?=\s?[€$£]?\d)/g, ' about ')
    .replace(/\([^\p{L}\p{N}()]{1,3}\)/gu, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\bhttps?:\/\/\S+/g, ' ')
    .replace(/^\s*(?:>\s*)*(?:[-*+•]|\(?\d{1,3}[.)])\s+/, '')
    .replace(/[*_#>~`‹›]/g, ' ');
}
