import { linkTo } from '../document-link.ts';
import type { DocumentMetadata } from '../domain.ts';

/** Something that a document says of itself, before and after; absent where it says nothing. */
export interface MetadataChange {
  /** As people call it. */
  readonly field: string;
  readonly before?: string;
  readonly after?: string;
}

type Field = { readonly name: string; readonly read: (metadata: DocumentMetadata) => string | undefined };

/** Who may read it and whom it applies to first, then its days, then the rest. */
const fields: readonly Field[] = [
  { name: 'may be read by', read: ({ audience }) => audience.join(', ') || 'everyone' },
  { name: 'applies in', read: ({ country }) => country.join(', ') || 'all countries' },
  { name: 'applies to companies', read: ({ entity }) => entity?.join(', ') || undefined },
  { name: 'applies to contracts', read: ({ employment }) => employment?.join(', ') || undefined },
  { name: 'in force from', read: ({ effectiveFrom }) => effectiveFrom },
  { name: 'in force until', read: ({ effectiveTo }) => effectiveTo },
  { name: 'review on', read: ({ reviewDate }) => reviewDate },
  { name: 'owner', read: ({ owner }) => owner },
  { name: 'status', read: ({ status }) => status },
  { name: 'replaces', read: ({ supersedes }) => supersedes },
  { name: 'replaced by', read: ({ supersededBy }) => supersededBy },
  { name: 'title', read: ({ title }) => title },
  { name: 'kind', read: ({ type }) => type },
  { name: 'author', read: ({ author }) => author },
  { name: 'tags', read: ({ tags }) => tags.join(', ') || undefined },
  // Where a repository's commit stands in it, each version has another.
  { name: 'address', read: ({ url }) => linkTo({ url })?.replace(/\b[0-9a-f]{40,64}\b/g, '…') },
  { name: 'updated', read: ({ updated }) => updated },
];

/** What two versions say differently of themselves, the most important first. */
export function compareMetadata(before: DocumentMetadata, after: DocumentMetadata): MetadataChange[] {
  return fields.flatMap(({ name, read }): MetadataChange[] => {
    const [old, now] = [read(before), read(after)];
    if (old === now) return [];
    return [{ field: name, ...(old !== undefined && { before: old }), ...(now !== undefined && { after: now }) }];
  });
}
