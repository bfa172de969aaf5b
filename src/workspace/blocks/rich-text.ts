import { z } from 'zod';
import { blockId, flag, url } from './composition.ts';

const look = z.strictObject({ bold: flag, code: flag, italic: flag, strike: flag, underline: flag }).optional();
const border = z.union([z.literal(0), z.literal(1)]).optional();

const text = z.strictObject({ type: z.literal('text'), text: z.string().min(1), style: look });
const link = z.strictObject({
  type: z.literal('link'),
  url,
  text: z.string().optional(),
  unsafe: flag,
  style: look,
});
const inline = z.discriminatedUnion('type', [
  text,
  link,
  z.strictObject({ type: z.literal('user'), user_id: z.string(), style: look }),
  z.strictObject({ type: z.literal('usergroup'), usergroup_id: z.string(), style: look }),
  z.strictObject({ type: z.literal('channel'), channel_id: z.string(), style: look }),
  z.strictObject({ type: z.literal('team'), team_id: z.string(), style: look }),
  z.strictObject({ type: z.literal('broadcast'), range: z.enum(['here', 'channel', 'everyone']), style: look }),
  z.strictObject({ type: z.literal('color'), value: z.string(), style: look }),
  z.strictObject({
    type: z.literal('emoji'),
    name: z.string(),
    unicode: z.string().optional(),
    url: z.string().optional(),
    style: look,
  }),
  z.strictObject({
    type: z.literal('date'),
    timestamp: z.number().int(),
    format: z.string(),
    url: url.optional(),
    fallback: z.string().optional(),
    style: look,
  }),
]);
const section = z.strictObject({ type: z.literal('rich_text_section'), elements: z.array(inline) });

export const richText = z.strictObject({
  type: z.literal('rich_text'),
  elements: z
    .array(
      z.discriminatedUnion('type', [
        section,
        z.strictObject({
          type: z.literal('rich_text_list'),
          style: z.enum(['bullet', 'ordered']),
          elements: z.array(section),
          indent: z.number().int().min(0).max(8).optional(),
          offset: z.number().int().min(0).optional(),
          border,
        }),
        z.strictObject({ type: z.literal('rich_text_quote'), elements: z.array(inline), border }),
        z.strictObject({
          type: z.literal('rich_text_preformatted'),
          elements: z.array(z.discriminatedUnion('type', [text, link])),
          border,
        }),
      ]),
    )
    .min(1),
  block_id: blockId,
});
