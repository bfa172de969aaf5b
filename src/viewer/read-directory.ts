import { extname } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import { LineCounter, parseDocument } from 'yaml';
import type { Profile } from '../domain.ts';
import { BylawError, messageOf } from '../errors.ts';
import { readProfile } from './read-profile.ts';

export interface Directory {
  /** By id and e-mail address, as `keyOf` writes them. */
  readonly people: ReadonlyMap<string, Profile>;
  /** What was left out, with file and line; nothing of it tells who it is about. */
  readonly notes: readonly string[];
  /** Whether people are listed by e-mail address. */
  readonly usesEmail: boolean;
}

/** Throws `config_invalid` for a file that can't be read as a whole; rows that say nothing usable are left out and named. */
export function readDirectory(file: string, text: string): Directory {
  const rows = extname(file).toLowerCase() === '.csv' ? csvRows(file, text) : yamlRows(file, text);
  const people = new Map<string, Profile>();
  const notes: string[] = [];
  let usesEmail = false;
  for (const { line, fields } of rows) {
    const where = `${file} line ${line}`;
    const names = [fields.get('id'), fields.get('email')].filter((name) => name !== undefined && name !== '');
    if (names.length === 0) notes.push(`${where}: neither id nor email`);
    const { profile, unknown } = readProfile({
      country: fields.get('country'),
      entity: fields.get('entity'),
      employment: fields.get('employment'),
    });
    for (const field of unknown)
      notes.push(`${where}: the ${field} is not one that is known, so it counts as not given`);
    for (const name of names) {
      const key = keyOf(name ?? '');
      usesEmail ||= key.includes('@');
      if (people.has(key)) notes.push(`${where}: the same person again, the first line counts`);
      else people.set(key, profile);
    }
  }
  return { people, notes, usesEmail };
}

interface Row {
  readonly line: number;
  readonly fields: ReadonlyMap<string, string>;
}

const columns: ReadonlyMap<string, string> = new Map([
  ...['id', 'user', 'userid', 'user id', 'slack id', 'person'].map((name) => [name, 'id'] as const),
  ...['email', 'e-mail', 'mail'].map((name) => [name, 'email'] as const),
  ...['country', 'country code', 'land'].map((name) => [name, 'country'] as const),
  ...['entity', 'company', 'legal entity'].map((name) => [name, 'entity'] as const),
  ...['employment', 'employment type', 'contract', 'contract type'].map((name) => [name, 'employment'] as const),
]);

function columnOf(name: string): string | undefined {
  return columns.get(name.trim().toLowerCase().replaceAll('_', ' '));
}

function csvRows(file: string, text: string): Row[] {
  const records: { readonly record: readonly string[]; readonly line: number }[] = [];
  try {
    parseCsv(text, {
      ...{ bom: true, trim: true, skip_empty_lines: true, relax_column_count: true },
      delimiter: [',', ';', '\t'],
      on_record: (record: string[], { lines }) => {
        records.push({ record, line: lines });
        return record;
      },
    });
  } catch (error) {
    throw new BylawError('config_invalid', `profile.file ${file}: ${messageOf(error)}`, { cause: error });
  }
  const [head, ...rows] = records;
  const names = (head?.record ?? []).map(columnOf);
  if (!names.includes('id') && !names.includes('email'))
    throw new BylawError(
      'config_invalid',
      `profile.file ${file} line 1: needs a column id or email, and country, entity or employment`,
    );
  return rows.map(({ record, line }) => ({
    line,
    fields: new Map(record.flatMap((value, i) => (names[i] === undefined ? [] : [[names[i], value] as const]))),
  }));
}

/** A list of maps, or a map by id. */
function yamlRows(file: string, text: string): Row[] {
  const counter = new LineCounter();
  const document = parseDocument(text, { schema: 'failsafe', lineCounter: counter, logLevel: 'silent' });
  const [error] = document.errors;
  if (error !== undefined) {
    const line = counter.linePos(error.pos[0]).line;
    throw new BylawError('config_invalid', `profile.file ${file} line ${line}: ${error.message.split('\n')[0]}`, {
      cause: error,
    });
  }
  const value: unknown = document.toJS() ?? [];
  const entries: [string | undefined, unknown][] = Array.isArray(value)
    ? value.map((item: unknown) => [undefined, item])
    : Object.entries(Object(value));
  return entries.map(([id, item], i) => {
    const node = document.getIn(id === undefined ? [i] : [id], true);
    const at =
      typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range) ? node.range[0] : 0;
    const given = Object.entries(Object(item)).flatMap(([key, inner]) => {
      const name = columnOf(key);
      return name === undefined || typeof inner !== 'string' ? [] : [[name, inner] as const];
    });
    return {
      line: counter.linePos(typeof at === 'number' ? at : 0).line,
      fields: new Map([...(id === undefined ? [] : [[id.includes('@') ? 'email' : 'id', id] as const]), ...given]),
    };
  });
}

export function keyOf(name: string): string {
  return name.trim().toLowerCase();
}
