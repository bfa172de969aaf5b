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
    answer.notice === undefined ? '' : `(${answer.notice})`,
    answer.citations.length === 0 ? '' : ['Sources', ...answer.citations.map(source)].join('\n'),
    closest.length === 0 ? '' : ['The closest passages', ...closest.map(excerpt)].join('\n'),
  ];
  return printable(parts.filter((part) => part !== '').join('\n\n'));
}

function source({ n, title, section, page, effective, version, document, url, quote }: Citation): string {
  const facts = [
    page === undefined ? '' : `page ${page}`,
    document.startsWith('script:') ? 'calculated from the sources of its steps' : `version ${version}`,
    effective === undefined ? '' : `in force since ${effective}`,
  ].filter((fact) => fact !== '');
  return `  [${n}] ${place(title, section)} (${facts.join(', ')})\n      ${url ?? document}\n      “${oneLine(quote)}”`;
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
