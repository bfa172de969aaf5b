import { audienceKey, everyone } from '../../src/audience.ts';
import type { Passage, Version, Viewer } from '../../src/domain.ts';
import type { Library, SearchQuery } from '../../src/library/library.ts';
import type { DocumentRecords } from '../../src/records/records.ts';
import { splitSentences } from '../../src/sentences.ts';

export interface SmallDocument {
  readonly id: string;
  readonly title: string;
  readonly number?: number;
  readonly country?: readonly string[];
  readonly audience?: readonly string[];
  readonly url?: string;
  readonly effectiveFrom?: string;
  readonly sections: readonly { readonly heading: string; readonly text: string; readonly lead?: string }[];
}

export const viewer: Viewer = { audienceKeys: [everyone], on: '2026-06-01' };

export const germanLeave: SmallDocument = {
  id: 'handbook/leave-de.md',
  title: 'Leave in Germany',
  country: ['DE'],
  url: 'https://handbook.example/leave-de',
  effectiveFrom: '2026-01-01',
  sections: [
    {
      heading: 'Annual leave',
      text: 'Full-time employees receive 20 days of paid leave a year. Leave accrues monthly from the first day.',
    },
    {
      heading: 'Requesting leave',
      text: 'Requests must be submitted at least two weeks ahead. The manager answers within three days.',
    },
    {
      heading: 'Carry-over',
      text: 'Up to 5 unused days may be carried over into the next year. They expire on 31 March.',
    },
  ],
};

export const americanLeave: SmallDocument = {
  id: 'handbook/leave-us.md',
  title: 'Leave in the US',
  country: ['US'],
  sections: [
    { heading: 'Time off', text: 'Full-time employees receive 15 days of paid leave a year.' },
    { heading: 'Carry-over', text: 'Unused days cannot be carried over. They are paid out in January.' },
  ],
};

export const managersOnly: SmallDocument = {
  id: 'handbook/bonus.md',
  title: 'Bonus plan',
  audience: ['managers'],
  sections: [{ heading: 'Amount', text: 'The bonus of a manager is 12 percent of the yearly salary.' }],
};

/** Documents as the records and the library would hold them, without a store: search counts shared words. */
export function createHandbook(documents: readonly SmallDocument[] = [germanLeave, americanLeave, managersOnly]) {
  const versions = new Map<string, Version>();
  const passages = new Map<string, Passage>();
  const outdated = new Set<string>();
  const searches: SearchQuery[] = [];
  for (const document of documents) {
    const version = toVersion(document);
    versions.set(version.id, version);
    for (const passage of toPassages(document, version)) passages.set(passage.id, passage);
  }
  const pick = <T>(all: ReadonlyMap<string, T>, ids: readonly string[]) =>
    new Map(ids.flatMap((id) => (all.has(id) ? [[id, all.get(id) as T] as const] : [])));

  const records: Pick<
    DocumentRecords,
    'passages' | 'versions' | 'usable' | 'readable' | 'needsArchive' | 'matching' | 'passagesOf'
  > = {
    passages: async (ids) => pick(passages, ids),
    versions: async (ids) => pick(versions, ids),
    usable: async (ids) => new Set(ids.filter((id) => versions.has(id) && !outdated.has(id))),
    readable: async (ids, keys) => new Set(ids.filter((id) => keys.includes(versions.get(id)?.audienceKey ?? ''))),
    needsArchive: async () => false,
    matching: async (filter) =>
      [...versions.values()]
        .filter((version) => filter.every(({ field, value }) => field !== 'document' || version.document === value))
        .map(({ id }) => id),
    passagesOf: async (id) => [...passages.values()].filter((passage) => versionOf(passage) === id),
  };
  const library: Pick<Library, 'search'> = {
    search: async (query) => {
      searches.push(query);
      query.signal?.throwIfAborted();
      const asked = wordsOf(query.text);
      const country = query.filter?.find(({ field }) => field === 'country')?.value;
      const hits = [...passages.values()].flatMap((passage) => {
        const version = versions.get(versionOf(passage));
        if (version === undefined || outdated.has(version.id)) return [];
        if (!query.audienceKeys.includes(version.audienceKey)) return [];
        const { metadata } = version;
        if (country !== undefined && metadata.country.length > 0 && !metadata.country.includes(country)) return [];
        const held = wordsOf(`${metadata.title} ${passage.headings.join(' ')} ${passage.text}`);
        const score = [...asked].filter((word) => held.has(word)).length;
        return score > 0 ? [{ passage, version, score }] : [];
      });
      hits.sort((a, b) => b.score - a.score);
      return { hits: hits.slice(0, query.limit), coverage: 1, rarity: new Map(), passages: 0, usedVectors: false };
    },
  };
  return {
    documents: records as DocumentRecords,
    library: library as Library,
    versions,
    passages,
    searches,
    /** Makes a version answer no more. */
    retire: (versionId: string) => outdated.add(versionId),
  };
}

export function toVersion(document: SmallDocument): Version {
  const { id, title, number = 1, country = [], audience = [], url, effectiveFrom } = document;
  return {
    id: `${id}@${number}`,
    document: id,
    number,
    source: 'handbook',
    path: id.replace('handbook/', ''),
    metadata: { title, country, audience, tags: [], status: 'active', url, effectiveFrom },
    audienceKey: audienceKey(audience),
  };
}

export function toPassages({ sections }: SmallDocument, version: Version): Passage[] {
  return sections.map(({ heading, text, lead }, n) => ({
    id: `${version.id}#${n}`,
    document: version.document,
    version: version.number,
    n,
    headings: [heading],
    lead,
    sentences: splitSentences(text),
    text,
    start: n * 1000,
    end: n * 1000 + text.length,
  }));
}

function versionOf({ document, version }: Passage): string {
  return `${document}@${version}`;
}

function wordsOf(text: string): Set<string> {
  return new Set((text.toLowerCase().match(/[a-z0-9]{3,}/g) ?? []).map((word) => word.replace(/s$/, '')));
}
