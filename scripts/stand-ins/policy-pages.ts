import type { PageParts, SentencePool } from './sentence-pool.ts';

// Lognormal, and the last section goes a little beyond: half of the pages are shorter than about 2.6 KB, a tenth is longer
// than 5.6, which is between tailscale-policies and the handbooks.
const medianChars = 1_900;
const spread = 0.7;
const maxChars = 40_000;

/** A page in Markdown of real sentences in a new order, each section on a subject of its own, as long as real ones. */
export function writePolicyPage(number: number, { pages }: SentencePool, random: () => number): string {
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  /** A few in a row from anywhere, so that none comes twice. */
  const some = <T>(from: readonly T[], least: number, most: number): readonly T[] => {
    const count = least + Math.floor(random() * (most - least + 1));
    const start = Math.floor(random() * Math.max(1, from.length - count + 1));
    return from.slice(start, start + count);
  };
  const section = (page: PageParts): string => {
    const parts = [`## ${pick(page.headings) ?? 'Rules'}`];
    for (let left = 1 + Math.floor(random() * 3); left > 0; left -= 1) parts.push(some(page.sentences, 2, 5).join(' '));
    if (page.items.length > 3 && random() < 0.5) {
      parts.push(
        some(page.items, 3, 7)
          .map((item) => `- ${item}`)
          .join('\n'),
      );
    }
    const table = random() < 0.2 ? pick(page.tables) : undefined;
    if (table !== undefined) parts.push(table.join('\n'));
    return parts.join('\n\n');
  };
  const length = Math.min(maxChars, medianChars * Math.exp(spread * normal(random)));
  const subject = pick(pages);
  const title = subject && pick(subject.headings);
  let text = `# ${title ?? 'Policy'} (${number})\n\n${subject ? some(subject.sentences, 1, 3).join(' ') : ''}\n`;
  while (text.length < length) {
    const page = random() < 0.5 ? subject : pick(pages);
    if (page === undefined) break;
    text += `\n${section(page)}\n`;
  }
  return text;
}

/** Box and Muller's. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
