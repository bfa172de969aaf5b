import type { Citation } from '../domain.ts';
import type { TextBlock } from '../models/model.ts';
import { calculationsOf } from './calculation.ts';
import { type Clause, type Evidence, resolveCitation } from './clauses.ts';

/**
 * The text with the numbers of its citations after each cited piece, then the steps of each calculation that it cites,
 * and the clauses in the order of those numbers.
 */
export function renderAnswer(
  content: readonly TextBlock[],
  evidence: Evidence,
): { text: string; citations: Citation[] } {
  const numbers = new Map<string, number>();
  const citations: Citation[] = [];
  const numberOf = (clause: Clause): number => {
    const key = `${keyOf(clause)}\n${clause.quote}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const n = citations.length + 1;
    numbers.set(key, n);
    citations.push(toCitation(n, clause));
    return n;
  };
  const cited: Clause[] = [];
  const pieces = content.map((block) => {
    const clauses = (block.citations ?? [])
      .map((citation) => resolveCitation(citation, evidence))
      .filter((clause) => typeof clause !== 'string');
    cited.push(...clauses);
    return withMarkers(withoutOwnMarkers(block.text), new Set(clauses.map(numberOf)));
  });
  const calculations = calculationsOf(cited).map(({ skill, steps }) => {
    const lines = steps.map(({ text, clauses }, i) => `${i + 1}. ${withMarkers(text, new Set(clauses.map(numberOf)))}`);
    return `**How this was calculated (${skill})**\n${lines.join('\n')}`;
  });
  return { text: [pieces.join('').trim(), ...calculations].join('\n\n'), citations };
}

/** The text of a reply that cites nothing. */
export function renderQuestion(content: readonly TextBlock[]): string {
  return withoutOwnMarkers(content.map(({ text }) => text).join('')).trim();
}

function keyOf(clause: Clause): string {
  return clause.kind === 'passage' ? clause.stored.passage.id : clause.run.source;
}

/** As shown to the reader under this number. */
export function toCitation(n: number, clause: Clause): Citation {
  if (clause.kind === 'script') {
    const { run, quote } = clause;
    return {
      ...{ n, quote, passage: run.source, version: 1 },
      document: `script:${run.skill}/${run.script}`,
      title: `Calculation: ${run.skill}`,
      section: run.script,
    };
  }
  const { quote, stored } = clause;
  const { passage, version } = stored;
  const { title, effectiveFrom, owner, url } = version.metadata;
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
    ...(owner === undefined ? {} : { owner }),
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
