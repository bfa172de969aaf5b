import { linkTo } from '../document-link.ts';
import type { Citation } from '../domain.ts';
import type { TextBlock } from '../models/model.ts';
import { splitSentences } from '../sentences.ts';
import { inForce } from '../versions/in-force.ts';
import { calculationsOf } from './calculation.ts';
import { type Clause, type Evidence, resolveCitation } from './clauses.ts';

/**
 * The text with the numbers of its citations after each sentence of a cited piece, then the steps of each calculation that it cites,
 * and the clauses in the order of those numbers.
 */
export function renderAnswer(
  content: readonly TextBlock[],
  evidence: Evidence,
  translation?: { readonly label: string },
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
  const body = pieces.join('').trim();
  const shown = translation === undefined ? [body] : [quotesOf(citations), `${translation.label} ${body}`];
  return { text: [...shown, ...calculations].join('\n\n'), citations };
}

/** What a translation translates, word for word, before it. */
function quotesOf(citations: readonly Citation[]): string {
  return citations.map(({ n, quote }) => `> “${quote.replace(/\s+/g, ' ')}” [${n}]`).join('\n>\n');
}

/** The text of a reply that cites nothing. */
export function renderQuestion(content: readonly TextBlock[]): string {
  return withoutOwnMarkers(content.map(({ text }) => text).join('')).trim();
}

function keyOf(clause: Clause): string {
  if (clause.kind === 'tool') return clause.source;
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
  if (clause.kind === 'tool') {
    const { tool, source, title, quote } = clause;
    return { n, quote, passage: source, version: 1, document: `tool:${tool}`, title: `From ${tool}`, section: title };
  }
  const { quote, stored } = clause;
  const { passage, version } = stored;
  const { title, owner } = version.metadata;
  const url = linkTo(version.metadata, passage.start);
  const { since, until } = inForce(version);
  return {
    n,
    passage: passage.id,
    document: passage.document,
    title,
    section: passage.headings.join(' › '),
    ...(passage.page === undefined ? {} : { page: passage.page }),
    quote,
    version: version.number,
    ...(since === undefined ? {} : { effective: since }),
    ...(until === undefined ? {} : { until }),
    ...(owner === undefined ? {} : { owner }),
    ...(url === undefined ? {} : { url }),
  };
}

function withMarkers(text: string, numbers: ReadonlySet<number>): string {
  if (numbers.size === 0) return text;
  const marker = ` ${[...numbers].map((n) => `[${n}]`).join('')}`;
  const body = text.trimEnd();
  const ends = splitSentences(text)
    .filter(({ start, end }) => !isHeading(text.slice(start, end)))
    .map(({ start, end }) => endOf(text.slice(start, end)) + start);
  const places = ends.length === 0 ? [body.length] : ends;
  const pieces = places.map((at, i) => `${text.slice(places[i - 1] ?? 0, at)}${marker}`);
  return pieces.join('') + text.slice(places.at(-1) ?? 0);
}

/** A heading, a table's header or a label says nothing that needs a source. */
function isHeading(sentence: string): boolean {
  return /^#{1,6}\s|:[*_]*$/.test(sentence) || !/\p{L}|\p{N}/u.test(sentence);
}

/** Inside the last cell of a table row, or it would be a cell of its own. */
function endOf(sentence: string): number {
  return /^\|.*\|$/.test(sentence) ? sentence.slice(0, -1).trimEnd().length : sentence.length;
}

/** Numbers in brackets that a model wrote itself would pass for checked ones. */
function withoutOwnMarkers(text: string): string {
  return text.replace(/ ?\[\d{1,3}\](?!\()/g, '');
}
