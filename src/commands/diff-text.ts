import { inOneLine } from '../one-line.ts';
import { printable } from '../printable.ts';
import type { FoundDocument, KeptVersion } from '../records/records.ts';
import type { SentenceChange, WordChange } from '../versions/compare-sentences.ts';
import type { SectionChange, VersionComparison } from '../versions/compare-versions.ts';
import { daysOf } from './pick-document.ts';

export interface VersionDiff {
  readonly document: FoundDocument;
  readonly before: KeptVersion;
  readonly after: KeptVersion;
  readonly comparison: VersionComparison;
}

/** A comparison for a terminal; in colour, words that changed stand out. */
export function diffText({ document, before, after, comparison }: VersionDiff, inColour: boolean): string {
  const paint = inColour ? colours : plain;
  const { metadata, sections, words, isCosmetic } = comparison;
  const head = [
    `${document.title}  (${document.document})`,
    `- version ${before.number}, ${daysOf(before)}`,
    `+ version ${after.number}, ${daysOf(after)}`,
  ];
  const facts = metadata.map(
    ({ field, before: old = 'not said', after: now = 'not said' }) =>
      `  ${field}: ${inOneLine(old)} → ${inOneLine(now)}`,
  );
  const blocks = [
    head.map(printable),
    ...(facts.length === 0 ? [] : [['What it says of itself', ...facts].map(printable)]),
    ...sections.map((section) => sectionLines(section, paint)),
    ...(sections.length > 0 ? [[`+${words.added} −${words.removed} words`]] : []),
    ...(isCosmetic ? [['The text differs only in white space or in markers of Markdown.']] : []),
    ...(sections.length === 0 && !isCosmetic
      ? [[facts.length === 0 ? 'Nothing differs.' : 'The text is the same.']]
      : []),
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

interface Paint {
  heading(text: string): string;
  removed(text: string): string;
  added(text: string): string;
  /** What changed within a line. */
  struck(text: string): string;
  marked(text: string): string;
}

const plain: Paint = {
  heading: (text) => text,
  removed: (text) => text,
  added: (text) => text,
  struck: (text) => text,
  marked: (text) => text,
};

const styled = (on: string, off: string) => (text: string) => `\u001b[${on}m${text}\u001b[${off}m`;
const colours: Paint = {
  heading: styled('1', '22'),
  removed: styled('31', '39'),
  added: styled('32', '39'),
  struck: styled('7', '27'),
  marked: styled('7', '27'),
};

function sectionLines({ kind, before, after, sentences }: SectionChange, paint: Paint): string[] {
  const [old, now] = [before, after].map((path) => (path === undefined ? undefined : nameOf(path)));
  const isMoved = old !== undefined && now !== undefined && old !== now;
  const name = isMoved ? `${old} → ${now}` : (now ?? old ?? '');
  const how = kind === 'changed' && isMoved ? 'changed, under another heading' : words[kind];
  return [paint.heading(printable(`${name} (${how})`)), ...sentences.flatMap((change) => sentenceLines(change, paint))];
}

const words: Readonly<Record<SectionChange['kind'], string>> = {
  added: 'new',
  removed: 'gone',
  changed: 'changed',
  renamed: 'under another heading, otherwise the same',
};

function nameOf(headings: readonly string[]): string {
  return headings.length === 0 ? 'Before the first heading' : headings.join(' › ');
}

function sentenceLines(change: SentenceChange, paint: Paint): string[] {
  switch (change.kind) {
    case 'same':
      return [];
    case 'removed':
      return [paint.removed(`- ${shown(change.before.text)}`)];
    case 'added':
      return [paint.added(`+ ${shown(change.after.text)}`)];
    case 'changed':
      return [
        paint.removed(`- ${joined(change.words, 'removed', paint.struck)}`),
        paint.added(`+ ${joined(change.words, 'added', paint.marked)}`),
      ];
  }
}

function joined(changes: readonly WordChange[], kind: 'removed' | 'added', mark: (text: string) => string): string {
  return changes
    .filter((change) => change.kind === 'same' || change.kind === kind)
    .map((change) => (change.kind === kind ? mark(shown(change.text, false)) : shown(change.text, false)))
    .join('');
}

function shown(text: string, trimmed = true): string {
  const line = printable(text).replace(/\s+/g, ' ');
  return trimmed ? line.trim() : line;
}
