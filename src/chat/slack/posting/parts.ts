import type { KnownBlock } from '@slack/types';
import { answerBlockId } from '../action-ids.ts';

/** One message of an answer, in two forms that tell the same facts. */
export interface SlackPart {
  /** At most 50, with 11,500 characters together, 3 of them `markdown` and one table. */
  readonly blocks: readonly KnownBlock[];
  /** For where blocks are refused: at most 11,500 characters, without tables. */
  readonly markdown: string;
  /** The request for approval, or the question of another system, whose buttons it carries. */
  readonly approval?: string;
}

/** Something that stands in one message as a whole. */
export interface Unit {
  readonly blocks: readonly KnownBlock[];
  readonly markdown: string;
  /** How many tables it holds; absent means none. */
  readonly tables?: number;
}

// Slack refuses more than about 13,200 characters of blocks, and 12,000 of Markdown.
export const maxPart = 11_500;
const maxBlocks = 50;
const maxMarkdownBlocks = 3;

export function markdownUnit(text: string, plain = text): Unit {
  return { blocks: [{ type: 'markdown', text }], markdown: plain };
}

/** Whether the units can stand in one message. */
export function fits(units: readonly Unit[]): boolean {
  const blocks = units.flatMap((unit) => unit.blocks);
  return (
    joined(units).length <= maxPart &&
    charsOf(blocks) <= maxPart &&
    blocks.length <= maxBlocks &&
    blocks.filter(({ type }) => type === 'markdown').length <= maxMarkdownBlocks &&
    units.reduce((sum, { tables = 0 }) => sum + tables, 0) <= 1
  );
}

/** As few messages as the order of the groups allows; a group is kept together if one message can hold it. */
export function packParts(answerId: string, groups: readonly (readonly Unit[])[]): SlackPart[] {
  const parts: Unit[][] = [];
  for (const units of groups.flatMap((group) => (fits(group) ? [group] : group.map((unit) => [unit])))) {
    const last = parts.at(-1);
    if (last && fits([...last, ...units])) last.push(...units);
    else if (units.length > 0) parts.push([...units]);
  }
  return parts.map((units, part) => ({
    blocks: units
      .flatMap(({ blocks }) => blocks)
      .map((block, at) => ({ ...block, block_id: answerBlockId(answerId, `${part + 1}.${at + 1}`) })),
    markdown: joined(units),
  }));
}

/** All text of blocks as Slack counts it: whatever a reader sees. */
export function charsOf(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + charsOf(each), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [key, each]) => sum + (typeof each === 'string' ? (shownKeys.has(key) ? each.length : 0) : charsOf(each)),
    0,
  );
}

const shownKeys: ReadonlySet<string> = new Set(['text', 'title', 'fallback']);

function joined(units: readonly Unit[]): string {
  return units
    .map(({ markdown }) => markdown)
    .filter((text) => text !== '')
    .join('\n\n');
}
