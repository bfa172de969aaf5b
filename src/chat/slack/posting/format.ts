import type { Answer, Citation, ClosePassage } from '../../../domain.ts';
import { escapeMarkdown } from './markdown.ts';
import { splitText } from './split.ts';
import { escapeInline } from './text.ts';

/** One message of an answer: at most three texts of Markdown, at most 11,500 characters together. */
export type SlackPart = readonly string[];

// Slack refuses more than about 13,200 characters of blocks, and 12,000 in one of them.
const maxPart = 11_500;
const closestShown = 3;
const excerptChars = 240;

/** The messages that show an answer, sources on the last. At least one. */
export function formatAnswer(answer: Answer, unreadFiles: readonly string[]): SlackPart[] {
  const tail = [sources(answer.citations), closest(answer), notes(answer, unreadFiles)].filter((text) => text !== '');
  const parts: string[][] = splitText(escapeMarkdown(answer.text), maxPart).map((piece) => [piece]);
  // The sources and what follows them stay together if one message holds them.
  const together = joined(tail).length <= maxPart ? [joined(tail)] : tail.flatMap((text) => splitText(text, maxPart));
  for (const text of together.filter((each) => each !== '')) {
    const last = parts.at(-1);
    if (last && last.length < 3 && joined([...last, text]).length <= maxPart) last.push(text);
    else parts.push([text]);
  }
  return parts;
}

/** The Markdown of a part as one text. */
export function joined(texts: readonly string[]): string {
  return texts.join('\n\n');
}

function sources(citations: readonly Citation[]): string {
  if (citations.length === 0) return '';
  return `**Sources**\n\n${citations.map(source).join('\n')}`;
}

function source({ n, title, section, page, effective, url }: Citation): string {
  const facts = [
    place(title, section, url),
    page === undefined ? '' : `page ${page}`,
    effective === undefined ? '' : `in force since ${effective}`,
  ];
  return `- [${n}] ${facts.filter((fact) => fact !== '').join(', ')}`;
}

function closest({ status, passages }: Answer): string {
  if (status !== 'not_found' || passages.length === 0) return '';
  return `**The closest passages**\n\n${passages.slice(0, closestShown).map(excerpt).join('\n')}`;
}

function excerpt({ title, section, page, url, text }: ClosePassage): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const short = line.length > excerptChars ? `${splitText(line, excerptChars)[0]} …` : line;
  return `- ${place(title, section, url)}${page === undefined ? '' : `, page ${page}`}: ${escapeInline(short)}`;
}

function notes({ notice }: Answer, unreadFiles: readonly string[]): string {
  const files = unreadFiles.map((name) => `“${escapeInline(name)}”`).join(', ');
  return [
    notice === undefined ? '' : `_${escapeInline(notice)}_`,
    files === '' ? '' : `_I have not read what you attached: ${files}._`,
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

function place(title: string, section: string, url: string | undefined): string {
  const label = escapeInline(section === '' ? title : `${title} › ${section}`);
  return url !== undefined && /^https?:/i.test(url) ? `[${label}](${linkTarget(url)})` : label;
}

/** An address as a Markdown link target: characters that would end it are percent-encoded, `&` stays. */
function linkTarget(url: string): string {
  return url.replace(/[\s<>()\\]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}
