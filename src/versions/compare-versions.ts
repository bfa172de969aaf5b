import type { DocumentMetadata } from '../domain.ts';
import { wordsOf } from './comparable.ts';
import { compareMetadata, type MetadataChange } from './compare-metadata.ts';
import { compareSentences, type SentenceChange } from './compare-sentences.ts';
import { matchSections } from './match-sections.ts';
import { type Section, sectionsOf } from './sections.ts';

export interface VersionContent {
  readonly metadata: DocumentMetadata;
  readonly text: string;
}

export interface VersionComparison {
  /** What the document says of itself, the most important first. */
  readonly metadata: readonly MetadataChange[];
  /** Sections that are not word for word the same, in the order of the later version. */
  readonly sections: readonly SectionChange[];
  readonly words: { readonly added: number; readonly removed: number };
  /** The text differs, but only in what nobody reads, such as white space and markers of Markdown. */
  readonly isCosmetic: boolean;
}

export interface SectionChange {
  /** `renamed` keeps its sentences under another heading, or in another place. */
  readonly kind: 'added' | 'removed' | 'changed' | 'renamed';
  /** Headings before and after; one of them is absent where the section is new or gone. */
  readonly before?: readonly string[];
  readonly after?: readonly string[];
  readonly sentences: readonly SentenceChange[];
}

/** What became of a document from one version to another, section by section. */
export function compareVersions(before: VersionContent, after: VersionContent): VersionComparison {
  const all = compareSections(before, after);
  const sections = all.filter(({ kind, sentences }) => kind !== 'changed' || sentences.some(isChange));
  const words = countWords(sections);
  return {
    metadata: compareMetadata(before.metadata, after.metadata),
    ...{ sections, words },
    isCosmetic: sections.length === 0 && before.text !== after.text,
  };
}

/** All sections, those that are the same among them as `changed` without a changed sentence. */
export function compareSections(before: VersionContent, after: VersionContent): SectionChange[] {
  const pairs = matchSections(read(before), read(after));
  return pairs.map((pair): SectionChange => {
    const sentences = compareSentences(pair.before?.sentences ?? [], pair.after?.sentences ?? []);
    if (pair.before === undefined) return { kind: 'added', after: pair.after?.headings ?? [], sentences };
    if (pair.after === undefined) return { kind: 'removed', before: pair.before.headings, sentences };
    const names = { before: pair.before.headings, after: pair.after.headings };
    const isRenamed = names.before.join('\n') !== names.after.join('\n') && !sentences.some(isChange);
    return { kind: isRenamed ? 'renamed' : 'changed', ...names, sentences };
  });
}

export function isChange({ kind }: SentenceChange): boolean {
  return kind !== 'same';
}

function read({ text, metadata }: VersionContent): Section[] {
  return sectionsOf(text, metadata.title);
}

function countWords(sections: readonly SectionChange[]): { added: number; removed: number } {
  const words = { added: 0, removed: 0 };
  for (const change of sections.flatMap(({ sentences }) => sentences)) {
    if (change.kind === 'added') words.added += wordsOf(change.after.key).length;
    if (change.kind === 'removed') words.removed += wordsOf(change.before.key).length;
    if (change.kind !== 'changed') continue;
    for (const { kind, text } of change.words) if (kind !== 'same') words[kind] += wordsOf(text).length;
  }
  return words;
}
