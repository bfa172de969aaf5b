import { versionFacts } from '../citation-facts.ts';
import type { Answer, Citation, ClosePassage } from '../domain.ts';
import { inOneLine } from '../one-line.ts';
import { printable } from '../printable.ts';

const closestShown = 3;
const excerptChars = 240;

/** An answer as plain text for a terminal, with its sources below. */
export function renderAnswer(answer: Answer): string {
  const closest = answer.status === 'not_found' ? answer.passages.slice(0, closestShown) : [];
  const parts = [
    answer.text,
    (answer.remarks ?? []).map(remark).join('\n'),
    answer.notice === undefined ? '' : `(${answer.notice})`,
    answer.citations.length === 0 ? '' : ['Sources', ...answer.citations.map(source)].join('\n'),
    closest.length === 0 ? '' : ['The closest passages', ...closest.map(excerpt)].join('\n'),
  ];
  return printable(parts.filter((part) => part !== '').join('\n\n'));
}

function remark(text: string): string {
  return `Note: ${oneLine(text)}`;
}

function source(citation: Citation): string {
  const { n, title, section, page, document, url, quote } = citation;
  const facts = [...(page === undefined ? [] : [`page ${page}`]), ...versionFacts(citation)];
  const told = facts.length === 0 ? '' : ` (${facts.join(', ')})`;
  return `  [${n}] ${place(title, section)}${told}\n      ${url ?? document}\n      “${oneLine(quote)}”`;
}

function excerpt({ title, section, text }: ClosePassage): string {
  const line = inOneLine(text);
  return `  - ${place(title, section)}\n    ${line.length > excerptChars ? `${line.slice(0, excerptChars).trimEnd()} …` : line}`;
}

function place(title: string, section: string): string {
  return section === '' ? title : `${title} › ${section}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
