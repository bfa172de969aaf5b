import type { FilterField, FilterTerm } from '../domain.ts';
import { BylawError } from '../errors.ts';
import type { CommandOption } from './command.ts';

const fields: readonly FilterField[] = [
  'document',
  'title',
  'type',
  'author',
  'owner',
  'audience',
  'country',
  'entity',
  'employment',
  'tag',
  'updated',
  'effective',
  'review',
];
const dates: ReadonlySet<FilterField> = new Set(['updated', 'effective', 'review']);

export const filterOption: CommandOption = {
  name: 'filter',
  value: 'FIELD=VALUE',
  repeatable: true,
  help: `only documents with that ${fields.join(', ')}; dates also with >= and <=; repeatable`,
};

/** Throws `usage` for anything that is not a known field, an operator and a value. */
export function parseFilter(terms: readonly string[]): FilterTerm[] {
  return terms.map((term) => {
    const match = /^([a-z]+)(>=|<=|=)(.+)$/s.exec(term);
    const field = fields.find((name) => name === match?.[1]);
    const op = match?.[2];
    const value = match?.[3]?.trim();
    if (field === undefined || value === undefined || value === '' || (op !== '=' && op !== '>=' && op !== '<=')) {
      throw new BylawError('usage', `--filter ${term}: write FIELD=VALUE with one of ${fields.join(', ')}`);
    }
    if (op !== '=' && !dates.has(field)) {
      throw new BylawError('usage', `--filter ${term}: ${op} is for ${[...dates].join(', ')}; use = here`);
    }
    if (dates.has(field) && !/^\d{4}-\d{2}-\d{2}$/.test(value)) {
      throw new BylawError('usage', `--filter ${term}: write the date as YYYY-MM-DD`);
    }
    return { field, op, value };
  });
}
