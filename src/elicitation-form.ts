import type { ElicitationResponse } from './elicitation.ts';

/** One field of a form that another system asks a person to fill in. Titles and descriptions are untrusted. */
export type FormField = {
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly isRequired: boolean;
} & FieldKind;

type FieldKind =
  | {
      readonly kind: 'text';
      readonly format?: TextFormat;
      readonly minLength?: number;
      readonly maxLength?: number;
      readonly initial?: string;
    }
  | {
      readonly kind: 'number';
      readonly isInteger: boolean;
      readonly minimum?: number;
      readonly maximum?: number;
      readonly initial?: number;
    }
  | { readonly kind: 'boolean'; readonly initial?: boolean }
  | { readonly kind: 'choice'; readonly options: readonly FormOption[]; readonly initial?: string }
  | {
      readonly kind: 'choices';
      readonly options: readonly FormOption[];
      readonly minItems?: number;
      readonly maxItems?: number;
      readonly initial?: readonly string[];
    };

export interface FormOption {
  readonly value: string;
  readonly label: string;
}

const formats = ['email', 'uri', 'date', 'date-time'] as const;
type TextFormat = (typeof formats)[number];

const maxFields = 40;

/** The fields of a flat JSON schema as MCP allows it; undefined for one that no person can be shown. */
export function readForm(schema: Readonly<Record<string, unknown>>): readonly FormField[] | undefined {
  const { properties, required } = schema;
  const names = Object.entries(record(properties) ?? {});
  if (names.length > maxFields) return undefined;
  const needed = new Set(texts(required) ?? []);
  const fields = names.map(([name, raw]) => readField(name, raw, needed.has(name)));
  const known = fields.filter((field) => field !== undefined);
  return known.length === fields.length ? known : undefined;
}

function readField(name: string, raw: unknown, isRequired: boolean): FormField | undefined {
  const property = record(raw);
  const kind = property && readKind(property);
  if (property === undefined || kind === undefined) return undefined;
  const { title, description } = property;
  return {
    name,
    title: typeof title === 'string' && title.trim() !== '' ? title : name,
    ...(typeof description === 'string' && description !== '' ? { description } : {}),
    isRequired,
    ...kind,
  };
}

function readKind(property: Readonly<Record<string, unknown>>): FieldKind | undefined {
  const { type, format, default: initial } = property;
  const options = optionsOf(property);
  if (options !== undefined) return { kind: 'choice', options, ...textInitial(initial) };
  if (type === 'string') {
    const known = formats.find((each) => each === format);
    return {
      kind: 'text',
      ...(known === undefined ? {} : { format: known }),
      ...numbers(property, ['minLength', 'maxLength']),
      ...textInitial(initial),
    };
  }
  if (type === 'number' || type === 'integer') {
    return {
      kind: 'number',
      isInteger: type === 'integer',
      ...numbers(property, ['minimum', 'maximum']),
      ...(typeof initial === 'number' ? { initial } : {}),
    };
  }
  if (type === 'boolean') return { kind: 'boolean', ...(typeof initial === 'boolean' ? { initial } : {}) };
  const items = type === 'array' ? optionsOf(record(property.items) ?? {}) : undefined;
  if (items === undefined) return undefined;
  const chosen = texts(initial);
  return {
    kind: 'choices',
    options: items,
    ...numbers(property, ['minItems', 'maxItems']),
    ...(chosen === undefined ? {} : { initial: chosen }),
  };
}

/** In the three ways in which revisions have written them. */
function optionsOf({ enum: values, enumNames, oneOf, anyOf }: Readonly<Record<string, unknown>>) {
  const names = texts(enumNames) ?? [];
  const listed = texts(values)?.map((value, i): FormOption => ({ value, label: names[i] ?? value }));
  const titled = [oneOf, anyOf].find((each) => Array.isArray(each));
  const options =
    listed ??
    (Array.isArray(titled)
      ? titled.flatMap((each): FormOption[] => {
          const { const: value, title } = record(each) ?? {};
          return typeof value === 'string' ? [{ value, label: typeof title === 'string' ? title : value }] : [];
        })
      : undefined);
  return options === undefined || options.length === 0 ? undefined : options;
}

