import { z } from 'zod';
import type { Json } from './state.ts';

const blockId = z.string().max(255).optional();
const plain = (max: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: z.string().min(1).max(max), emoji: z.boolean().optional() });
const textObject = (max: number) =>
  z.union([
    plain(max),
    z.strictObject({
      type: z.literal('mrkdwn'),
      text: z.string().min(1).max(max),
      verbatim: z.boolean().optional(),
    }),
  ]);

const block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('markdown'), text: z.string().min(1).max(12_000), block_id: blockId }),
  z
    .strictObject({
      type: z.literal('section'),
      text: textObject(3_000).optional(),
      fields: z.array(textObject(2_000)).min(1).max(10).optional(),
      expand: z.boolean().optional(),
      block_id: blockId,
    })
    .refine((section) => section.text !== undefined || section.fields !== undefined),
  z.strictObject({
    type: z.literal('context'),
    elements: z.array(textObject(3_000)).min(1).max(10),
    block_id: blockId,
  }),
  z.strictObject({ type: z.literal('header'), text: plain(150), block_id: blockId }),
  z.strictObject({ type: z.literal('divider'), block_id: blockId }),
]);

const blocks = z.array(block).max(50);

/** Slack's error code for a message's blocks, or undefined if they are accepted. Kinds of block not known here are refused. */
export function checkBlocks(value: unknown): 'invalid_blocks' | 'msg_blocks_too_long' | undefined {
  const parsed = blocks.safeParse(value);
  if (!parsed.success) return 'invalid_blocks';
  const ids = parsed.data.flatMap((each) => each.block_id ?? []);
  if (new Set(ids).size < ids.length) return 'invalid_blocks';
  const length = parsed.data.reduce((sum, each) => sum + blockTexts(each).join('').length, 0);
  return length > 13_000 ? 'msg_blocks_too_long' : undefined;
}

/** Every text of a block, in reading order. */
export function blockTexts(value: Json): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each);
    else if (typeof node === 'object' && node !== null) {
      for (const [key, each] of Object.entries(node)) {
        if (key === 'text' && typeof each === 'string') found.push(each);
        else visit(each);
      }
    }
  };
  visit(value);
  return found;
}
