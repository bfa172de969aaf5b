import type { Passage, Version } from '../domain.ts';
import type { Embedder } from '../embeddings/embedder.ts';

/** Where a passage stands: `title > heading > heading`, without parts that repeat the title or say only "Details". */
export function pathLine(version: Version, passage: Passage): string {
  const { title } = version.metadata;
  return [title, ...passage.headings.filter((heading) => heading !== title && heading !== 'Details')].join(' > ');
}

/**
 * What is indexed for a passage; the path line and a table's header are context, never quoted. The sentence that
 * introduces a list is left out: its words would count for every piece of the list, which was measured to rank worse.
 */
export function indexedText(version: Version, passage: Passage): string {
  const header = passage.lead?.includes('|') ? `${passage.lead}\n` : '';
  return `${pathLine(version, passage)}\n${header}${passage.text}`;
}

/**
 * The texts to embed for a passage, in order. A window is text alone: with the path line in front of each, all windows of
 * a document look alike, which was measured to rank worse; the path is found by keyword. A passage without visible text
 * has none, since embedders give blank texts a vector too.
 */
export function textsToEmbed(version: Version, passage: Passage, windows: Embedder['windows']): string[] {
  if (passage.text.trim() === '') return [];
  if (!windows) {
    const lead = passage.lead ? `${passage.lead}\n` : '';
    return [`${pathLine(version, passage)}\n${lead}${passage.text}`.toWellFormed()];
  }
  const texts: string[] = [];
  for (let start = 0; start === 0 || passage.text.length - start >= windows.minTailChars; start += windows.stepChars) {
    const window = passage.text.slice(start, start + windows.maxChars);
    if (window.trim() !== '') texts.push(window.toWellFormed());
  }
  return texts;
}
