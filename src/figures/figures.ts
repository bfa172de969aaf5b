import {
  ambiguousNumberWords,
  currencies,
  months,
  multipliers,
  numberWords,
  rateAdverbs,
  units,
} from './figure-words.ts';
import { joinCompounds, numberValues, spelledOrdinals } from './number-values.ts';

/** A number, amount, percentage, date, time or identifier in a text, written one way however the text spells it. */
export interface Figure {
  /** As it stands in the text. */
  readonly raw: string;
  readonly kind: 'number' | 'percent' | 'date' | 'time' | 'code' | `money ${string}`;
  /** One value for each way to read it: `1.000` is a thousand to some and one to others. */
  readonly values: readonly string[];
  readonly unit?: string;
  /** The unit of time that an amount is for: `year` in "20 days a year". */
  readonly per?: string;
  readonly bound?: 'most' | 'least';
  /** "20 working days" are not "20 calendar days". */
  readonly days?: 'working' | 'calendar';
}

/** Every figure of a text, in no particular order. Numbers of list items and of citations are layout. */
export function figuresIn(text: string): Figure[] {
  return scan(wholeOf(text)).map(({ figure }) => figure);
}

/** The same, with the text in which `⟦n⟧` stands for figure n. */
export function markFigures(text: string): { readonly figures: Figure[]; readonly text: string } {
  const whole = wholeOf(text.replace(/[⟦⟧]/g, ' '));
  const places = scan(whole);
  const order = places.map((place, n) => ({ ...place, n })).sort((a, b) => a.at - b.at);
  let end = 0;
  const pieces = order.map(({ at, chars, n }) => {
    const before = whole.slice(end, at);
    end = at + chars;
    return `${before} ⟦${n}⟧ `;
  });
  return { figures: places.map(({ figure }) => figure), text: pieces.join('') + whole.slice(end) };
}

/** Whether a word, in lower case, only measures: "days", "percent". */
export function isUnit(word: string): boolean {
  return units.has(word);
}

function wholeOf(text: string): string {
  return spelledOrdinals(joinCompounds(blankLayout(text.normalize('NFKC'))));
}

function scan(whole: string): { readonly figure: Figure; readonly at: number; readonly chars: number }[] {
  const found: { figure: Figure; at: number; chars: number }[] = [];
  let left = whole;
  for (const [pattern, read] of readers) {
    const text = left;
    left = text.replace(pattern, (raw: string, ...rest: unknown[]) => {
      const groups = rest.at(-1) as Readonly<Record<string, string | undefined>>;
      const at = rest.at(-3) as number;
      const figure = read(raw, groups, ...surroundings(text, at, at + raw.length));
      if (figure === undefined) return raw;
      found.push({ figure: { ...figure, raw: raw.trim() }, at, chars: raw.length });
      // Units behind an earlier figure must stay readable, so only what was read is taken out.
      return '¤'.repeat(raw.length);
    });
  }
  return found;
}

/** What may bind a figure stands close to it. */
const nearChars = 80;

function surroundings(text: string, start: number, end: number): [before: string, after: string] {
  return [text.slice(Math.max(0, start - nearChars), start), text.slice(end, end + nearChars)];
}

type Reader = (
  raw: string,
  groups: Readonly<Record<string, string | undefined>>,
  before: string,
  after: string,
) => Omit<Figure, 'raw'> | undefined;

const month = [...months.keys()].sort((a, b) => b.length - a.length).join('|');
const ordinal = '(?:st|nd|rd|th|er|\\.)?';
const numeral = "\\d+(?:[.,\\u00a0\\u202f' ]\\d{3})*(?:[.,]\\d+)?";
const symbols = [...currencies.keys()].map((word) => word.replace('$', '\\$')).sort((a, b) => b.length - a.length);
const wordNumbers = [...numberWords.keys()].sort((a, b) => b.length - a.length).join('|');
const scales = [...multipliers.keys()].join('|');

