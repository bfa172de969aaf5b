/** A sentence without what changes nothing of what it says: markers of Markdown, kinds of quotes and dashes, white space. */
export function comparable(sentence: string): string {
  return sentence
    .normalize('NFC')
    .replace(/&nbsp;|\u00a0|\u00ad/g, (found) => (found === '\u00ad' ? '' : ' '))
    .replace(/^[\s>#]*(?:(?:[-*+•]|\d{1,3}[.)])\s+)?/u, '')
    .replace(/!?\[([^[\]]*)\]\(([^()\s]*)[^()]*\)/g, '$1 <$2>')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/[*`|]+|~~|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, ' ')
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’‚]/g, "'")
    .replace(/[‐‑–—]/g, '-')
    .replace(/\s+#+$/, '')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?)])/g, '')
    .trim();
}

/** Words in lower case, for how alike two texts are. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** From 0 for no word in common to 1 for the same words, however often and in whatever order. */
export function likeness(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const left = new Map<string, number>();
  for (const word of a) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of b) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    common += 1;
  }
  return (2 * common) / (a.length + b.length);
}
