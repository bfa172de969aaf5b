import { limitsOf, passes } from '../applicability/limits.ts';
import { linkTo } from '../document-link.ts';
import type { FilterTerm, Viewer } from '../domain.ts';
import type { Message } from '../models/model.ts';
import type { DocumentRecords } from '../records/records.ts';
import type { SearchResultBlock } from '../tools/tool.ts';
import { isPassageSource, isToolSource, passageIdOf, type StoredPassage } from './clauses.ts';
import type { FoundSource } from './loop-context.ts';

/**
 * What the records hold of passages now, by passage id; one they don't hold is absent. What the viewer may not read, and
 * what a filter limits to others, is not usable.
 */
export async function loadStored(
  documents: DocumentRecords,
  passageIds: readonly string[],
  viewer: Viewer,
  filter: readonly FilterTerm[] = [],
): Promise<Map<string, StoredPassage>> {
  const passages = await documents.passages([...new Set(passageIds)]);
  const versionIds = [...new Set([...passages.values()].map(versionId))];
  const [versions, usable, readable] = await Promise.all([
    documents.versions(versionIds),
    documents.usable(versionIds, viewer.on),
    documents.readable(versionIds, viewer.audienceKeys),
  ]);
  const stored = new Map<string, StoredPassage>();
  for (const [id, passage] of passages) {
    const version = versions.get(versionId(passage));
    if (version === undefined) continue;
    const isFor = passes(limitsOf(version.metadata), filter);
    stored.set(id, { passage, version, usable: usable.has(version.id) && readable.has(version.id) && isFor });
  }
  return stored;
}

/** The documents that passages stand in, each once, in the order of the passages. */
export async function sourcesOf(
  documents: DocumentRecords,
  passageIds: readonly string[],
  viewer: Viewer,
): Promise<FoundSource[]> {
  const stored = await loadStored(documents, passageIds, viewer);
  const versions = passageIds.flatMap((id) => {
    const found = stored.get(id);
    return found?.usable === true ? [found.version] : [];
  });
  const distinct = new Map(
    versions.map(({ id, metadata }) => {
      const url = linkTo(metadata);
      return [id, { title: metadata.title, ...(url && { url }) }];
    }),
  );
  return [...distinct.values()];
}

/** All search results of a request, in the order that citations count them. */
export function searchResultsIn(messages: readonly Message[]): SearchResultBlock[] {
  return messages
    .flatMap(({ content }) => content)
    .flatMap((block) => (block.type === 'tool_result' ? block.content : []))
    .filter((item) => item.type === 'search_result');
}

/**
 * Sources of tool results in these messages, each to the tool that returned it. A source names its tool
 * (`tool://name#…`), so that none can speak for another.
 */
export function toolResultsIn(messages: readonly Message[]): Map<string, string> {
  const blocks = messages.flatMap(({ content }) => content);
  const names = new Map(
    blocks.flatMap((block) => (block.type === 'tool_use' ? [[block.id, block.name] as const] : [])),
  );
  return new Map(
    blocks.flatMap((block) => {
      const name = block.type === 'tool_result' && block.is_error !== true ? names.get(block.tool_use_id) : undefined;
      if (block.type !== 'tool_result' || name === undefined) return [];
      const sources = block.content.flatMap((item) => (item.type === 'search_result' ? [item.source] : []));
      const own = sources.filter((source) => isToolSource(source) && source.startsWith(`tool://${name}#`));
      return own.map((source) => [source, name] as const);
    }),
  );
}

/** Ids of the passages in these messages, each once. */
export function retrievedIds(messages: readonly Message[]): string[] {
  const sources = searchResultsIn(messages).map(({ source }) => source);
  return [...new Set(sources.filter(isPassageSource).map(passageIdOf))];
}

function versionId({ document, version }: StoredPassage['passage']): string {
  return `${document}@${version}`;
}
