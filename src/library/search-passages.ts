import type { Records } from '../records/records.ts';
import { wordsFor } from './also-searched.ts';
import { fuse } from './fusion.ts';
import type { Glossary } from './glossary.ts';
import type { KeywordResult } from './keyword-database.ts';
import type { KeywordShelf } from './keyword-shelf.ts';
import type { SearchOutcome, SearchQuery } from './library.ts';
import { narrow, preferSpecific } from './narrowing.ts';
import type { DensePassage } from './nearest-windows.ts';
import { readHits } from './read-hits.ts';
import { shelfKeys } from './shelf-key.ts';
import { raiseByTitle } from './title-evidence.ts';

interface Deps {
  readonly records: Records;
  readonly keywords: Pick<KeywordShelf, 'search' | 'resolve'>;
  /** Of the normalised cosine, beside a keyword score of at most 1. */
  readonly weight: number;
  readonly glossary?: Glossary | undefined;
  /** The passages nearest to the question, among these versions if given; undefined if vectors can't be asked. */
  findNearest(
    versionIds: readonly string[] | undefined,
    audienceKeys: readonly string[],
  ): Promise<readonly DensePassage[] | undefined>;
}

// A signal this weak is worth something beside keywords only: its nearest passages to nonsense say nothing.
const standsAloneFrom = 0.5;
const maxRounds = 5;

/** One search under the asker's audience sets and day: two lists, what may not answer taken out, fused. */
export async function searchPassages(deps: Deps, query: SearchQuery): Promise<SearchOutcome> {
  const { records, keywords } = deps;
  const { documents } = records;
  query.signal?.throwIfAborted();
  const { text, audienceKeys: readers, limit } = query;
  if (text.trim() === '' || readers.length === 0 || limit < 1) return nothing;
  const scope = await scopeOf(documents, query);
  const { only, audienceKeys } = scope;
  if (only?.length === 0) return nothing;
  const nearest = deps.findNearest(only, audienceKeys);
  // Whoever awaits it last sees its failure; until then it must not count as unhandled.
  nearest.catch(() => undefined);
  const without = new Set(await scope.outside());
  const synonyms = deps.glossary?.synonyms(text, query.filter) ?? [];
  const ask = () => keywords.search({ text, synonyms, audienceKeys, without: [...without], only });
  let found = await ask();
  const dense = await resolveNearest(deps, await nearest, found, audienceKeys);

  // A version replaced since the index was asked is gone while its successor wasn't seen yet: ask again without it.
  let usable = new Set<string>();
  for (let round = 1; round <= maxRounds; round += 1) {
    const candidates = [...new Set([...found.hits, ...dense.hits].map((hit) => hit.version))];
    usable = await scope.inside(candidates);
    const dropped = candidates.filter((version) => !usable.has(version) && !without.has(version));
    if (dropped.length === 0) break;
    for (const version of dropped) without.add(version);
    found = await ask();
  }
  const usableHits = found.hits.filter((hit) => usable.has(hit.version));
  const usableDense = dense.hits.filter((hit) => usable.has(hit.version));
  const fused = fuse(
    usableHits.map((hit) => ({ passage: passageId(hit), score: hit.score })),
    usableDense.map((hit) => ({ passage: passageId(hit), score: hit.cosine })),
    deps.weight,
  );
  const titles = new Map([...usableHits, ...usableDense].map((hit) => [passageId(hit), hit.title]));
  const ranked = raiseByTitle(fused, (passage) => titles.get(passage));
  const hits = preferSpecific(await readHits(records, ranked, limit), query.filter);
  const texts = hits.map(
    ({ passage, version }) => `${version.metadata.title} ${passage.headings.join(' ')} ${passage.text}`,
  );
  const best = usableHits.reduce((most, hit) => Math.max(most, hit.bm25), 0);
  return {
    hits,
    alsoSearched: hits.length === 0 ? [] : [...found.synonyms, ...wordsFor(found.mended, texts)],
    coverage: found.idfSum > 0 ? best / found.idfSum : 0,
    rarity: found.weights,
    passages: found.passages,
    usedVectors: dense.used,
  };
}

const nothing: SearchOutcome = { hits: [], coverage: 0, rarity: new Map(), passages: 0, usedVectors: false };

interface Scope {
  /** With the archives that have to be asked too. */
  readonly audienceKeys: readonly string[];
  /** If given, only these versions may come back. */
  readonly only: readonly string[] | undefined;
  /** Versions in those sets that may not answer. */
  outside(): Promise<readonly string[]>;
  /** Those that may answer. */
  inside(versionIds: readonly string[]): Promise<Set<string>>;
}

async function scopeOf(documents: Records['documents'], query: SearchQuery): Promise<Scope> {
  const { on, filter } = query;
  const archive = await documents.needsArchive(on);
  const audienceKeys = shelfKeys(query.audienceKeys, archive);
  const { only: matching, excluded } = await narrow(documents, filter, archive);
  const within = (ids: readonly string[]) => ids.filter((id) => !excluded.has(id));
  const readable = async (ids: readonly string[]) => await documents.readable(ids, query.audienceKeys);
  if (query.upcoming) {
    const upcoming = new Set(await documents.upcoming(on));
    const only = matching === undefined ? [...upcoming] : matching.filter((id) => upcoming.has(id));
    return {
      audienceKeys,
      only: only && within(only),
      outside: async () => [],
      inside: (ids) => readable(within(ids)),
    };
  }
  return {
    audienceKeys,
    only: matching,
    outside: async () => [...(await documents.notInForce(on)), ...excluded],
    inside: async (ids) => readable(within([...(await documents.usable(ids, on))])),
  };
}

/** Passages of versions that the asked audience sets don't hold, by our own index, do not come back. */
async function resolveNearest(
  { keywords, weight }: Deps,
  nearest: readonly DensePassage[] | undefined,
  found: KeywordResult,
  audienceKeys: readonly string[],
): Promise<{ used: boolean; hits: (DensePassage & { title: string })[] }> {
  if (nearest === undefined) return { used: false, hits: [] };
  if (found.knownTokens === 0 && weight < standsAloneFrom) return { used: true, hits: [] };
  const versions = await keywords.resolve([...new Set(nearest.map((hit) => hit.version))], audienceKeys);
  const hits = nearest.flatMap((hit) => {
    const found = versions.get(hit.version);
    return found === undefined ? [] : { ...hit, ...found };
  });
  return { used: true, hits };
}

function passageId({ version, n }: { readonly version: string; readonly n: number }): string {
  return `${version}#${n}`;
}