/** Each pattern names a group: without one, what is found and where come in another order. */
const readers: readonly (readonly [RegExp, Reader])[] = [
  [/(?<![\w-])(?<y>\d{4})-(?<m>\d{2})-(?<d>\d{2})(?![\w-])/g, (_, { y, m, d }) => date([y, m, d])],
  [/(?<![\w.])(?<d>\d{1,2})\.\s?(?<m>\d{1,2})\.\s?(?<y>\d{4})(?!\w)/g, (_, { y, m, d }) => date([y, m, d])],
  [/(?<![\w/])(?<a>\d{1,2})\/(?<b>\d{1,2})\/(?<y>\d{4})(?![\w/])/g, (_, { a, b, y }) => date([y, a, b], [y, b, a])],
  [
    new RegExp(
      `(?<![\\p{L}\\p{N}])(?<d>\\d{1,2})${ordinal}\\s+(?:of\\s+|de\\s+)?(?<m>${month})(?!\\p{L})(?:\\.?,?\\s+(?:de\\s+)?(?<y>\\d{4})(?!\\d))?`,
      'giu',
    ),
    (raw, { y, m, d }) => (isModalMay(raw, m) ? undefined : date([y, monthNumber(m), d])),
  ],
  [
    new RegExp(
      `(?<!\\p{L})(?<m>${month})\\.?\\s+(?<d>\\d{1,2})(?:st|nd|rd|th)?(?![\\d\\p{L}])(?:,?\\s+(?<y>\\d{4})(?!\\d))?`,
      'giu',
    ),
    (raw, { y, m, d }) => (isModalMay(raw, m) ? undefined : date([y, monthNumber(m), d])),
  ],
  [
    new RegExp(`(?<!\\p{L})(?<m>${month})\\.?,?\\s+(?<y>\\d{4})(?!\\d)`, 'giu'),
    (raw, { y, m }) => (isModalMay(raw, m) ? undefined : date([y, monthNumber(m), undefined])),
  ],
  [/(?<![\w:])(?<h>\d{1,2}):(?<m>\d{2})(?![\w:])\s*(?<half>[ap]\.?m\b\.?)?/gi, (_, { h, m, half }) => time(h, m, half)],
  [/(?<![\w:.,])(?<h>\d{1,2})\s*(?<half>[ap]\.?m\b\.?)/gi, (_, { h, half }) => time(h, '00', half)],
  [
    new RegExp(
      `(?<![\\p{L}\\p{N}])(?<c>${symbols.join('|')})\\s?(?<n>${numeral})(?:\\s?(?<s>${scales})(?!\\p{L})|(?![\\p{L}\\d]))`,
      'giu',
    ),
    (_, { c, n, s }, before, after) => money(c, n, s, before, after),
  ],
  [
    new RegExp(
      `(?<![\\p{L}\\p{N}.])(?<n>${numeral})\\s?(?:(?<s>${scales})\\s)?\\s?(?<c>${symbols.join('|')})(?![\\p{L}\\p{N}])`,
      'giu',
    ),
    (_, { c, n, s }, before, after) => money(c, n, s, before, after),
  ],
  [
    new RegExp(
      `(?<![\\p{L}\\p{N}])(?<n>${numeral}|${wordNumbers})\\s?(?:%|per\\s?cent\\b|percent\\b|prozent\\b)`,
      'giu',
    ),
    (_, { n = '' }, before) => ({ kind: 'percent', values: numberValues(n), bound: boundBefore(before) }),
  ],
  [
    /(?<![\p{L}\p{N}])(?<code>\p{L}+[-–]?\d[\p{L}\d()-]*|\d+(?:\(\p{L}\)|(?!(?:st|nd|rd|th|k)\b)\p{L}+)[\p{L}\d]*|\d+(?:\.\d+){2,})/gu,
    (raw) => ({ kind: 'code', values: [raw.toLowerCase()] }),
  ],
  [
    new RegExp(`(?<![\\p{L}\\p{N}])(?<n>${numeral})(?:st|nd|rd|th)?(?:[\\s-]?(?<s>${scales})(?!\\p{L}))?`, 'giu'),
    (_, { n, s }, before, after) => plain(numberValues(n ?? '', s), before, after),
  ],
  [
    new RegExp(`(?<![\\p{L}\\p{N}])(?<n>${wordNumbers})(?:[\\s-](?<s>${scales})(?!\\p{L}))?(?![\\p{L}\\p{N}])`, 'giu'),
    spelledNumber,
  ],
];

function spelledNumber(...[, { n = '', s }, before, after]: Parameters<Reader>): ReturnType<Reader> {
  const figure = plain(numberValues(n, s), before, after);
  if (!ambiguousNumberWords.has(n.toLowerCase())) return figure;
  // "No one may work more than two days": its unit stands right behind it.
  const { unit } = unitAfter(after.trimStart().split(/\s+/, 3).join(' '));
  return /\bno\s+$/i.test(before) || unit === undefined ? undefined : figure;
}

