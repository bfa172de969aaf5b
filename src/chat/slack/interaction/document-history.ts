import { versionFacts } from '../../../citation-facts.ts';
import type { Viewer } from '../../../domain.ts';
import type { DocumentRecords, FoundDocument, KeptVersion } from '../../../records/records.ts';
import { compareVersions } from '../../../versions/compare-versions.ts';
import { inForce } from '../../../versions/in-force.ts';

const mostDocuments = 10;
const mostVersions = 20;
const mostSections = 5;

/**
 * The versions of a document as people name it, one line each, in plain text, the newest first: those that this viewer
 * may read. Undefined where nothing that they may read has that name.
 */
export async function describeHistory(
  reference: string,
  { audienceKeys, on }: Viewer,
  documents: DocumentRecords,
): Promise<string | undefined> {
  const found = (await documents.findDocuments(reference)).filter(({ isRemoved }) => !isRemoved);
  const visible: { readonly document: FoundDocument; readonly versions: readonly KeptVersion[] }[] = [];
  for (const document of found.slice(0, mostDocuments)) {
    const kept = await documents.history(document.document);
    const readable = await documents.readable(
      kept.map(({ id }) => id),
      audienceKeys,
    );
    const versions = kept.filter(({ id }) => readable.has(id));
    if (versions.length > 0) visible.push({ document, versions });
  }
  const [first, ...others] = visible;
  if (first === undefined) return undefined;
  if (others.length > 0) {
    const names = visible.map(({ document: { title, path } }) => `• ${title} (${path})`);
    return ['Several documents have that name. Please ask for one by its path:', ...names].join('\n');
  }
  const lines: string[] = [];
  for (const [i, version] of first.versions.slice(0, mostVersions).entries())
    lines.push(`• ${await describe(version, first.versions[i + 1], on, documents)}`);
  return [`${first.document.title} (${first.document.path})`, ...lines].join('\n');
}

async function describe(
  version: KeptVersion,
  before: KeptVersion | undefined,
  on: string,
  documents: DocumentRecords,
): Promise<string> {
  const { since, until } = inForce(version);
  const isNever = version.validTo !== undefined && version.validTo <= (version.validFrom ?? '0001-01-01');
  const facts = versionFacts({
    ...{ document: version.document, version: version.number },
    ...(!isNever && since !== undefined && { effective: since }),
    ...(!isNever && until !== undefined && { until }),
    ...(since !== undefined && since > on && { isUpcoming: true }),
  });
  const told = isNever ? [...facts, 'never in force'] : facts;
  const changed = before === undefined ? [] : await changedSections(before, version, documents);
  return `${told.join(', ')}${changed.length === 0 ? '' : `; changed: ${changed.join(', ')}`}`;
}

async function changedSections(before: KeptVersion, now: KeptVersion, documents: DocumentRecords): Promise<string[]> {
  const [old, text] = [await documents.text(before.id), await documents.text(now.id)];
  if (old === undefined || text === undefined) return [];
  const { sections, metadata } = compareVersions(
    { metadata: before.metadata, text: old },
    { metadata: now.metadata, text },
  );
  const names = sections.map(({ before: was, after = was }) => after?.at(-1) ?? 'the beginning');
  const more = names.length > mostSections ? [`${names.length - mostSections} more`] : [];
  return [...names.slice(0, mostSections), ...more, ...metadata.map(({ field }) => field)];
}
