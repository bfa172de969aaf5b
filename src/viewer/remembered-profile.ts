import { findEmployment } from '../applicability/employment.ts';
import { entityLabel } from '../applicability/entities.ts';
import { countryLabel } from '../countries/describe-countries.ts';
import { findCountries } from '../countries/find-countries.ts';
import type { Profile } from '../domain.ts';
import type { MemoryRecords } from '../records/records.ts';
import type { FindProfile } from './profiles.ts';
import { readProfile } from './read-profile.ts';

/** The file, in what is remembered of a person, that what they chose is kept in. */
export const profileFile = 'profile.md';

const labels = { country: 'Country', entity: 'Company', employment: 'Employment' } as const;
const fields = ['country', 'entity', 'employment'] as const;

/**
 * What a person asked to be remembered of where and how they work: lines such as `Country: Germany`, and plain sentences
 * such as "I work in Germany". What contradicts itself counts as not known.
 */
export function createRememberedProfile(memories: MemoryRecords): FindProfile {
  return async ({ person }) => {
    const files = await memories.list(person);
    const texts = await Promise.all(
      files.map(async ({ path }) => ({ path, text: (await memories.read(person, path)) ?? '' })),
    );
    const own = readRemembered(texts.filter(({ path }) => path === profileFile).map(({ text }) => text));
    return { ...readRemembered(texts.filter(({ path }) => path !== profileFile).map(({ text }) => text)), ...own };
  };
}

/** Keeps it as a line of its own, in the place of what was kept before. */
export async function rememberProfile(
  memories: MemoryRecords,
  person: string,
  profile: Profile,
  now: number,
): Promise<void> {
  let text = ((await memories.read(person, profileFile)) ?? '').trimEnd();
  for (const field of fields) {
    const value = profile[field];
    if (value === undefined) continue;
    const line = `${labels[field]}: ${shown(field, value)}`;
    const old = new RegExp(`^${labels[field]}:.*$`, 'm');
    text = old.test(text) ? text.replace(old, () => line) : `${text}${text === '' ? '' : '\n'}${line}`;
  }
  await memories.write(person, profileFile, `${text}\n`, now);
}

function shown(field: keyof Profile, value: string): string {
  if (field === 'country') return countryLabel(value).replace(/^the /, '');
  return field === 'entity' ? entityLabel(value) : value;
}

export function readRemembered(texts: readonly string[]): Profile {
  const lines = texts.flatMap((text) => text.split('\n'));
  const found = { country: new Set<string>(), entity: new Set<string>(), employment: new Set<string>() };
  for (const line of lines) {
    const said = readLine(line);
    for (const field of fields) if (said[field] !== undefined) found[field].add(said[field]);
  }
  const only = (values: ReadonlySet<string>) => (values.size === 1 ? [...values][0] : undefined);
  const [country, entity, employment] = fields.map((field) => only(found[field]));
  return { ...(country && { country }), ...(entity && { entity }), ...(employment && { employment }) };
}

const named =
  /^[\s>*_-]*(?:(?:my|user['’]?s?|person['’]?s?)\s+)?(?<field>country|land|location|company|entity|employer|employment(?: type)?|contract(?: type)?)[*_]*\s*(?::|=|\bis\b)\s*[*_]*(?<value>[^*_]+?)[\s.*_]*$/iu;

function readLine(line: string): Profile {
  const { field = '', value = '' } = named.exec(line)?.groups ?? {};
  const word = field.toLowerCase();
  if (/^(?:country|land|location)$/.test(word)) return readProfile({ country: value }).profile;
  if (/^(?:company|entity|employer)$/.test(word)) return readProfile({ entity: value }).profile;
  if (word !== '') return readProfile({ employment: value }).profile;
  return readSentence(line);
}

/** A model writes of "the user", "they" or nobody: "Works in Germany." */
function readSentence(line: string): Profile {
  const own = line
    .replace(/^[\s>*-]+/, '')
    .replace(/^(?:(?:the )?(?:user|person|asker|employee)|they|he|she)\s+(?=\p{L})/iu, '')
    .replace(/^(?:works?|is working|working)\b/i, 'I work')
    .replace(/^(?:lives?|is living|living)\b/i, 'I live')
    .replace(/^(?:is|are|based|located|employed)\b/i, (word) => (/^(?:is|are)$/i.test(word) ? 'I am' : `I am ${word}`));
  const places = new Set(findCountries(own).flatMap(({ code, kind }) => (kind === 'self' ? [code] : [])));
  const kinds = new Set(findEmployment(own).flatMap(({ value, isSelf }) => (isSelf ? [value] : [])));
  return {
    ...(places.size === 1 && { country: [...places][0] }),
    ...(kinds.size === 1 && { employment: [...kinds][0] }),
  };
}
