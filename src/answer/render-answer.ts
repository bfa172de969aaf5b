import type { Citation } from '../domain.ts';
import type { TextBlock } from '../models/model.ts';
import { type Clause, type Evidence, resolveCitation } from './clauses.ts';

/** The text with the numbers of its citations after each cited piece, and the clauses in the order of those numbers. */
export function renderAnswer(
  content: readonly TextBlock[],
  evidence: Evidence,
): { text: string; citations: Citation[] } {
  const numbers = new Map<string, number>();
  const citations: Citation[] = [];
  const numberOf = (clause: Clause): number => {
    const key = `${clause.stored.passage.id}\n${clause.quote}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const n = citations.length + 1;
    numbers.set(key, n);
    citations.push(toCitation(n, clause));
    return n;
  };
  const pieces = content.map((block) => {
    const clauses = (block.citations ?? [])
      .map((citation) => resolveCitation(citation, evidence))
      .filter((clause) => typeof clause !== 'string');
    return withMarkers(withoutOwnMarkers(block.text), new Set(clauses.map(numberOf)));
  });
  return { text: pieces.join('').trim(), citations };
}

function toCitation(n: number, { quote, stored: { passage, version } }: Clause): Citation {
  const { title, effectiveFrom, url } = version.metadata;
  return {
    n,
    passage: passage.id,
    document: passage.document,
    title,
    section: passage.headings.join(' › '),
    ...(passage.page === undefined ? {} : { page: passage.page }),
    quote,
    version: version.number,
    ...(effectiveFrom === undefined ? {} : { effective: effectiveFrom }),
    ...(url === undefined ? {} : { url }),
  };
}

function withMarkers(text: string, numbers: ReadonlySet<number>): string {
  if (numbers.size === 0) return text;
  const body = text.trimEnd();
  return `${body} ${[...numbers].map((n) => `[${n}]`).join('')}${text.slice(body.length)}`;
}

/** Numbers in brackets that a model wrote itself would pass for checked ones. */
function withoutOwnMarkers(text: string): string {
  return text.replace(/ ?\[\d{1,3}\](?!\()/g, '');
}
