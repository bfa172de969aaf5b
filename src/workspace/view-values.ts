import { interactiveElements } from './blocks/interactive.ts';
import type { Json, View } from './entities.ts';

const textInputs = new Set(['plain_text_input', 'email_text_input', 'url_text_input', 'number_input']);

/** What stands in the fields of a view before anyone changed them, or since, where the field is still there. */
export function initialValues(blocks: readonly Json[], old: View['values'] = {}): View['values'] {
  let values: View['values'] = {};
  for (const { blockId, element } of interactiveElements(blocks)) {
    const actionId = String(element.action_id);
    const kept = old[blockId]?.[actionId];
    const value = kept?.type === element.type ? kept : startingValue(element);
    if (value) values = withValue(values, blockId, actionId, value);
  }
  return values;
}

export function withValue(values: View['values'], blockId: string, actionId: string, value: Json): View['values'] {
  return { ...values, [blockId]: { ...values[blockId], [actionId]: value } };
}

/** The element's part of an action or of a view's state once a person chose or wrote `value`. Throws if it can't be chosen. */
export function chosenValue(element: Json, value: string): Json {
  const type = String(element.type);
  if (textInputs.has(type)) return { type, value: checkText(element, value) };
  const many = value === '' ? [] : value.split(',');
  switch (type) {
    case 'static_select':
    case 'radio_buttons':
    case 'overflow':
    case 'external_select':
      return { type, selected_option: value === '' ? null : optionOf(element, value) };
    case 'checkboxes':
    case 'multi_static_select':
    case 'multi_external_select':
      return { type, selected_options: many.map((each) => optionOf(element, each)) };
    case 'users_select':
      return { type, selected_user: value };
    case 'conversations_select':
      return { type, selected_conversation: value };
    case 'channels_select':
      return { type, selected_channel: value };
    case 'multi_users_select':
      return { type, selected_users: many };
    case 'multi_conversations_select':
      return { type, selected_conversations: many };
    case 'multi_channels_select':
      return { type, selected_channels: many };
    case 'datepicker':
      return { type, selected_date: value };
    case 'timepicker':
      return { type, selected_time: value };
    case 'datetimepicker':
      return { type, selected_date_time: Number(value) };
    default:
      throw new Error(`a ${type} takes no value`);
  }
}

/** Whether a field of a form was left empty. */
export function isEmpty(value: Json | undefined): boolean {
  if (!value) return true;
  const { type: _, ...rest } = value;
  return Object.values(rest).every((each) => !each || (Array.isArray(each) && each.length === 0));
}

/** The options of a select, an overflow menu, checkboxes or radio buttons. */
export function optionsOf(element: Json): Json[] {
  const groups = Array.isArray(element.option_groups) ? element.option_groups : [];
  return [element, ...groups].flatMap(({ options }) => (Array.isArray(options) ? options : []));
}

function optionOf(element: Json, value: string): Json {
  const found = optionsOf(element).find((option) => option.value === value);
  if (!found) throw new Error(`${String(element.action_id)} has no option ${value}`);
  return found;
}

function checkText({ action_id, min_length, max_length }: Json, value: string): string | null {
  const tooLong = value.length > (typeof max_length === 'number' ? max_length : 3_000);
  const tooShort = value !== '' && typeof min_length === 'number' && value.length < min_length;
  if (tooLong || tooShort) throw new Error(`${String(action_id)} does not take a text of ${value.length} characters`);
  return value === '' ? null : value;
}

function startingValue(element: Json): Json | undefined {
  const type = String(element.type);
  if (textInputs.has(type)) return { type, value: element.initial_value ?? null };
  const from: Readonly<Record<string, string>> = {
    initial_option: 'selected_option',
    initial_options: 'selected_options',
    initial_user: 'selected_user',
    initial_users: 'selected_users',
    initial_conversation: 'selected_conversation',
    initial_conversations: 'selected_conversations',
    initial_channel: 'selected_channel',
    initial_channels: 'selected_channels',
    initial_date: 'selected_date',
    initial_time: 'selected_time',
    initial_date_time: 'selected_date_time',
  };
  const found = Object.entries(from).find(([initial]) => element[initial] !== undefined);
  if (found) return { type, [found[1]]: element[found[0]] };
  if (type === 'checkboxes') return { type, selected_options: [] };
  return ['static_select', 'radio_buttons'].includes(type) ? { type, selected_option: null } : undefined;
}
