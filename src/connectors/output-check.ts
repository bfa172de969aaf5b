import { messageOf } from '../errors.ts';
import { printable } from '../printable.ts';
import { compileSchema, type SchemaCheck } from './json-schema.ts';
import type { ReadResult } from './read-result.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Compiling is slow, and a definition lives as long as its listing. */
const compiled = new WeakMap<Schema, Promise<SchemaCheck | string>>();

/** What is odd about a result's structured part: a warning, since the text may still help. */
export async function checkOutput(schema: Schema | undefined, result: ReadResult): Promise<string | undefined> {
  if (schema === undefined || result.isError) return undefined;
  if (result.data === undefined) return 'the structured result that the tool declares is missing';
  const known = compiled.get(schema) ?? compile(schema);
  compiled.set(schema, known);
  const check = await known;
  if (typeof check === 'string') return check;
  const mistake = check(result.data);
  return mistake === undefined
    ? undefined
    : `the structured result is not as declared: ${printable(mistake).slice(0, 200)}`;
}

async function compile(schema: Schema): Promise<SchemaCheck | string> {
  try {
    return await compileSchema(schema);
  } catch (error) {
    return `the declared form of the result is broken, so it was not checked: ${printable(messageOf(error)).slice(0, 200)}`;
  }
}
