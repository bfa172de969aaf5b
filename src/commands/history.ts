import { printable } from '../printable.ts';
import type { DocumentRecords, FoundDocument, KeptVersion } from '../records/records.ts';
import type { VersionComparison } from '../versions/compare-versions.ts';
import { type Command, type CommandContext, type ExitStatus, printJson } from './command.ts';
import { columnsOf, excerpt, moment, plural, wrapped } from './listing.ts';
import { daysOf, pickDocument } from './pick-document.ts';
import { withApp } from './running-app.ts';
import { syncText } from './sync-text.ts';

export const historyCommand: Command = {
  name: 'history',
  summary: 'List the versions of a document: when each was in force, who changed it, and what.',
  usage: 'DOCUMENT',
  words: { min: 1, max: 1 },
  options: [],
  details: `DOCUMENT is a path, a file name, a title or a part of them. Changed documents are read first. In force are days as the
document states them, else from when it was changed or first read. Example: history travel.md
With --json: {document, title, path, removedAt?, versions: [{version, state, from?, until?, seenOn?, changedOn?, changedBy?,
revision?, contentHash?, change?: {sections: {added, removed, changed, renamed}, words: {added, removed}, metadata: [field],
cosmetic}}]}, the newest first; until is the first day no longer in force, and change is against the version before.`,
  run: async (context) =>
    withApp<ExitStatus>(context, async (app) => {
      await syncText(app, context);
      const { documents } = app.records;
      const document = await pickDocument(context.words[0] ?? '', documents);
      const versions = await documents.history(document.document);
      const changes = await changesBetween(versions, documents);
      if (context.json) printJson(context, toJson(document, versions, changes));
      else context.stdout.write(printable(toTable(document, versions, changes, context)));
      return 0;
    }),
};

/** By version; absent for the first, and where a text is no longer kept. */
type Changes = ReadonlyMap<string, VersionComparison>;

async function changesBetween(versions: readonly KeptVersion[], documents: DocumentRecords): Promise<Changes> {
  const { compareVersions } = await import('../versions/compare-versions.ts');
  const texts = new Map<string, string | undefined>();
  for (const { id } of versions) texts.set(id, await documents.text(id));
  const changes = new Map<string, VersionComparison>();
  for (const [i, version] of versions.entries()) {
    const before = versions[i + 1];
    const [old, now] = [before && texts.get(before.id), texts.get(version.id)];
    if (before === undefined || old === undefined || now === undefined) continue;
    const earlier = { metadata: before.metadata, text: old };
    changes.set(version.id, compareVersions(earlier, { metadata: version.metadata, text: now }));
  }
  return changes;
}

/** Of the last column beside the others. */
const leastWidth = 28;
const mostValue = 40;

function toTable(
  { title, document, isRemoved }: FoundDocument,
  versions: readonly KeptVersion[],
  changes: Changes,
  context: CommandContext,
): string {
  const removedAt = isRemoved ? versions[0]?.removedAt : undefined;
  const seenGone = removedAt === undefined ? undefined : moment(removedAt, context.config.timezone);
  const gone = seenGone?.slice(0, 10);
  const rows = versions.map((version) => [
    String(version.number),
    daysOf(version, gone),
    version.seenOn ?? '',
    version.changed?.by ?? '',
    whatChanged(version, changes, isRemoved),
  ]);
  const heads = ['Version', 'In force', 'First read', 'Changed by', 'What changed'];
  const shown = heads.map((_, at) => at < 3 || rows.some((row) => row[at] !== ''));
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) => {
    const kept = cells.flatMap((cell, at) => (shown[at] ? [{ cell, width: widths[at] ?? 0 }] : []));
    const lead = kept.slice(0, -1).map(({ cell, width }) => cell.padEnd(width + 2));
    return { lead: lead.join(''), last: kept.at(-1)?.cell ?? '' };
  };
  const columns = columnsOf(context);
  const lines = [heads, ...rows].map((cells) => {
    const { lead, last } = line(cells);
    // On a narrow terminal the last column goes below the others.
    if (lead.length > columns - leastWidth) return `${lead.trimEnd()}\n${wrapped(last, columns, { first: '    ' })}`;
    return wrapped(last, columns, { first: lead, rest: ' '.repeat(lead.length) });
  });
  const notice = seenGone === undefined ? '' : `Gone from its source since ${seenGone}.\n`;
  return `${title}  (${document})\n${notice}\n${lines.join('')}`;
}

function whatChanged(version: KeptVersion, changes: Changes, isRemoved: boolean): string {
  const change = changes.get(version.id);
  if (change === undefined) {
    if (version.replaces === undefined) return 'first version';
    return isRemoved ? 'not shown, since the document is gone' : 'its text is no longer kept';
  }
  const { sections, words, metadata, isCosmetic } = change;
  const count = (kind: string) => sections.filter((section) => section.kind === kind).length;
  const parts = (['added', 'removed', 'changed', 'renamed'] as const).flatMap((kind) =>
    count(kind) === 0 ? [] : [`${plural(count(kind), 'section')} ${kind}`],
  );
  const counted = words.added + words.removed === 0 ? [] : [`+${words.added} −${words.removed} words`];
  const facts = metadata.map(
    ({ field, after }) => `${field} ${after === undefined ? 'not said' : excerpt(after, mostValue)}`,
  );
  const told = [...parts, ...counted, ...facts];
  if (told.length > 0) return told.join(', ');
  return isCosmetic ? 'only white space or markers' : 'nothing that is read';
}

function toJson({ document, title, path }: FoundDocument, versions: readonly KeptVersion[], changes: Changes) {
  const removedAt = versions[0]?.removedAt;
  return {
    ...{ document, title, path },
    ...(removedAt === undefined ? {} : { removedAt: new Date(removedAt).toISOString() }),
    versions: versions.map(({ id, number, state, validFrom, validTo, seenOn, changed, contentHash }) => ({
      ...{ version: number, state },
      ...(validFrom === undefined ? {} : { from: validFrom }),
      ...(validTo === undefined ? {} : { until: validTo }),
      ...(seenOn === undefined ? {} : { seenOn }),
      ...(changed === undefined ? {} : { changedOn: changed.on }),
      ...(changed?.by === undefined ? {} : { changedBy: changed.by }),
      ...(changed?.revision === undefined ? {} : { revision: changed.revision }),
      ...(contentHash === undefined ? {} : { contentHash }),
      ...changeJson(changes.get(id)),
    })),
  };
}

function changeJson(change: VersionComparison | undefined) {
  if (change === undefined) return {};
  const count = (kind: string) => change.sections.filter((section) => section.kind === kind).length;
  const sections = {
    added: count('added'),
    removed: count('removed'),
    changed: count('changed'),
    renamed: count('renamed'),
  };
  const metadata = change.metadata.map(({ field }) => field);
  return { change: { sections, words: change.words, metadata, cosmetic: change.isCosmetic } };
}
