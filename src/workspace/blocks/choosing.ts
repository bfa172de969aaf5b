import { z } from 'zod';
import { actionId, confirm, flag, placeholder, plainText, textObject, url } from './composition.ts';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const option = z.strictObject({
  text: textObject(75),
  value: z.string().min(1).max(150),
  description: textObject(75).optional(),
});
const plainOption = option.extend({ text: plainText(75), description: plainText(75).optional() });
const selecting = { action_id: actionId, confirm, placeholder, focus_on_load: flag };
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

/** Menus of options, people and conversations. */
export const selects = [
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

/** Boxes, dates and times. */
export const choices = [
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

export const overflow = z.strictObject({
  type: z.literal('overflow'),
  action_id: actionId,
  options: z
    .array(plainOption.extend({ url: url.optional() }))
    .min(1)
    .max(5),
  confirm,
});

/** A static menu has its options either in groups or not. */
export function hasItsOptions(element: { readonly type: string; options?: unknown; option_groups?: unknown }): boolean {
  return !['static_select', 'multi_static_select'].includes(element.type) || eitherList(element);
}
