import type { Block, TextBlock } from '../models/model.ts';

/** The API sends blank text and rejects it when it comes back; a line break between two blocks joins the first. */
export function withoutBlankText(content: readonly Block[]): Block[] {
  const kept: Block[] = [];
  for (const block of content) {
    const previous = kept.at(-1);
    if (block.type !== 'text' || block.text.trim() !== '') kept.push(block);
    else if (previous?.type === 'text') kept.splice(-1, 1, { ...previous, text: previous.text + block.text });
  }
  return kept;
}

export function textOf(content: readonly Block[]): TextBlock[] {
  return content.filter((block) => block.type === 'text');
}
