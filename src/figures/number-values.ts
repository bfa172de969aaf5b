import { multipliers, numberWords } from './figure-words.ts';

/** Both readings of a lone separator before three digits; otherwise the last separator is the decimal one. */
export function numberValues(text: string, scale?: string): string[] {
  const word = numberWords.get(text.toLowerCase());
  const factor = multipliers.get(scale?.toLowerCase() ?? '') ?? 1;
  if (word !== undefined) return [String(word * factor)];
  const digits = text.replace(/[\s\u00a0\u202f']/g, '');
  const readings = /^\d{1,3}(?:[.,]\d{3})+$/.test(digits) ? [digits.replace(/[.,]/g, '')] : [];
  if (/^\d+[.,]\d{3}$/.test(digits) && digits.includes('.')) readings.push(digits);
  if (readings.length === 0) readings.push(digits.replace(/[.,](?=.*[.,])/g, '').replace(',', '.'));
  return [...new Set(readings.map((reading) => String(Math.round(Number(reading) * factor * 1e6) / 1e6)))];
}

/** `twenty-five` is one number, and `30min` a number with a unit. */
export function joinCompounds(text: string): string {
  return text
    .replace(/(?<![\p{L}\d])(\d+)(?=(?:min|hrs?|km|eur|usd|gbp|chf)\b)/giu, '$1 ')
    .replace(
      /(?<!\p{L})(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[- ](one|two|three|four|five|six|seven|eight|nine)(?!\p{L})/giu,
      (_, ten: string, one: string) =>
        numberValues(ten)
          .concat(numberValues(one))
          .reduce((sum, n) => sum + Number(n), 0)
          .toString(),
    );
}

/** "the fourth day" is the 4th. "Second" and "third" are also something else, "a fourth" and "one twelfth" are parts. */
export function spelledOrdinals(text: string): string {
  return text.replace(
    /(?<!\b(?:an?|one|two|three|five) )\b(?:fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth)\b(?! of\b)/gi,
    (word) => `${ordinals.indexOf(word.toLowerCase()) + 4}th`,
  );
}

const ordinals = 'fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ');
