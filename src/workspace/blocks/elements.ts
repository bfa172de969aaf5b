import { z } from 'zod';
import { choices, hasItsOptions, overflow, selects } from './choosing.ts';
import { actionId, confirm, flag, image, placeholder, plainText, style, url } from './composition.ts';
import { richText } from './rich-text.ts';

const label = z.string().max(75).optional();
const dispatch = z
  .strictObject({ trigger_actions_on: z.array(z.enum(['on_enter_pressed', 'on_character_entered'])).min(1) })
  .optional();

const writing = { action_id: actionId, placeholder, focus_on_load: flag, dispatch_action_config: dispatch };
export const button = z.strictObject({
  type: z.literal('button'),
  text: plainText(75),
  action_id: actionId,
  value: z.string().max(2_000).optional(),
  url: url.optional(),
  style,
  confirm,
  accessibility_label: label,
});

const workflowButton = z.strictObject({
  type: z.literal('workflow_button'),
  text: plainText(75),
  action_id: actionId,
  workflow: z.strictObject({
    trigger: z.strictObject({
      url,
      customizable_input_parameters: z.array(z.strictObject({ name: z.string(), value: z.string() })).optional(),
    }),
  }),
  style,
  confirm,
  accessibility_label: label,
});

const feedbackChoice = z.strictObject({
  text: plainText(75),
  value: z.string().min(1).max(2_000),
  accessibility_label: label,
});

/** What stands in `context_actions`. */
export const contextAction = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('feedback_buttons'),
    action_id: actionId,
    positive_button: feedbackChoice,
    negative_button: feedbackChoice,
  }),
  z.strictObject({
    type: z.literal('icon_button'),
    icon: z.enum(['trash']),
    text: plainText(75),
    action_id: actionId,
    value: z.string().max(2_000).optional(),
    confirm,
    accessibility_label: label,
    visible_to_user_ids: z.array(z.string()).optional(),
  }),
]);

const richTextInput = z.strictObject({
  type: z.literal('rich_text_input'),
  ...writing,
  initial_value: richText.optional(),
  min_lines: z.number().int().optional(),
  max_lines: z.number().int().optional(),
});

/** What stands in `actions`. */
export const actionElement = z
  .discriminatedUnion('type', [button, workflowButton, overflow, richTextInput, ...selects, ...choices])
  .refine(hasItsOptions);

/** What stands beside a section's text. */
export const accessory = z
  .discriminatedUnion('type', [image, button, workflowButton, overflow, ...selects, ...choices])
  .refine(hasItsOptions);

/** What stands in `input`. */
export const inputElement = z
  .discriminatedUnion('type', [
    z
      .strictObject({
        type: z.literal('plain_text_input'),
        ...writing,
        initial_value: z.string().optional(),
        multiline: flag,
        min_length: z.number().int().min(0).max(3_000).optional(),
        max_length: z.number().int().min(1).max(3_000).optional(),
      })
      .refine(({ min_length = 0, max_length = 3_000 }) => min_length <= max_length),
    z.strictObject({ type: z.literal('email_text_input'), ...writing, initial_value: z.string().optional() }),
    z.strictObject({ type: z.literal('url_text_input'), ...writing, initial_value: z.string().optional() }),
    z.strictObject({
      type: z.literal('number_input'),
      ...writing,
      is_decimal_allowed: z.boolean(),
      initial_value: z.string().optional(),
      min_value: z.string().optional(),
      max_value: z.string().optional(),
    }),
    z.strictObject({
      type: z.literal('file_input'),
      action_id: actionId,
      filetypes: z.array(z.string()).optional(),
      max_files: z.number().int().min(1).max(10).optional(),
    }),
    richTextInput,
    ...selects,
    ...choices,
  ])
  .refine(hasItsOptions);
