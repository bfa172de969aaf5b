import { BylawError } from '../errors.ts';
import type { FoundDocument, KeptVersion } from '../records/records.ts';
import type { SectionChange, VersionComparison } from '../versions/compare-versions.ts';
import { type Command, type ExitStatus, printJson } from './command.ts';
import { diffText } from './diff-text.ts';
import { pickDocument, pickVersion } from './pick-document.ts';
import { withApp } from './running-app.ts';
import { syncText } from './sync-text.ts';

export const diffCommand: Command = {
  name: 'diff',
  summary: 'Show what changed between two versions of a document, section by section.',
  usage: 'DOCUMENT [VERSION [VERSION]]',
  words: { min: 1, max: 3 },
  options: [],
  details: `VERSION is a number (1 or v1) or a day on which the version was in force. With one, it is compared with the newest; with
none, the newest with the one before. What the document says of itself comes first, then each section with the sentences that
changed: - before, + after. Changes of white space and of Markdown's markers are only mentioned.
Example: diff travel.md 1 2026-03-01
With --json: {document, title, before: {version, from?, until?}, after, metadata: [{field, before?, after?}], sections:
[{kind: "added"|"removed"|"changed"|"renamed", before?, after?, sentences: [{kind: "added"|"removed"|"changed", before?,
after?}]}], words: {added, removed}, cosmetic}; before and after of a section are its headings.`,
  run: async (context) =>
    withApp<ExitStatus>(context, async (app) => {
      await syncText(app, context);
      const { documents } = app.records;
      const [reference = '', ...names] = context.words;
      const document = await pickDocument(reference, documents);
      const versions = await documents.history(document.document);
      const [before, after] = pickTwo(document, versions, names);
      const [old, now] = [await documents.text(before.id), await documents.text(after.id)];
      if (old === undefined || now === undefined) {
        const lost = old === undefined ? before : after;
        const why = document.isRemoved ? 'not shown, since the document is gone from its source' : 'no longer kept';
        throw new BylawError('usage', `the text of version ${lost.number} of ${document.document} is ${why}`);
      }
      const { compareVersions } = await import('../versions/compare-versions.ts');
      const comparison = compareVersions(
        { metadata: before.metadata, text: old },
        { metadata: after.metadata, text: now },
      );
      if (context.json) printJson(context, toJson(document, before, after, comparison));
      else context.stdout.write(diffText({ document, before, after, comparison }, context.stdout.isTTY === true));
      return 0;
    }),
};

function pickTwo(
  { document }: FoundDocument,
  versions: readonly KeptVersion[],
  [first, second]: readonly string[],
): readonly [KeptVersion, KeptVersion] {
  const [newest, previous] = versions;
  if (newest === undefined) throw new BylawError('usage', `${document} has no version that is kept`);
  if (first !== undefined)
    return [pickVersion(first, versions), second === undefined ? newest : pickVersion(second, versions)];
  if (previous === undefined) throw new BylawError('usage', `${document} has one version only, ${newest.number}`);
  return [previous, newest];
}

function toJson(
  { document, title }: FoundDocument,
  before: KeptVersion,
  after: KeptVersion,
  { metadata, sections, words, isCosmetic }: VersionComparison,
) {
  return {
    ...{ document, title },
    before: versionJson(before),
    after: versionJson(after),
    ...{ metadata, sections: sections.map(sectionJson), words, cosmetic: isCosmetic },
  };
}

function versionJson({ number, validFrom, validTo }: KeptVersion) {
  return {
    version: number,
    ...(validFrom === undefined ? {} : { from: validFrom }),
    ...(validTo === undefined ? {} : { until: validTo }),
  };
}

function sectionJson({ kind, before, after, sentences }: SectionChange) {
  return {
    kind,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    sentences: sentences
      .filter((change) => change.kind !== 'same')
      .map((change) => ({
        kind: change.kind,
        ...('before' in change ? { before: change.before.text } : {}),
        ...('after' in change ? { after: change.after.text } : {}),
      })),
  };
}
