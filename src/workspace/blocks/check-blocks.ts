import type { z } from 'zod';
import type { Json } from '../entities.ts';
import { block } from './block.ts';
import { blockTexts } from './block-texts.ts';
import { interactiveElements } from './interactive.ts';

export type BlocksError = 'invalid_blocks' | 'msg_blocks_too_long' | 'invalid_attachments';

export const maxMessageText = 13_000;
const maxTableText = 10_000;
/** Kinds of block that only messages can show. */
const messageOnly = new Set(['markdown', 'context_actions', 'table', 'task_card', 'plan']);

/** Slack's error code for a message's blocks, or undefined if they are accepted. */
export function checkBlocks(value: unknown): BlocksError | undefined {
  const parsed = block.array().max(50).safeParse(value);
  if (!parsed.success || repeatsIds(parsed.data)) return 'invalid_blocks';
  const tables = tablesIn(parsed.data);
  if (tables.length > 1) return 'invalid_attachments';
  if (textLength(tables) > maxTableText) return 'invalid_blocks';
  return textLength(parsed.data) > maxMessageText ? 'msg_blocks_too_long' : undefined;
}

/** Whether a Home tab or a modal may hold these blocks. */
export function fitsView(value: unknown): boolean {
  const parsed = block.array().max(100).safeParse(value);
  return parsed.success && !repeatsIds(parsed.data) && !parsed.data.some(({ type }) => messageOnly.has(type));
}

/** Number of characters in all texts of the blocks. */
export function textLength(blocks: readonly object[]): number {
  return blocks.reduce((sum, each) => sum + blockTexts(each).join('').length, 0);
}

/** Tables of a message, also those inside containers. */
export function tablesIn(blocks: readonly Json[]): Json[] {
  return blocks.flatMap((each) => {
    if (each.type === 'table') return [each];
    return Array.isArray(each.child_blocks) ? tablesIn(each.child_blocks) : [];
  });
}

function repeatsIds(blocks: readonly z.infer<typeof block>[]): boolean {
  const repeats = (ids: readonly unknown[]) => new Set(ids).size < ids.length;
  return (
    repeats(blocks.flatMap((each) => each.block_id ?? [])) ||
    blocks.some((each) => repeats(interactiveElements([each]).flatMap(({ element }) => element.action_id ?? [])))
  );
}
