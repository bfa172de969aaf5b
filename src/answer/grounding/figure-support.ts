import { type Figure, figuresIn } from '../../figures/figures.ts';

/**
 * The figures of a statement that its sources don't hold: another value, another unit, another rate or the opposite
 * bound counts as absent. `context` is text of the document around the quoted one; only its years and dates count.
 */
export function unsupportedFigures(statement: string, quoted: string, context = ''): string[] {
  const sources = withoutAddresses(quoted);
  const held = figuresIn(sources);
  // A year in a title says nothing about a sentence that names its own.
  const namesYear = held.some(isYear);
  const dates = figuresIn(context).filter((figure) => figure.kind === 'date' || (isYear(figure) && !namesYear));
  return figuresIn(withoutAddresses(statement))
    .filter((figure) => ![...held, ...dates].some((source) => holds(source, figure, sources)))
    .map(({ raw }) => raw);
}

/** A number in an address says nothing; addresses are compared by themselves. */
function withoutAddresses(text: string): string {
  return text.replace(/\]\([^)\s]*(?: "[^"]*")?\)/g, ']').replace(/\bhttps?:\/\/[^\s)\]|>]+/g, ' ');
}

function holds(source: Figure, figure: Figure, text: string): boolean {
  if (figure.kind === 'date') return source.kind === 'date' && agree(source, figure, dateCovers);
  if (isYear(figure) && source.kind === 'date') return agree(source, figure, (has, asked) => has.startsWith(asked));
  return (
    sameKind(source, figure, text) && agree(source, figure, (has, asked) => has === asked) && sameTerms(source, figure)
  );
}

/** A statement may take a currency from elsewhere in its source (a table's header); it leaves none out. */
function sameKind(source: Figure, figure: Figure, text: string): boolean {
  if (source.kind === figure.kind) return true;
  if (source.kind !== 'number' || source.unit !== undefined) return false;
  if (figure.kind === 'percent') return /%|per\s?cent|prozent/i.test(text);
  return (
    figure.kind.startsWith('money') &&
    figuresIn(text.replace(/\(([^)]*)\)/g, ' 1 $1 ')).some(({ kind }) => kind === figure.kind)
  );
}

function sameTerms(source: Figure, figure: Figure): boolean {
  // "20 working days" are not "20 days".
  if (source.unit === 'day' && figure.unit === 'day' && source.days !== figure.days) return false;
  return (['unit', 'per', 'days', 'bound'] as const).every(
    (term) => source[term] === undefined || figure[term] === undefined || source[term] === figure[term],
  );
}

function agree(source: Figure, figure: Figure, same: (has: string, asked: string) => boolean): boolean {
  return figure.values.some((asked) => source.values.some((has) => same(has, asked)));
}

/** The parts that a statement names must be equal; it may leave out the year. */
function dateCovers(has: string, asked: string): boolean {
  const [hasParts, askedParts] = [has.split('-'), asked.split('-')];
  return askedParts.every((part, i) => part.includes('?') || part === hasParts[i]);
}

function isYear({ kind, values, unit }: Figure): boolean {
  return kind === 'number' && unit === undefined && values.some((value) => /^(?:19|20)\d{2}$/.test(value));
}
