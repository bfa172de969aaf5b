import { z } from 'zod';
import { blockId, flag, hasOneSource, image, imageSource, mrkdwn, plainText, textObject, url } from './composition.ts';
import { accessory, actionElement, button, contextAction, inputElement } from './elements.ts';
import { richText } from './rich-text.ts';

const cell = z.union([
  richText,
  z.strictObject({ type: z.literal('raw_text'), text: z.string().min(1) }),
  z.strictObject({ type: z.literal('raw_number'), value: z.number(), text: z.string().min(1) }),
]);
const source = z.strictObject({ type: z.literal('url'), url, text: z.string().min(1) });

const section = z
  .strictObject({
    type: z.literal('section'),
    text: textObject(3_000).optional(),
    fields: z.array(textObject(2_000)).min(1).max(10).optional(),
    accessory: accessory.optional(),
    expand: flag,
    block_id: blockId,
  })
  .refine(({ text, fields }) => text !== undefined || fields !== undefined);

const card = z
  .strictObject({
    type: z.literal('card'),
    hero_image: image.optional(),
    icon: image.optional(),
    title: mrkdwn(150).optional(),
    subtitle: mrkdwn(150).optional(),
    body: mrkdwn(200).optional(),
    actions: z.array(button).min(1).optional(),
    block_id: blockId,
  })
  .refine(({ hero_image, title, actions, body }) => [hero_image, title, actions, body].some((part) => part));

const taskCard = z.strictObject({
  type: z.literal('task_card'),
  task_id: z.string().min(1),
  title: z.string().min(1),
  status: z.enum(['pending', 'in_progress', 'complete', 'error']),
  details: richText.optional(),
  output: richText.optional(),
  sources: z.array(source).optional(),
  block_id: blockId,
});

const actions = z.strictObject({
  type: z.literal('actions'),
  elements: z.array(actionElement).min(1).max(25),
  block_id: blockId,
});
const context = z.strictObject({
  type: z.literal('context'),
  elements: z
    .array(z.union([image, textObject(3_000)]))
    .min(1)
    .max(10),
  block_id: blockId,
});
const divider = z.strictObject({ type: z.literal('divider'), block_id: blockId });
const header = z.strictObject({ type: z.literal('header'), text: plainText(150), block_id: blockId });
const imageBlock = z
  .strictObject({
    type: z.literal('image'),
    alt_text: z.string().min(1).max(2_000),
    title: plainText(2_000).optional(),
    ...imageSource,
    block_id: blockId,
  })
  .refine(hasOneSource);
const input = z.strictObject({
  type: z.literal('input'),
  label: plainText(2_000),
  hint: plainText(2_000).optional(),
  optional: flag,
  dispatch_action: flag,
  element: inputElement,
  block_id: blockId,
});
const table = z.strictObject({
  type: z.literal('table'),
  rows: z.array(z.array(cell).min(1).max(20)).min(1).max(100),
  column_settings: z
    .array(z.strictObject({ align: z.enum(['left', 'center', 'right']).optional(), is_wrapped: flag }).nullable())
    .max(20)
    .optional(),
  block_id: blockId,
});
const video = z.strictObject({
  type: z.literal('video'),
  video_url: url,
  thumbnail_url: url,
  alt_text: z.string().min(1),
  title: plainText(199),
  title_url: url.optional(),
  author_name: z.string().max(49).optional(),
  provider_name: z.string().optional(),
  provider_icon_url: url.optional(),
  description: plainText(200).optional(),
  block_id: blockId,
});

const container = z
  .strictObject({
    type: z.literal('container'),
    title: plainText(150).optional(),
    rich_text_title: richText.optional(),
    subtitle: textObject(150).optional(),
    child_blocks: z
      .array(z.union([actions, context, divider, header, imageBlock, input, richText, section, table, video]))
      .min(1)
      .max(10),
    width: z.enum(['narrow', 'standard', 'wide', 'full']).optional(),
    icon: image.optional(),
    is_collapsible: flag,
    default_collapsed: flag,
    has_header_divider: flag,
    block_id: blockId,
  })
  .refine(({ title, rich_text_title }) => title !== undefined || rich_text_title !== undefined)
  .refine(({ is_collapsible, default_collapsed }) => is_collapsible === true || default_collapsed !== true);

/** One block that an app may send, with Slack's limits. What isn't named here is refused; `file` only comes from Slack. */
export const block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('markdown'), text: z.string().min(1).max(12_000), block_id: blockId }),
  z.strictObject({
    type: z.literal('context_actions'),
    elements: z.array(contextAction).min(1).max(5),
    block_id: blockId,
  }),
  z.strictObject({
    type: z.literal('alert'),
    text: textObject(3_000),
    level: z.enum(['default', 'info', 'warning', 'error', 'success']).optional(),
    block_id: blockId,
  }),
  z.strictObject({ type: z.literal('carousel'), elements: z.array(card).min(1).max(10), block_id: blockId }),
  z.strictObject({
    type: z.literal('data_table'),
    rows: z.array(z.array(cell).min(1)).min(1),
    caption: z.string().min(1),
    page_size: z.number().int().min(1).max(100).optional(),
    row_header_column_index: z.number().int().min(0).optional(),
    block_id: blockId,
  }),
  z.strictObject({
    type: z.literal('plan'),
    title: z.string().min(1),
    tasks: z.array(taskCard).max(50).optional(),
    block_id: blockId,
  }),
  ...[actions, context, divider, header, input, table, taskCard, video, richText],
  ...[section, card, imageBlock, container],
]);
