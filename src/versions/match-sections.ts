import { likeness, wordsOf } from './comparable.ts';
import type { Section } from './sections.ts';

/** A section of one version and what it became in another; one of the two is absent where it has no counterpart. */
export interface SectionPair {
  readonly before?: Section;
  readonly after?: Section;
}

// Under the same heading less has to be alike, since a rewritten section usually keeps its name.
const alikeUnderSameHeading = 0.3;
const alike = 0.5;

/** Sections by the path of their headings, what is left by how alike they are. In the order of the later version. */
export function matchSections(before: readonly Section[], after: readonly Section[]): SectionPair[] {
  const left = new Set(before);
  const partners = new Map<Section, Section>();
  const take = (section: Section, partner: Section | undefined) => {
    if (partner === undefined) return;
    partners.set(section, partner);
    left.delete(partner);
  };
  for (const section of after)
    take(
      section,
      [...left].find((other) => pathOf(other) === pathOf(section)),
    );
  const unmatched = () => after.filter((section) => !partners.has(section));
  for (const section of unmatched()) take(section, closest(section, [...left], lastHeading, alikeUnderSameHeading));
  for (const section of unmatched())
    take(
      section,
      closest(section, [...left], () => '', alike),
    );
  return inOrder(before, after, partners);
}

function pathOf({ headings }: Section): string {
  return headings.map((heading) => heading.toLowerCase()).join('\n');
}

function lastHeading({ headings }: Section): string {
  return headings.at(-1)?.toLowerCase() ?? '';
}

function closest(
  section: Section,
  candidates: readonly Section[],
  group: (section: Section) => string,
  least: number,
): Section | undefined {
  const words = wordsIn(section);
  let best: { readonly section: Section; readonly score: number } | undefined;
  for (const candidate of candidates) {
    if (group(candidate) !== group(section)) continue;
    const score = likeness(wordsIn(candidate), words);
    if (score >= least && score > (best?.score ?? 0)) best = { section: candidate, score };
  }
  return best?.section;
}

function wordsIn({ sentences }: Section): string[] {
  return sentences.flatMap(({ key }) => wordsOf(key));
}

/** What is gone stands where it stood: after the counterpart of what was before it. */
function inOrder(
  before: readonly Section[],
  after: readonly Section[],
  partners: ReadonlyMap<Section, Section>,
): SectionPair[] {
  const kept = new Set(partners.values());
  const goneAfter = new Map<Section | undefined, Section[]>();
  let last: Section | undefined;
  for (const section of before) {
    if (kept.has(section)) last = section;
    else goneAfter.set(last, [...(goneAfter.get(last) ?? []), section]);
  }
  const gone = (section: Section | undefined) => (goneAfter.get(section) ?? []).map((each) => ({ before: each }));
  return [
    ...gone(undefined),
    ...after.flatMap((section): SectionPair[] => {
      const partner = partners.get(section);
      return partner === undefined ? [{ after: section }] : [{ before: partner, after: section }, ...gone(partner)];
    }),
  ];
}