function plain(values: readonly string[], before: string, after: string): Omit<Figure, 'raw'> {
  return { kind: 'number', values, bound: boundBefore(before), ...unitAfter(after) };
}

function money(currency = '', numeral = '', scale: string | undefined, before: string, after: string) {
  const code = currencies.get(currency.toLowerCase()) ?? currency.toUpperCase();
  const { per } = unitAfter(` x${after}`);
  return { kind: `money ${code}` as const, values: numberValues(numeral, scale), bound: boundBefore(before), per };
}

function date(...readings: readonly (readonly [string?, string?, string?])[]): Omit<Figure, 'raw'> {
  const values = readings
    .filter(([, m, d]) => Number(m ?? 1) <= 12 && Number(d ?? 1) <= 31)
    .map(([y = '????', m = '??', d = '??']) => `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`);
  return { kind: 'date', values };
}

function monthNumber(name = ''): string {
  return String(months.get(name.toLowerCase()) ?? '??');
}

/** "Employees may 2 …" is no date; the month is written with a capital. */
function isModalMay(raw: string, month?: string): boolean {
  return month?.toLowerCase() === 'may' && raw.includes('may');
}

function time(hour = '', minute = '', half?: string): Omit<Figure, 'raw'> | undefined {
  const h = Number(hour);
  if (h > (half === undefined ? 24 : 12) || Number(minute) > 59) return undefined;
  const shifted = half === undefined ? h : (h % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
  return { kind: 'time', values: [`${String(shifted).padStart(2, '0')}:${minute}`] };
}

/** The unit within the next three words, past adjectives and the rest of a range. */
function unitAfter(after: string): Pick<Figure, 'unit' | 'per' | 'days'> {
  const words =
    after
      .split(/[.;:!?()|\n]/, 1)[0]
      ?.toLowerCase()
      .match(/[\p{L}¤]+|\d+|[,–-]/gu) ?? [];
  let unit: string | undefined;
  let days: Figure['days'];
  let passed = 0;
  for (const [i, word] of words.entries()) {
    // "20 days per calendar year" are any days.
    if (unit === undefined && /^(?:working|business|workdays?|arbeitstage?n?|werktage?n?)$/.test(word))
      days = 'working';
    if (unit === undefined && /^(?:calendar|consecutive|kalendertage?n?)$/.test(word)) days = 'calendar';
    const found =
      (word === 'an' && i > 0 ? undefined : units.get(word)) ??
      (/^(?:workdays?|arbeitstage?n?|werktage?n?|kalendertage?n?)$/.test(word) ? 'day' : undefined);
    if (unit === undefined && found !== undefined) {
      unit = found;
      continue;
    }
    const next = words[i + 1] ?? '';
    if (/^(?:a|an|per|each|every|pro|im|par|por|je)$/.test(word) && units.has(next))
      return { unit, per: units.get(next), days };
    if (rateAdverbs.has(word)) return { unit, per: rateAdverbs.get(word), days };
    if (/^[–-]$|^(?:to|or|bis|oder|and|und)$/.test(word)) continue;
    if (word === ',' || passed++ >= 3) break;
  }
  return { unit, days };
}

function boundBefore(before: string): Figure['bound'] {
  const words =
    before
      .split(/[.;:!?\n]/)
      .at(-1)
      ?.toLowerCase()
      .trim()
      .split(/\s+/)
      .slice(-4)
      .join(' ') ?? '';
  if (/(?:up to|at most|maximum(?: of)?|no more than|not more than|not exceed|höchstens|maximal|bis zu)$/.test(words))
    return 'most';
  if (/\b(?:not?|never)\b.*\b(?:more than|over|exceed)$/.test(words)) return 'most';
  if (/(?:at least|minimum(?: of)?|no (?:less|fewer) than|not less than|mindestens)$/.test(words)) return 'least';
  return undefined;
}

const listMarker = new RegExp(`^[ \\t]*\\(?\\d{1,3}[.)](?=\\s|$)(?!\\s+(?:${month})(?!\\p{L}))`, 'gimu');

function blankLayout(text: string): string {
  return text
    .replace(listMarker, (match) => ' '.repeat(match.length))
    .replace(/\[\d{1,3}\]/g, (match) => ' '.repeat(match.length));
}
