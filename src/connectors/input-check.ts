import { printable } from '../printable.ts';
import { compileSchema, type SchemaCheck } from './json-schema.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Compiling is slow, and a definition lives as long as it is offered. */
const compiled = new WeakMap<Schema, Promise<SchemaCheck | undefined>>();

/** What is wrong with arguments, by the schema as the server wrote it; one that can't be read is left to the server. */
export async function checkInput(schema: Schema, input: unknown): Promise<string | undefined> {
  const known = compiled.get(schema) ?? compile(schema);
  compiled.set(schema, known);
  const wrong = (await known)?.(input);
  return wrong === undefined ? undefined : printable(wrong).slice(0, 500);
}

async function compile(schema: Schema): Promise<SchemaCheck | undefined> {
  try {
    return await compileSchema(schema);
  } catch {
    // What models are given was checked, so only a reference to elsewhere or an old dialect is left.
    return undefined;
  }
}
