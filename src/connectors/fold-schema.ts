import { canonicalJson } from '../canonical-hash.ts';
import { cleanText } from '../clean-text.ts';

type Schema = Readonly<Record<string, unknown>>;

export interface FoldedSchema {
  /** With an object root, no alternatives at the root, keys sorted; the same bytes for the same schema. */
  readonly schema: Schema;
  /** What the root's alternatives ask for, in words; empty where there are none. */
  readonly note: string;
  /** Why the tool can't be offered. */
  readonly broken?: string;
}

const combiners = ['anyOf', 'oneOf', 'allOf'] as const;
/** At the root they say what only the original can check, and models are refused with them. */
const dropped = ['$schema', '$id', ...combiners, 'not', 'if', 'then', 'else', '$ref', 'type', 'properties', 'required'];
/** Other keys make the API refuse the whole request. */
const propertyKey = /^[a-zA-Z0-9_.-]{1,64}$/;
const mostLevels = 40;

/** Brings a tool's schema into the form that model APIs take. What it no longer says is checked against the original. */
export function foldSchema(original: Schema): FoldedSchema {
  const root = resolve(original, original, 0);
  const merged = mergeRoot(root, original, 0);
  const bad = [...merged.properties.keys()].filter((key) => !propertyKey.test(key));
  const needed = bad.find((key) => merged.required.includes(key));
  for (const key of bad) merged.properties.delete(key);
  const rest = Object.entries(root).filter(([key]) => !dropped.includes(key));
  const properties = [...merged.properties].map(([key, value]) => [key, clean(value, 0)]);
  const required = merged.required.filter((key) => merged.properties.has(key)).sort();
  const schema = sortKeys({
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
    ...Object.fromEntries(rest.map(([key, value]) => [key, clean(value, 0)])),
  });
  return {
    schema,
    note: merged.notes.join(' '),
    ...(needed === undefined
      ? {}
      : { broken: `it needs the field "${cleanText(needed).slice(0, 60)}", whose name model APIs don't take` }),
  };
}

interface Merged {
  readonly properties: Map<string, unknown>;
  required: string[];
  readonly notes: string[];
}

function mergeRoot(schema: Schema, root: Schema, depth: number): Merged {
  const merged: Merged = {
    properties: new Map(Object.entries(fieldsOf(schema.properties))),
    required: texts(schema.required),
    notes: [],
  };
  if (depth > mostLevels) return merged;
  for (const combiner of combiners) {
    const parts = (Array.isArray(schema[combiner]) ? schema[combiner] : []).map((part) =>
      mergeRoot(resolve(fieldsOf(part), root, 0), root, depth + 1),
    );
    if (parts.length === 0) continue;
    for (const part of parts) for (const [key, value] of part.properties) addProperty(merged.properties, key, value);
    merged.notes.push(...parts.flatMap(({ notes }) => notes));
    if (combiner === 'allOf') {
      merged.required = [...new Set([...merged.required, ...parts.flatMap(({ required }) => required)])];
      continue;
    }
    const common = parts[0]?.required.filter((key) => parts.every(({ required }) => required.includes(key))) ?? [];
    merged.required = [...new Set([...merged.required, ...common])];
    const needs = [...new Set(parts.map(({ required }) => required.join(' and ')).filter((need) => need !== ''))];
    if (needs.length > 1)
      merged.notes.push(`Give ${combiner === 'anyOf' ? 'at least' : 'exactly'} one of: ${needs.join('; or ')}.`);
  }
  return merged;
}

/** A field that alternatives describe in different ways may be any of them. */
function addProperty(properties: Map<string, unknown>, key: string, value: unknown): void {
  const known = properties.get(key);
  if (known === undefined) properties.set(key, value);
  else if (JSON.stringify(known) !== JSON.stringify(value)) {
    const earlier = alternativesOf(known);
    if (!earlier.some((each) => JSON.stringify(each) === JSON.stringify(value)))
      properties.set(key, { anyOf: [...earlier, value] });
  }
}

function alternativesOf(schema: unknown): readonly unknown[] {
  const { anyOf, ...rest } = fieldsOf(schema);
  return Array.isArray(anyOf) && Object.keys(rest).length === 0 ? anyOf : [schema];
}

/** Follows a reference of the root within the schema itself; nothing is ever fetched. */
function resolve(schema: Schema, root: Schema, depth: number): Schema {
  const { $ref, ...rest } = schema;
  if (typeof $ref !== 'string' || !$ref.startsWith('#/') || depth > mostLevels) return rest;
  const found = $ref
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, part) => fieldsOf(at)[part], root);
  return { ...resolve(fieldsOf(found), root, depth + 1), ...rest };
}

/** Hidden characters leave what models read; references to elsewhere leave the schema. */
function clean(value: unknown, depth: number): unknown {
  if (depth > mostLevels) return {};
  if (Array.isArray(value)) return value.map((each) => clean(each, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key, each]) =>
      key !== '$schema' && key !== '$id' && !(key === '$ref' && !(typeof each === 'string' && each.startsWith('#'))),
  );
  return Object.fromEntries(
    kept.map(([key, each]) =>
      (key === 'description' || key === 'title') && typeof each === 'string'
        ? [key, cleanText(each)]
        : [key, clean(each, depth + 1)],
    ),
  );
}

function sortKeys(value: Schema): Schema {
  return JSON.parse(canonicalJson(value));
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
