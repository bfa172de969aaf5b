import type { InputBlock, KnownBlock, ModalView, PlainTextElement, PlainTextOption } from '@slack/types';
import { z } from 'zod';
import type { Elicitation } from '../../../elicitation.ts';
import { type FormEntries, type FormField, readForm } from '../../../elicitation-form.ts';

/** The modal in which a person answers what another system asks. */
export const elicitationCallback = 'elicitation';

const maxText = 3_000;
const maxRadios = 10;
const maxOptions = 100;

/** Where the card of the question stands. */
const about = z.object({
  answer: z.string(),
  elicitation: z.string(),
  channel: z.string(),
  ts: z.string(),
  thread: z.string(),
  responseUrl: z.string().optional(),
});
export type ElicitationPlace = z.infer<typeof about>;

/** Undefined for a form that Slack can't show. */
export function elicitationModal(elicitation: Elicitation, place: ElicitationPlace): ModalView | undefined {
  const { request, recipient } = elicitation;
  const fields = request.mode === 'form' ? readForm(request.schema) : undefined;
  if (fields === undefined || fields.some((field) => optionsOf(field).length > maxOptions)) return undefined;
  const blocks: KnownBlock[] = [
    { type: 'section', text: plain(`${recipient} asks: ${request.message}`.slice(0, maxText)) },
    ...fields.map(inputOf),
  ];
  return {
    type: 'modal',
    callback_id: elicitationCallback,
    private_metadata: JSON.stringify(place),
    title: plain('Answer a question'),
    submit: plain('Send'),
    close: plain('Back'),
    blocks,
  };
}

function inputOf(field: FormField, at: number): InputBlock {
  return {
    type: 'input',
    block_id: blockId(at),
    label: plain(field.title.slice(0, 2_000)),
    optional: !field.isRequired,
    ...(field.description === undefined ? {} : { hint: plain(field.description.slice(0, 2_000)) }),
    element: elementOf(field),
  };
}

function elementOf(field: FormField): InputBlock['element'] {
  const own = { action_id: actionName };
  switch (field.kind) {
    case 'text':
      return textElement(field);
    case 'number':
      return {
        ...{ type: 'number_input', ...own, is_decimal_allowed: !field.isInteger },
        ...(field.minimum === undefined ? {} : { min_value: String(field.minimum) }),
        ...(field.maximum === undefined ? {} : { max_value: String(field.maximum) }),
        ...(field.initial === undefined ? {} : { initial_value: String(field.initial) }),
      };
    case 'boolean': {
      const initial = field.initial === undefined ? undefined : field.initial ? yes : no;
      return { type: 'radio_buttons', ...own, options: [yes, no], ...(initial && { initial_option: initial }) };
    }
    case 'choice': {
      const options = optionsOf(field);
      const initial = options[field.options.findIndex(({ value }) => value === field.initial)];
      const given = { ...own, options, ...(initial && { initial_option: initial }) };
      return options.length > maxRadios ? { type: 'static_select', ...given } : { type: 'radio_buttons', ...given };
    }
    case 'choices': {
      const options = optionsOf(field);
      const initial = options.filter((_, at) => field.initial?.includes(field.options[at]?.value ?? '') === true);
      return {
        ...{ type: 'multi_static_select', ...own, options },
        ...(initial.length > 0 ? { initial_options: initial } : {}),
        ...(field.maxItems === undefined ? {} : { max_selected_items: Math.max(1, field.maxItems) }),
      };
    }
  }
}

function textElement({
  format,
  initial,
  minLength,
  maxLength,
}: Extract<FormField, { kind: 'text' }>): InputBlock['element'] {
  const own = { action_id: actionName };
  const filled = initial === undefined ? {} : { initial_value: initial.slice(0, maxText) };
  const seconds = initial === undefined ? Number.NaN : Math.floor(Date.parse(initial) / 1000);
  switch (format) {
    case 'email':
      return { type: 'email_text_input', ...own, ...filled };
    case 'uri':
      return { type: 'url_text_input', ...own, ...filled };
    case 'date':
      return {
        ...{ type: 'datepicker', ...own },
        ...(initial !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(initial) ? { initial_date: initial } : {}),
      };
    case 'date-time':
      return { type: 'datetimepicker', ...own, ...(Number.isNaN(seconds) ? {} : { initial_date_time: seconds }) };
    default:
      return {
        ...{ type: 'plain_text_input', ...own, ...filled, multiline: (maxLength ?? maxText) > 200 },
        max_length: Math.min(Math.max(maxLength ?? maxText, 1), maxText),
        ...(minLength === undefined ? {} : { min_length: Math.min(minLength, maxText) }),
      };
  }
}

const actionName = 'entry';
const yes: PlainTextOption = { text: { type: 'plain_text', text: 'Yes' }, value: 'true' };
const no: PlainTextOption = { text: { type: 'plain_text', text: 'No' }, value: 'false' };

/** By position, since Slack takes short values only. */
function optionsOf(field: FormField): PlainTextOption[] {
  if (field.kind !== 'choice' && field.kind !== 'choices') return [];
  return field.options.map(({ label }, at) => ({
    text: { type: 'plain_text', text: label.slice(0, 75) || '–' },
    value: String(at),
  }));
}

const chosen = z.object({ value: z.string() }).nullish();
const entered = z.object({
  value: z.string().nullish(),
  selected_date: z.string().nullish(),
  selected_date_time: z.number().nullish(),
  selected_option: chosen,
  selected_options: z.array(z.object({ value: z.string() })).nullish(),
});
const submission = z.object({
  user: z.object({ id: z.string() }),
  view: z.object({
    id: z.string(),
    private_metadata: z.string(),
    state: z.object({ values: z.record(z.string(), z.record(z.string(), entered)) }),
  }),
});

export interface ElicitationSubmission {
  readonly person: string;
  /** The same when it is delivered again. */
  readonly view: string;
  readonly place: ElicitationPlace;
  entries(fields: readonly FormField[]): FormEntries;
}

/** What was sent from the modal; undefined for a shape that isn't known. */
export function readElicitationModal(body: unknown): ElicitationSubmission | undefined {
  const parsed = submission.safeParse(body).data;
  const place = parsed && readPlace(parsed.view.private_metadata);
  if (parsed === undefined || place === undefined) return undefined;
  const { values } = parsed.view.state;
  return {
    ...{ person: parsed.user.id, view: parsed.view.id, place },
    entries: (fields) =>
      Object.fromEntries(fields.map((field, at) => [field.name, entryOf(field, values[blockId(at)]?.[actionName])])),
  };
}

/** Errors by field, as Slack shows them at the inputs. */
export function modalErrors(
  fields: readonly FormField[],
  errors: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    fields.flatMap(({ name }, at) => (errors[name] === undefined ? [] : [[blockId(at), errors[name]]])),
  );
}

function entryOf(field: FormField, entry: z.infer<typeof entered> | undefined): FormEntries[string] {
  if (entry === undefined) return undefined;
  const { value, selected_date: day, selected_date_time: moment, selected_option: one, selected_options: many } = entry;
  if (field.kind === 'choice') return field.options[Number(one?.value ?? Number.NaN)]?.value;
  if (field.kind === 'choices') return (many ?? []).map((each) => field.options[Number(each.value)]?.value ?? '');
  if (moment != null) return new Date(moment * 1000).toISOString();
  return value ?? day ?? one?.value;
}

function readPlace(text: string): ElicitationPlace | undefined {
  try {
    return about.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function blockId(at: number): string {
  return `field-${at}`;
}

function plain(text: string): PlainTextElement {
  return { type: 'plain_text', text: text || '–', emoji: false };
}
