import { z } from 'zod';

/** Parts that blocks and elements are made of, with Slack's limits. */
export const blockId = z.string().min(1).max(255).optional();
export const actionId = z.string().min(1).max(255).optional();
export const url = z.string().min(1).max(3_000);
export const style = z.enum(['primary', 'danger']).optional();

export const plainText = (max: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: z.string().min(1).max(max), emoji: z.boolean().optional() });

export const mrkdwn = (max: number) =>
  z.strictObject({ type: z.literal('mrkdwn'), text: z.string().min(1).max(max), verbatim: z.boolean().optional() });

export const flag = z.boolean().optional();

export const placeholder = plainText(150).optional();

export const textObject = (max: number) => z.union([plainText(max), mrkdwn(max)]);

export const confirm = z
  .strictObject({
    title: plainText(100).optional(),
    text: textObject(300),
    confirm: plainText(30).optional(),
    deny: plainText(30).optional(),
    style,
  })
  .optional();

const slackFile = z.union([z.strictObject({ id: z.string() }), z.strictObject({ url })]);

export const imageSource = { image_url: url.optional(), slack_file: slackFile.optional() };

export const hasOneSource = (image: { image_url?: unknown; slack_file?: unknown }) =>
  (image.image_url === undefined) !== (image.slack_file === undefined);

export const image = z
  .strictObject({ type: z.literal('image'), alt_text: z.string().min(1).max(2_000), ...imageSource })
  .refine(hasOneSource);
