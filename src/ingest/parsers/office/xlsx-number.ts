import { loadPart } from './office-part.ts';

/** Shows the number of a cell as its style (an index) has it. */
export type NumberFormats = (value: number, style: number) => string;

/** Days are written as 2026-01-31, whatever the style says, since 01/02/2026 can be read in two ways. */
export function readNumberFormats(stylesXml: string | undefined, is1904: boolean): NumberFormats {
  const $ = loadPart(stylesXml ?? '');
  const own = new Map(
    $('numFmts > numFmt')
      .toArray()
      .map(({ attribs }) => [Number(attribs.numFmtId), attribs.formatCode ?? '']),
  );
  const codes = $('cellXfs > xf')
    .toArray()
    .map(({ attribs }) => own.get(Number(attribs.numFmtId)) ?? builtIn.get(Number(attribs.numFmtId)) ?? '');
  return (value, style) => showNumber(value, codes[style] ?? '', is1904);
}

/** ECMA-376 part 1, 18.8.30; those that differ by language are days and times everywhere. */
const builtIn: ReadonlyMap<number, string> = new Map([
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [9, '0%'],
  [10, '0.00%'],
  ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58].map(
    (id) => [id, 'yyyy-mm-dd'] as const,
  ),
  ...[18, 19, 20, 21, 32, 33, 34, 35].map((id) => [id, 'hh:mm'] as const),
  [22, 'yyyy-mm-dd hh:mm'],
  ...[37, 38].map((id) => [id, '#,##0'] as const),
  ...[39, 40].map((id) => [id, '#,##0.00'] as const),
  ...[45, 46, 47].map((id) => [id, '[h]:mm'] as const),
]);

function showNumber(value: number, code: string, is1904: boolean): string {
  const [section = ''] = code.split(';');
  const bare = section.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  if (/\[(?:h+|m+|s+)\]/i.test(bare)) return duration(value);
  if (/[ymdhs]/i.test(bare.replace(/general/i, ''))) return moment(value, bare, is1904) ?? plain(value);
  if (bare.includes('%')) return `${fixed(value * 100, bare)}%`;
  const currency = /\[\$([^\]-]+)[^\]]*\]|"\s*(\p{Sc}|EUR|USD|GBP|CHF)\s*"|(\p{Sc})/u
    .exec(section)
    ?.slice(1)
    .find(Boolean);
  const number = /[0#?]/.test(bare) && !/[e/]/i.test(bare) ? fixed(value, bare) : plain(value);
  if (currency === undefined) return number;
  const isBehind = section.lastIndexOf(currency) > section.search(/[0#?]/);
  return isBehind
    ? `${number} ${currency.trim()}`
    : `${currency.trim()}${currency.trim().length > 1 ? ' ' : ''}${number}`;
}

/** Without the noise of binary fractions. */
function plain(value: number): string {
  return String(Number(value.toPrecision(15)));
}

function fixed(value: number, code: string): string {
  const places = /\.([0#?]+)/.exec(code)?.[1]?.length ?? 0;
  const least = /\.(0*)/.exec(code)?.[1]?.length ?? 0;
  return new Intl.NumberFormat('en-US', {
    minimumFractionDigits: Math.min(least, places),
    maximumFractionDigits: places,
    useGrouping: /[#0?],[#0?]/.test(code),
  }).format(Number(value.toPrecision(15)));
}

function duration(days: number): string {
  const minutes = Math.round(days * 1440);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Days count from the end of 1899 with a 29 February 1900 that never was, or from 1904. */
function moment(value: number, code: string, is1904: boolean): string | undefined {
  const hasDay = /[yd]/i.test(code) || !/[hs]/i.test(code);
  const days = is1904 ? value + 1462 : value < 60 ? value + 1 : value;
  const at = new Date(Math.round((days - 25_569) * 86_400) * 1000);
  if (value < 0 || Number.isNaN(at.getTime()) || at.getUTCFullYear() > 9999) return undefined;
  const [day = '', time = ''] = at.toISOString().split('T');
  const isMidnight = Number.isInteger(value);
  if (!hasDay) return time.slice(0, 5);
  return isMidnight ? day : `${day} ${time.slice(0, 5)}`;
}