/** What a person entered, by field; absent or empty where nothing was. */
export type FormEntries = Readonly<Record<string, string | readonly string[] | boolean | undefined>>;

export type CheckedForm =
  | { readonly content: NonNullable<ElicitationResponse['content']> }
  /** By field: what is wrong, for the person. */
  | { readonly errors: Readonly<Record<string, string>> };

/** Turns what was entered into what the schema asks for, or says what to change. */
export function checkForm(fields: readonly FormField[], entries: FormEntries): CheckedForm {
  const content: Record<string, string | number | boolean | readonly string[]> = {};
  const errors: Record<string, string> = {};
  for (const field of fields) {
    const entry = entries[field.name];
    const isEmpty = entry === undefined || entry === '' || (Array.isArray(entry) && entry.length === 0);
    if (isEmpty) {
      if (field.isRequired) errors[field.name] = 'Please fill this in.';
      continue;
    }
    const checked = checkField(field, entry);
    if ('error' in checked) errors[field.name] = checked.error;
    else content[field.name] = checked.value;
  }
  return Object.keys(errors).length > 0 ? { errors } : { content };
}

type Checked = { readonly value: string | number | boolean | readonly string[] } | { readonly error: string };

function checkField(field: FormField, entry: string | readonly string[] | boolean): Checked {
  switch (field.kind) {
    case 'text':
      return checkText(field, String(entry));
    case 'number':
      return checkNumber(field, String(entry));
    case 'boolean':
      return { value: entry === true || entry === 'true' };
    case 'choice':
      return field.options.some(({ value }) => value === entry)
        ? { value: String(entry) }
        : { error: 'Please choose one of the options.' };
    case 'choices': {
      const chosen = typeof entry === 'object' ? entry : [String(entry)];
      const { options, minItems = 0, maxItems = options.length } = field;
      if (chosen.some((each) => options.every(({ value }) => value !== each)))
        return { error: 'Please choose among the options.' };
      if (chosen.length < minItems) return { error: `Please choose at least ${minItems}.` };
      if (chosen.length > maxItems) return { error: `Please choose at most ${maxItems}.` };
      return { value: chosen };
    }
  }
}

function checkText({ format, minLength, maxLength }: Extract<FormField, { kind: 'text' }>, text: string): Checked {
  const { length } = [...text];
  if (minLength !== undefined && length < minLength) return { error: `Please write at least ${minLength} characters.` };
  if (maxLength !== undefined && length > maxLength) return { error: `Please write at most ${maxLength} characters.` };
  if (format === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text))
    return { error: 'This is not an e-mail address.' };
  if (format === 'uri' && !URL.canParse(text)) return { error: 'This is not an address such as https://example.com.' };
  if (format === 'date' && !/^\d{4}-\d{2}-\d{2}$/.test(text)) return { error: 'Please write a day as YYYY-MM-DD.' };
  if (format === 'date-time' && Number.isNaN(Date.parse(text))) return { error: 'This is not a point in time.' };
  return { value: text };
}

function checkNumber({ isInteger, minimum, maximum }: Extract<FormField, { kind: 'number' }>, text: string): Checked {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return { error: 'This is not a number.' };
  if (isInteger && !Number.isInteger(value)) return { error: 'Please write a whole number.' };
  if (minimum !== undefined && value < minimum) return { error: `Please write ${minimum} or more.` };
  if (maximum !== undefined && value > maximum) return { error: `Please write ${maximum} or less.` };
  return { value };
}

function record(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

function texts(value: unknown): string[] | undefined {
  return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : undefined;
}

function textInitial(value: unknown): { initial?: string } {
  return typeof value === 'string' ? { initial: value } : {};
}

function numbers<Key extends string>(
  property: Readonly<Record<string, unknown>>,
  keys: readonly Key[],
): { [K in Key]?: number } {
  const found: { [K in Key]?: number } = {};
  for (const key of keys) {
    const value = property[key];
    if (typeof value === 'number') found[key] = value;
  }
  return found;
}
