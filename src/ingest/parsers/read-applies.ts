import { knownEmployment, readEmployment } from '../../applicability/employment.ts';
import { readEntities } from '../../applicability/entities.ts';
import { isEverywhere, readCountries } from '../../applicability/read-countries.ts';
import { readCountry } from '../../countries/country-codes.ts';
import { readRegion } from '../../countries/regions.ts';
import type { DocumentMetadata } from '../../domain.ts';
import { type FieldValue, findFields, listOf, normaliseKey } from './metadata-fields.ts';

export interface AppliesReading extends Pick<DocumentMetadata, 'country' | 'entity' | 'employment'> {
  /** False where it is for a place that nobody can be in, or for something that is not understood. */
  readonly understood: boolean;
}

type Limits = Record<'country' | 'entity' | 'employment', string[]>;

/**
 * To whom a document applies: `country`, `entity` and `employment`, by themselves or below `applies_to`, which may also
 * be a list. What is said twice counts where both agree; what can't be understood leaves the document to nobody.
 */
export function readApplies(values: ReadonlyMap<string, FieldValue>, notes: string[]): AppliesReading {
  const plain = readPlain(values.get('appliesto')?.value, notes);
  const except = findFields(values, 'notFor').flatMap(({ value }) => listOf(value).map((name) => `!${name}`));
  const entries = [...findFields(values, 'country').map(({ value }) => listOf(value)), plain.country];
  const said = entries.filter((names) => names.length > 0);
  const first = said[0] ?? [];
  const readings = [...(first.length > 0 || except.length > 0 ? [[...first, ...except]] : []), ...said.slice(1)].map(
    readCountries,
  );
  notes.push(...new Set(readings.flatMap((reading) => reading.notes)));
  const country = narrow(
    readings.map(({ countries }) => countries),
    'countries',
    notes,
  );
  const words = (name: 'entity' | 'employment', read: (values: readonly string[]) => string[]) => {
    const lists = [...findFields(values, name).map(({ value }) => listOf(value)), plain[name]];
    const groups = lists.map((list) => (list.some(isAnyone) ? [] : read(list)));
    return narrow(groups, name === 'entity' ? 'companies' : 'kinds of employment', notes);
  };
  const entity = words('entity', readEntities);
  const employment = words('employment', (list) => list.map(readEmployment));
  const understood =
    plain.understood &&
    namesOnlyKnown(values, notes) &&
    readings.every(({ isNowhere }) => !isNowhere) &&
    [country, entity, employment].every((limit) => limit !== undefined);
  if (!understood) notes.push('it is not clear to whom it applies: until it is, the document counts as a draft');
  return {
    country: country ?? [],
    ...(entity && entity.length > 0 && { entity }),
    ...(employment && employment.length > 0 && { employment }),
    understood,
  };
}

/** `applies_to: Germany`, `applies_to: [DE, interns]` or a list of maps; a map has keys of its own, which are read elsewhere. */
function readPlain(value: unknown, notes: string[]): Limits & { readonly understood: boolean } {
  const limits: Limits = { country: [], entity: [], employment: [] };
  let understood = true;
  const maps = Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : [];
  for (const [key, inner] of maps.flatMap((map) => Object.entries(map))) {
    const name = names.get(normaliseKey(key));
    if (name !== undefined && !isMap(inner)) limits[name].push(...listOf(inner));
    else {
      understood = false;
      notes.push(notKnown(key));
    }
  }
  for (const item of listOf(value)) {
    if (isAnyone(item) || isEverywhere(item)) continue;
    const name = kindOf(item);
    if (name !== undefined) limits[name].push(item);
    else {
      understood = false;
      notes.push(
        `"applies_to: ${item}" is neither a country nor a kind of employment: write country, entity or employment before it`,
      );
    }
  }
  return { ...limits, understood };
}

/** A limit of a kind that is not known, or one inside another, would otherwise be none. */
function namesOnlyKnown(values: ReadonlyMap<string, FieldValue>, notes: string[]): boolean {
  const fields = (['country', 'notFor', 'entity', 'employment'] as const).flatMap((name) => findFields(values, name));
  const nested = fields.filter(({ value }) => isMap(value)).map(({ key }) => key);
  const known = new Set(fields);
  const others = [...values].flatMap(([name, field]) =>
    /^appliesto\.[^.]+$/.test(name) && !known.has(field) && !isEmpty(field.value) ? [field.key] : [],
  );
  notes.push(...[...nested, ...others].map(notKnown));
  return nested.length + others.length === 0;
}

function notKnown(key: string): string {
  return `"${key}" is not understood: write country, entity or employment, each with a value or a list`;
}

function isMap(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  return !isMap(value) && listOf(value).length === 0;
}

const names: ReadonlyMap<string, keyof Limits> = new Map([
  ...['country', 'countries', 'region'].map((key) => [key, 'country'] as const),
  ...['entity', 'entities', 'company', 'companies'].map((key) => [key, 'entity'] as const),
  ...['employment', 'employmenttype', 'contract', 'contracttype'].map((key) => [key, 'employment'] as const),
]);

function kindOf(item: string): keyof Limits | undefined {
  const isCountry =
    readCountry(item).known ||
    readRegion(item) !== undefined ||
    /(?:^|\s)(?:except|außer|sauf|excepto)\s|^!/i.test(item);
  if (isCountry) return 'country';
  return knownEmployment(item) === undefined ? undefined : 'employment';
}

function isAnyone(value: string): boolean {
  return ['all', 'everyone', 'everybody', 'allemployees', 'allstaff', 'any', 'allemitarbeitenden', 'alle'].includes(
    normaliseKey(value),
  );
}

/** What all of them name; empty lists limit nothing. Undefined where nothing is left. */
function narrow(lists: readonly (readonly string[])[], what: string, notes: string[]): string[] | undefined {
  const limiting = lists.filter((list) => list.length > 0);
  const [first = [], ...rest] = limiting;
  const common = rest.reduce((left: readonly string[], list) => left.filter((value) => list.includes(value)), first);
  if (rest.some((list) => list.join() !== first.join()))
    notes.push(`different ${what} are named: it applies only to those that are named each time`);
  return limiting.length > 0 && common.length === 0 ? undefined : [...new Set(common)].sort();
}
