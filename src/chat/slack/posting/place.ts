import type { RichTextElement } from '@slack/types';
import { versionFacts } from '../../../citation-facts.ts';
import type { Citation } from '../../../domain.ts';
import { escapeInline } from './text.ts';

const maxLabel = 300;
const maxOwner = 150;
const maxAddress = 2_000;
const wordsOfEnd = 4;

/** A place in a document. */
export type Place = Pick<Citation, 'title' | 'section' | 'page' | 'url'> & { readonly quote?: string };

/** As Markdown, linked where people can open it. */
export function placeMarkdown(place: Place): string {
  const label = escapeInline(labelOf(place));
  const address = addressOf(place);
  return address === undefined ? label : `[${label}](${address})`;
}

/** As an element of rich text, in which nothing is markup. */
export function placeElement(place: Place): RichTextElement {
  const address = addressOf(place);
  const text = labelOf(place);
  return address === undefined
    ? { type: 'text', text, style: { bold: true } }
    : { type: 'link', text, url: address, style: { bold: true } };
}

/** What a document says of the cited version; in the order of what readers look for. */
export function factsOf(citation: Citation): string[] {
  const { page, owner } = citation;
  return [
    page === undefined ? '' : `page ${page}`,
    ...versionFacts(citation),
    owner === undefined ? '' : `owner: ${short(owner, maxOwner)}`,
  ].filter((fact) => fact !== '');
}

function labelOf({ title, section }: Place): string {
  return short(section === '' ? title : `${title} › ${section}`, maxLabel);
}

/** Characters that would end a Markdown link target are percent-encoded, `&` stays. */
function addressOf(place: Place): string | undefined {
  const { url } = place;
  if (url === undefined || url.length > maxAddress || !/^https?:/i.test(url)) return undefined;
  const whole = url.includes('#') ? url : `${url}${fragmentOf(place)}`;
  return (whole.length > maxAddress ? url : whole).replace(/[\s<>()\\|]/g, (char) =>
    encodeURIComponent(char).replace(/^[()]$/, percentEncoded),
  );
}

/** Where in the document: its page, else words that browsers look for in it, of the quote or of the heading. */
function fragmentOf({ page, quote = '', section }: Place): string {
  if (page !== undefined) return `#page=${page}`;
  const heading = section.split(' › ').at(-1) ?? '';
  // Marks of a table or of emphasis are not on the page that people open.
  const words = (/[|*_`[\]#]/.test(quote) || quote === '' ? heading : quote).trim().split(/\s+/);
  if (words[0] === '') return '';
  const ends = [words.slice(0, wordsOfEnd), words.slice(-wordsOfEnd)].map((some) => encoded(some.join(' ')));
  return `#:~:text=${words.length > 2 * wordsOfEnd ? ends.join(',') : encoded(words.join(' '))}`;
}

/** A hyphen and a comma have a meaning of their own there. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll('-', '%2D');
}

function percentEncoded(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** One line of a text, cut where it is too long to be shown. */
export function short(text: string, limit: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= limit) return line;
  return `${line
    .slice(0, limit - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`;
}
