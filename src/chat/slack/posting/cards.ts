import type { ContainerBlock, RichTextBlock } from '@slack/types';
import type { Citation } from '../../../domain.ts';
import { charsOf, type Unit } from './parts.ts';
import { factsOf, placeElement } from './place.ts';
import { splitPlain } from './split.ts';
import { escapeInline } from './text.ts';

// A container holds ten blocks; half of them keep one that is opened readable.
const perContainer = 5;
const maxContainer = 5_500;
const maxLines = 11_000;
// Escaped, each character may take five in the plain form.
const maxQuote = 2_000;

/**
 * A card for each cited clause, in containers that are closed at first: the quote word for word, with where it stands
 * and what its document says of itself. Rich text, because nothing in it is markup.
 */
export function clauseUnits(citations: readonly Citation[]): Unit[] {
  const cards = citations.flatMap((citation) =>
    splitPlain(citation.quote, maxQuote).map((quote, at) => card(citation, quote, at > 0)),
  );
  return inContainers(cards).map((together) => ({
    blocks: [container(together)],
    markdown: `**${titleOf(together)}**\n\n${together.map(({ line }) => line).join('\n')}`,
  }));
}

interface Card {
  readonly n: number;
  readonly block: RichTextBlock;
  readonly line: string;
}

function card(citation: Citation, quote: string, continued: boolean): Card {
  const facts = continued ? 'continued' : factsOf(citation).join(' · ');
  const block: RichTextBlock = {
    type: 'rich_text',
    elements: [
      {
        type: 'rich_text_section',
        elements: [{ type: 'text', text: `[${citation.n}] `, style: { bold: true } }, placeElement(citation)],
      },
      { type: 'rich_text_quote', elements: [{ type: 'text', text: quote }] },
      { type: 'rich_text_section', elements: [{ type: 'text', text: facts, style: { italic: true } }] },
    ],
  };
  return { n: citation.n, block, line: `- [${citation.n}] “${escapeInline(quote)}” (${escapeInline(facts)})` };
}

function inContainers(cards: readonly Card[]): Card[][] {
  const containers: Card[][] = [];
  for (const each of cards) {
    const last = containers.at(-1);
    if (last && last.length < perContainer && isRoomFor([...last, each])) last.push(each);
    else containers.push([each]);
  }
  return containers;
}

function isRoomFor(cards: readonly Card[]): boolean {
  const lines = cards.reduce((sum, { line }) => sum + line.length + 1, 0);
  return lines <= maxLines && charsOf(cards.map(({ block }) => block)) <= maxContainer;
}

function container(cards: readonly Card[]): ContainerBlock {
  return {
    type: 'container',
    title: { type: 'plain_text', text: titleOf(cards) },
    is_collapsible: true,
    default_collapsed: true,
    child_blocks: cards.map(({ block }) => block),
  };
}

function titleOf(cards: readonly Card[]): string {
  const [first = 0, last = 0] = [cards[0]?.n, cards.at(-1)?.n];
  return first === last ? `Quoted clause [${first}]` : `Quoted clauses [${first}] to [${last}]`;
}
