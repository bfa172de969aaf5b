import { employmentLabel } from './applicability/employment.ts';
import { entityLabel } from './applicability/entities.ts';
import { describeCountries, list } from './countries/describe-countries.ts';
import type { IsoDate, Passage, Version } from './domain.ts';

/** What the title of a search result tells of the passage: where it stands, for whom and since when it holds. */
export interface PassageTitle {
  /** `Title › Heading › Heading` */
  readonly path: string;
  /** ISO 3166 codes; empty means that it applies everywhere. */
  readonly countries: readonly string[];
  /** Lines that belong to the passage but are not quoted. */
  readonly lead: readonly string[];
}

/** Such as `Leave › Carry-over (version 2, effective 2026-01-01, applies in DE, page 3) — Unused days:` */
export function formatPassageTitle(version: Version, passage: Passage): string {
  const { title, effectiveFrom, effectiveTo, country, entity, employment } = version.metadata;
  const facts = [
    `version ${version.number}`,
    effectiveFrom === undefined ? '' : `effective ${effectiveFrom}`,
    effectiveTo === undefined ? '' : `until ${dayBefore(effectiveTo)}`,
    country.length === 0
      ? ''
      : `applies in ${country.length > mostCodes ? describeCountries(country) : country.join(' and ')}`,
    (entity ?? []).length === 0 ? '' : `at ${list((entity ?? []).map(entityLabel), 'and')}`,
    (employment ?? []).length === 0 ? '' : `for ${list((employment ?? []).map(employmentLabel), 'and')}`,
    passage.page === undefined ? '' : `page ${passage.page}`,
  ].filter((fact) => fact !== '');
  const lead = leadLines(passage.lead ?? '').join(lineBreak);
  const path = [title, ...passage.headings.filter((heading) => heading !== title)].map(oneLine).join(' › ');
  return `${path} (${facts.join(', ')})${lead === '' ? '' : ` — ${lead}`}`;
}

/** Reads back what `formatPassageTitle` wrote; any other text is all path. */
export function readPassageTitle(title: string): PassageTitle {
  const match = /^(?<path>.*) \(version \d+(?<facts>[^()]*)\)(?: — (?<lead>.*))?$/su.exec(title);
  if (match?.groups === undefined) return { path: title, countries: [], lead: [] };
  const { path = '', facts = '', lead } = match.groups;
  const countries = /applies in ([A-Z]{2}(?: and [A-Z]{2})*)/.exec(facts)?.[1]?.split(' and ') ?? [];
  return { path, countries, lead: lead === undefined ? [] : lead.split(lineBreak) };
}

/** The EU has fewer; of all countries but one only the one is said. */
const mostCodes = 40;

const lineBreak = ' ⏎ ';
const maxLeadChars = 500;

function leadLines(lead: string): string[] {
  return lead
    .slice(0, maxLeadChars)
    .split('\n')
    .map(oneLine)
    .filter((line) => line !== '' && !/^[|\s:-]+$/.test(line));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** `effectiveTo` is the first day without force; people name the last one with it. */
function dayBefore(day: IsoDate): IsoDate {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() - 1);
  return moment.toISOString().slice(0, 10);
}
