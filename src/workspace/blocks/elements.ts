import { z } from 'zod';
import { actionId, confirm, image, plainText, style, textObject, url } from './composition.ts';
import { richText } from './rich-text.ts';

const flag = z.boolean().optional();
const label = z.string().max(75).optional();
const placeholder = plainText(150).optional();
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const option = z.strictObject({
  text: textObject(75),
  value: z.string().min(1).max(150),
  description: textObject(75).optional(),
});
const plainOption = option.extend({ text: plainText(75), description: plainText(75).optional() });
const dispatch = z
  .strictObject({ trigger_actions_on: z.array(z.enum(['on_enter_pressed', 'on_character_entered'])).min(1) })
  .optional();

const selecting = { action_id: actionId, confirm, placeholder, focus_on_load: flag };
const writing = { action_id: actionId, placeholder, focus_on_load: flag, dispatch_action_config: dispatch };
const listed = {
  options: z.array(plainOption).min(1).max(100).optional(),
  option_groups: z
    .array(z.strictObject({ label: plainText(75), options: z.array(plainOption).min(1).max(100) }))
    .min(1)
    .max(100)
    .optional(),
};
const eitherList = (select: { options?: unknown; option_groups?: unknown }) =>
  (select.options === undefined) !== (select.option_groups === undefined);
const atMost = z.number().int().min(1).optional();
const filter = z
  .strictObject({
    include: z
      .array(z.enum(['im', 'mpim', 'private', 'public']))
      .min(1)
      .optional(),
    exclude_external_shared_channels: flag,
    exclude_bot_users: flag,
  })
  .optional();

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

const selects = [
  z.strictObject({ type: z.literal('static_select'), ...selecting, ...listed, initial_option: plainOption.optional() }),
  z.strictObject({ type: z.literal('users_select'), ...selecting, initial_user: z.string().optional() }),
  z.strictObject({
    type: z.literal('conversations_select'),
    ...selecting,
    initial_conversation: z.string().optional(),
    default_to_current_conversation: flag,
    response_url_enabled: flag,
    filter,
  }),
  z.strictObject({
    type: z.literal('channels_select'),
    ...selecting,
    initial_channel: z.string().optional(),
    response_url_enabled: flag,
  }),
  z.strictObject({
    type: z.literal('external_select'),
    ...selecting,
    initial_option: plainOption.optional(),
    min_query_length: z.number().int().min(0).optional(),
  }),
  z.strictObject({
    type: z.literal('multi_static_select'),
    ...selecting,
    ...listed,
    initial_options: z.array(plainOption).optional(),
    max_selected_items: atMost,
  }),
  z.strictObject({
    type: z.literal('multi_users_select'),
    ...selecting,
    initial_users: z.array(z.string()).optional(),
    max_selected_items: atMost,
  }),
  z.strictObject({
    type: z.literal('multi_conversations_select'),
    ...selecting,
    initial_conversations: z.array(z.string()).optional(),
    default_to_current_conversation: flag,
    filter,
    max_selected_items: atMost,
  }),
  z.strictObject({
    type: z.literal('multi_channels_select'),
    ...selecting,
    initial_channels: z.array(z.string()).optional(),
    max_selected_items: atMost,
  }),
  z.strictObject({
    type: z.literal('multi_external_select'),
    ...selecting,
    initial_options: z.array(plainOption).optional(),
    min_query_length: z.number().int().min(0).optional(),
    max_selected_items: atMost,
  }),
] as const;

const choices = [
  z.strictObject({
    type: z.literal('checkboxes'),
    action_id: actionId,
    options: z.array(option).min(1).max(10),
    initial_options: z.array(option).min(1).optional(),
    confirm,
    focus_on_load: flag,
  }),
  z.strictObject({
    type: z.literal('radio_buttons'),
    action_id: actionId,
    options: z.array(option).min(1).max(10),
    initial_option: option.optional(),
    confirm,
    focus_on_load: flag,
  }),
  z.strictObject({ type: z.literal('datepicker'), ...selecting, initial_date: day.optional() }),
  z.strictObject({
    type: z.literal('datetimepicker'),
    action_id: actionId,
    initial_date_time: z.number().int().optional(),
    confirm,
    focus_on_load: flag,
  }),
  z.strictObject({
    type: z.literal('timepicker'),
    ...selecting,
    initial_time: z
      .string()
      .regex(/^\d{2}:\d{2}$/)
      .optional(),
    timezone: z.string().optional(),
  }),
] as const;

const overflow = z.strictObject({
  type: z.literal('overflow'),
  action_id: actionId,
  options: z
    .array(plainOption.extend({ url: url.optional() }))
    .min(1)
    .max(5),
  confirm,
});

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

function hasItsOptions(element: { readonly type: string; options?: unknown; option_groups?: unknown }): boolean {
  return !['static_select', 'multi_static_select'].includes(element.type) || eitherList(element);
}
