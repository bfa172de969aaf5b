import type { Citation, ClosePassage } from '../domain.ts';

const most = 3;
const maxNameChars = 80;

/**
 * Up to three questions near an answered one that the documents answer: about sections of cited documents that were
 * found for it and not cited, in the order in which they were found.
 */
export function findFollowUps(citations: readonly Citation[], passages: readonly ClosePassage[]): string[] {
  const cited = new Set(citations.map(({ document }) => document));
  const taken = new Set(citations.map(sectionKey));
  const near = passages.filter((passage) => cited.has(passage.document) && !taken.has(sectionKey(passage)));
  return [...new Set(near.flatMap(asQuestion))].slice(0, most);
}

function sectionKey({ document, section }: Pick<ClosePassage, 'document' | 'section'>): string {
  return JSON.stringify([document, section]);
}

function asQuestion({ title, section }: ClosePassage): string[] {
  const heading = nameOf(section.split(' › ').at(-1) ?? '');
  const document = nameOf(title);
  const isTopic = /\p{L}{3}/u.test(heading) && !general.has(heading.toLowerCase()) && heading !== document;
  if (!isTopic || heading.length > maxNameChars || document.length > maxNameChars) return [];
  return [heading.endsWith('?') ? `${document}: ${heading}` : `What does “${document}” say about “${heading}”?`];
}

/** A heading without its number and the colon after it. */
function nameOf(heading: string): string {
  return heading
    .replace(/\s+/g, ' ')
    .trim()
    .replace(
      /^(?:(?:§|section|article|chapter|part)\s*)?(?:\d+(?:\.\d+)*|[ivxlc]+|[a-z])[.):]?\s+(?=\p{L})/iu,
      (number) => (/[\d§.):]/.test(number) ? '' : number),
    )
    .replace(/[:.]$/, '');
}

/** Headings that name no topic. */
const general = new Set(
  (
    'introduction,overview,purpose,scope,general,definitions,summary,contents,contact,contacts,history,changes,other,' +
    'miscellaneous,references,appendix,einleitung,überblick,zweck,geltungsbereich,allgemeines,begriffe,zusammenfassung,' +
    'inhalt,kontakt,änderungen,sonstiges,anhang'
  ).split(','),
);
