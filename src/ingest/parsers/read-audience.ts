import { distance } from 'fastest-levenshtein';
import { narrowAudience, nobody, unknownReaders } from '../../audience.ts';
import { type FieldValue, findFields, listOf, normaliseKey } from './metadata-fields.ts';

/**
 * Who may read a document by its own words: groups in lower case, sorted; empty means everyone. Where the words contradict
 * each other the narrower reading counts, and where they can't be understood nobody is let in.
 */
export function readAudience(values: ReadonlyMap<string, FieldValue>, notes: string[]): readonly string[] {
  const entries = findFields(values, 'audience');
  const limits = findFields(values, 'readers');
  const said = entries.length === 0 ? [readMisspelt(values, notes)] : entries.map((entry) => readGroups(entry, notes));
  const limited = limits.map((entry) => readGroups(entry, notes));
  for (const [at, { key }] of limits.entries())
    if (isUnderstood(limited[at]) && said.every((each) => each.length === 0))
      notes.push(`"${key}" is read as who may read it`);
  const all = [...said, ...limited].filter((audience) => audience.length > 0);
  const audience = all.reduce(narrowAudience, []);
  if (new Set(all.map((each) => each.join())).size > 1 && isUnderstood(audience)) {
    const keys = [...entries, ...limits].map(({ key }) => `"${key}"`).join(' and ');
    notes.push(`${keys} name different readers: only who is among all of them may read it`);
  }
  return audience;
}

function isUnderstood(audience: readonly string[] | undefined): boolean {
  return audience !== undefined && audience.length > 0 && !audience.includes(unknownReaders);
}

function readMisspelt(values: ReadonlyMap<string, FieldValue>, notes: string[]): readonly string[] {
  const near = [...values.values()].find(({ key }) => distance(normaliseKey(key), 'audience') <= 2);
  if (near === undefined) return [];
  notes.push(
    `"${near.key}" looks like "audience": until it is spelt so, the document counts as restricted to unknown readers`,
  );
  return [unknownReaders];
}

function readGroups(entry: FieldValue, notes: string[]): readonly string[] {
  const words = listOf(entry.value).map((word) =>
    word
      .toLowerCase()
      .replace(/\s+/g, ' ')
      .replace(/ only$/, ''),
  );
  if (words.length === 0 || entry.repeated) {
    notes.push(
      `"${entry.key}" does not say who may read it: until it does, the document counts as restricted to unknown readers`,
    );
    return [unknownReaders];
  }
  if (words.some((word) => noReaders.has(normaliseKey(word)))) {
    notes.push(`"${entry.key}" excludes everyone: nobody gets answers from this document`);
    return [nobody];
  }
  const groups = words.filter((word) => !allReaders.has(normaliseKey(word)));
  if (groups.length > 0 && groups.length < words.length) {
    notes.push(
      `"${entry.key}" names everyone together with ${groups.join(', ')}: only ${groups.join(', ')} may read it`,
    );
  }
  return [...new Set(groups)].sort();
}

const allReaders = new Set([
  'everyone',
  'everybody',
  'all',
  'allemployees',
  'allstaff',
  'public',
  'company',
  'companywide',
  'internal',
  'unrestricted',
]);

const noReaders = new Set(['nobody', 'none', 'noone']);
