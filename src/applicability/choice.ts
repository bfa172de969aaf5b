import { otherCountry, readCountry } from '../countries/country-codes.ts';
import { countryLabel, describeCountries, list } from '../countries/describe-countries.ts';
import { findCountries } from '../countries/find-countries.ts';
import type { Choice } from '../domain.ts';
import type { Difference } from './difference.ts';
import { findEmployment, readEmployment } from './employment.ts';
import { entityLabel, findEntities, readEntity } from './entities.ts';
import type { LimitField } from './limits.ts';

const mostOptions = 5;
/** Of more countries than these, they are offered as one. */
const mostApart = 3;

/** The value of "another": a country, company or contract that no document is limited to. */
export const otherValue = otherCountry;

export interface AskedChoice {
  readonly choice: Choice;
  /** The one short question. */
  readonly text: string;
}

/** The question back where rules differ. The last option is always that it is another one. */
export function askToChoose({ field, groups }: Difference): AskedChoice {
  const separate = groups.flatMap((values) =>
    field === 'country' && values.length > mostApart ? [values] : values.map((value) => [value]),
  );
  const distinct = separate.filter((values, i) => separate.findIndex((other) => other.join() === values.join()) === i);
  const options = distinct
    .slice(0, mostOptions)
    .map((values) => ({ value: values.join(','), label: choiceLabel(field, values) }));
  const another = { value: otherValue, label: others[field] };
  const shown = options.map(({ label }) => (field === 'country' ? label : label));
  const open = options.length < 2 || distinct.length > mostOptions;
  const named = list([...shown, ...(open ? [another.label.toLowerCase()] : [])], 'or');
  return {
    choice: { field, options: [...options, another] },
    text: `This differs by ${nouns[field]}. Which one applies to you: ${named}?`,
  };
}

/** As it stands on a button or in a sentence. */
export function choiceLabel(field: LimitField, values: readonly string[]): string {
  if (values.length === 1 && values[0] === otherValue) return others[field];
  if (field === 'country')
    return values.length === 1 ? countryLabel(values[0] ?? '') : describeCountries([...values].sort(), 'or');
  return values.map((value) => (field === 'entity' ? entityLabel(value) : value)).join(' or ');
}

const nouns: Readonly<Record<LimitField, string>> = {
  country: 'country',
  entity: 'company',
  employment: 'kind of employment',
};
const others: Readonly<Record<LimitField, string>> = {
  country: 'Another country',
  entity: 'Another company',
  employment: 'Another kind of employment',
};

/** What a reply chooses, as a value or several; undefined where it is no answer to the question. */
export function readReply(reply: string, { field, options }: Choice): string | undefined {
  const text = reply
    .replace(/<@[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (text === '' || text.includes('?') || text.split(' ').length > longestReply) return undefined;
  const bare = text.replace(/^[\s"'“”]+|[\s.!"'“”]+$/gu, '');
  const option = options.find(({ value, label }) =>
    [value, label, label.replace(/^the /, '')].some((word) => same(word, bare)),
  );
  if (option !== undefined) return option.value;
  if (another.test(bare)) return otherValue;
  if (field === 'country') return readCountries(text, bare);
  const values = options.map(({ value }) => value).filter((value) => value !== otherValue);
  if (field === 'employment') {
    const found = findEmployment(text, values).map(({ value }) => value);
    return found.length > 0 ? [...new Set(found)].join(',') : values.find((value) => value === readEmployment(bare));
  }
  const found = findEntities(text, values);
  const meant = values.filter((value) => value.split(' ').includes(readEntity(bare)));
  return found.length > 0 ? found.join(',') : meant.length === 1 ? meant[0] : undefined;
}

const longestReply = 8;
const another =
  /^(?:(?:it['’]s |i['’]m in |in )?(?:an)?other(?: (?:one|country|company|kind(?: of employment)?))?|none(?: of (?:these|them|those))?|neither|keine?s?(?: davon)?|ein anderes(?: land)?|anderes|aucun|un autre(?: pays)?|ninguno|otro(?: país)?)$/iu;

function readCountries(text: string, bare: string): string | undefined {
  const found = [...new Set(findCountries(text).map(({ code }) => code))];
  if (found.length > 0) return found.join(',');
  // Two small letters are rather a word.
  const { code, known } = readCountry(bare);
  return known && !/^\p{Ll}{2}$/u.test(bare) ? code : undefined;
}

function same(a: string, b: string): boolean {
  return a.localeCompare(b, 'en', { sensitivity: 'base' }) === 0;
}
