import { blockTexts, markupTexts, richTextPings } from './blocks/block-texts.ts';
import type { Message } from './entities.ts';

type Content = Pick<Message, 'text' | 'markdown' | 'blocks'>;

/** The raw texts by which a message is shown: its blocks if it has any, otherwise Markdown or text. */
export function shownTexts({ text, markdown, blocks }: Content): string[] {
  return blocks && blocks.length > 0 ? blocks.flatMap(blockTexts) : [markdown ?? text];
}

/** What a reader sees of raw texts: entities decoded in one pass, control sequences as they are. */
export function renderTexts(texts: readonly string[]): string {
  const decoded: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };
  return texts.join('\n\n').replace(/&(?:amp|lt|gt);/g, (entity) => decoded[entity] ?? entity);
}

/** Control sequences that notify people, as found in every text that a message carries. */
export function pingsIn({ text, markdown = '', blocks = [] }: Content): string[] {
  const written = [text, markdown, ...blocks.flatMap(markupTexts)];
  return [...written.flatMap((each) => each.match(/<(?:!|@|#)[^<>]*>/g) ?? []), ...richTextPings(blocks)];
}

/** Addresses of the links in raw texts, in order. */
export function linksIn(texts: readonly string[]): string[] {
  const markdown = texts.flatMap((text) => [...text.matchAll(/\]\(([^()\s]+(?:\([^()\s]*\)[^()\s]*)*)\)/g)]);
  const mrkdwn = texts.flatMap((text) => [...text.matchAll(/<(https?:[^|>]+)(?:\|[^>]*)?>/g)]);
  return [...markdown.map((match) => match[1] ?? ''), ...mrkdwn.map((match) => renderTexts([match[1] ?? '']))];
}
