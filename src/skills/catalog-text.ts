import { estimateTokens } from '../estimate-tokens.ts';
import type { Skill } from './skill.ts';

export interface CatalogText {
  /** For the system prompt, before the cache breakpoint; empty without skills. The same skills give the same bytes. */
  readonly text: string;
  /** Some descriptions are cut, so that `find_skill` is needed. */
  readonly shortened: boolean;
  /** By `estimateTokens`. */
  readonly tokens: number;
  /** Even cut it is larger than it should be; no name is ever left out. */
  readonly tooLarge: boolean;
}

const fullSkills = 100;
const fullTokens = 8000;
const shortTokens = 10_000;
const longestShort = 80;
const longestFull = 1100;

const opening = `<skills>
Written procedures of this company. Before a task that one of them describes, load it with load_skill and follow it.`;
const shortOpening = `${opening} Descriptions are shortened; find_skill searches all of them.`;
const closing = '</skills>';

/** Name and description of every skill; of many, only the pinned ones in full and of the others the beginning. */
export function catalogText(skills: readonly Skill[]): CatalogText {
  const known = written.get(skills);
  if (known !== undefined) return known;
  const made = write(skills);
  written.set(skills, made);
  return made;
}

// A catalog gives out the same array until something changes, and the text is wanted for every question.
const written = new WeakMap<readonly Skill[], CatalogText>();

function write(skills: readonly Skill[]): CatalogText {
  if (skills.length === 0) return { text: '', shortened: false, tokens: 0, tooLarge: false };
  const sorted = [...skills].sort((a, b) => (a.name < b.name ? -1 : 1));
  const full = render(opening, sorted, longestFull);
  if (sorted.length <= fullSkills && estimateTokens(full) <= fullTokens) {
    return { text: full, shortened: false, tokens: estimateTokens(full), tooLarge: false };
  }
  const text = render(shortOpening, sorted, longestThatFits(sorted));
  const tokens = estimateTokens(text);
  return { text, shortened: true, tokens, tooLarge: tokens > shortTokens };
}

/** A skill's line of the catalog, as `skills list` counts it. */
export function catalogLine(skill: Skill, maxChars = longestFull): string {
  const limit = skill.settings.pinned ? longestFull : maxChars;
  const description = clip(flatten(skill.description), limit);
  return `- ${escapeMarkup(flatten(skill.name))}${description === '' ? '' : `: ${escapeMarkup(description)}`}`;
}

function render(head: string, skills: readonly Skill[], maxChars: number): string {
  return [head, ...skills.map((skill) => catalogLine(skill, maxChars)), closing].join('\n');
}

function longestThatFits(skills: readonly Skill[]): number {
  let [fits, tooMany] = [0, longestShort + 1];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (estimateTokens(render(shortOpening, skills, middle)) <= shortTokens) fits = middle;
    else tooMany = middle;
  }
  return fits;
}

/** One line without control characters, so that a description cannot look like another entry. */
function flatten(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();
}

function clip(text: string, maxChars: number): string {
  if (maxChars <= 0) return '';
  const characters = [...text];
  if (characters.length <= maxChars) return text;
  const cut = characters.slice(0, maxChars).join('');
  const space = cut.lastIndexOf(' ');
  return (space > maxChars / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:.]+$/, '');
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
