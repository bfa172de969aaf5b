/** A key as written, and its value: text, a list of texts, or a map. */
export type Field = readonly [key: string, value: unknown];

export interface FieldValue extends Readonly<{ key: string; value: unknown }> {
  /** The key was given again, in another spelling; the first value stands. */
  readonly repeated: boolean;
}

/** Keys as `normaliseKey` leaves them, the one that wins first. */
const synonyms = {
  title: ['title'],
  type: ['type', 'documenttype'],
  author: ['author', 'authors'],
  owner: ['owner', 'owners'],
  updated: ['updated', 'lastupdated', 'lastmodified', 'modified', 'date'],
  effectiveFrom: ['effective', 'effectivedate', 'effectivefrom', 'validfrom'],
  effectiveTo: ['effectiveto'],
  lastDay: ['expires', 'validuntil'],
  review: ['review', 'reviewdate', 'nextreview'],
  audience: ['audience', 'audiences'],
  /** Other words for who may read it: never taken to mean more than they say. */
  readers: [
    'readers',
    'readableby',
    'visibleto',
    'visibility',
    'access',
    'restrictedto',
    'confidentiality',
    'classification',
  ],
  country: [
    'country',
    'countries',
    'appliesto.country',
    'appliesto.countries',
    'appliesto.region',
    'appliesto.regions',
  ],
  /** Countries that it does not apply in. */
  notFor: ['appliesto.except', 'appliesto.exclude', 'appliesto.excludes', 'appliesto.notcountry'],
  entity: ['entity', 'entities', 'appliesto.entity', 'appliesto.entities', 'appliesto.company', 'appliesto.companies'],
  employment: [
    ...(['employment', 'employmenttype', 'appliesto.employment', 'appliesto.employmenttype'] as const),
    ...(['appliesto.contract', 'appliesto.contracttype'] as const),
  ],
  tags: ['tags', 'keywords', 'topics'],
  status: ['status'],
  supersedes: ['supersedes', 'replaces'],
  supersededBy: ['supersededby', 'replacedby'],
  url: ['url', 'link'],
} as const;

export type FieldName = keyof typeof synonyms;

const knownKeys = new Set<string>(Object.values(synonyms).flat());

/** Case, spaces, hyphens and underscores make no difference. */
export function normaliseKey(key: string): string {
  return key.toLowerCase().replace(/[\s_-]/g, '');
}

/** The fields by normalised key. */
export function collectFields(fields: readonly Field[], notes: string[]): ReadonlyMap<string, FieldValue> {
  const values = new Map<string, FieldValue>();
  for (const [key, value] of fields) {
    const name = normaliseKey(key);
    const first = values.get(name);
    if (first !== undefined && knownKeys.has(name))
      notes.push(`"${key}" is given more than once: the first one counts`);
    values.set(name, first === undefined ? { key, value, repeated: false } : { ...first, repeated: true });
  }
  return values;
}

/** The value of the first synonym that says something, else of the first that is there at all. */
export function findField(values: ReadonlyMap<string, FieldValue>, name: FieldName): FieldValue | undefined {
  const found = synonyms[name].map((key) => values.get(key)).filter((entry) => entry !== undefined);
  return found.find(({ value }) => textOf(value) !== undefined) ?? found[0];
}

/** The values of all synonyms that are there, the one that wins first. */
export function findFields(values: ReadonlyMap<string, FieldValue>, name: FieldName): FieldValue[] {
  return synonyms[name].flatMap((key) => values.get(key) ?? []);
}

/** One text as written; a list joined by commas; nothing for blanks, YAML's nulls and maps. */
export function textOf(value: unknown): string | undefined {
  const parts = clean(Array.isArray(value) ? value : [value]);
  return parts.length === 0 ? undefined : parts.join(', ');
}

/** A list as written, or one text taken apart at commas and semicolons. */
export function listOf(value: unknown): string[] {
  return clean(typeof value === 'string' ? value.split(/[,;]/) : Array.isArray(value) ? value : []);
}

function clean(items: readonly unknown[]): string[] {
  return items
    .filter((item) => typeof item === 'string')
    .map((item) => item.trim())
    .filter((item) => item !== '' && item !== '~' && item !== 'null');
}
