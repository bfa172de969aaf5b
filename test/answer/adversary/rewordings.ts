const spelled = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** "2 days" as "two days", "100 EUR" as "€100", and the like. */
export function rewriteFigures(text: string): string {
  return text
    .replace(
      /(?<![\d.,/:§-])\b([2-9]|1[0-2]) (?=days|weeks|months|years|hours|minutes)/g,
      (_, n: string) => `${spelled[Number(n)]} `,
    )
    .replace(
      /\b(two|three|four|five|six|seven|eight|nine|ten|twelve) (?=(?:working |business |calendar )?(?:days|weeks|months|years|hours|minutes))/g,
      (_, word: string) => `${spelled.indexOf(word)} `,
    )
    .replace(/\$\s?(\d[\d,]*)(?![\d.,]*\d|[kKmM])\b/g, (_, n: string) => `${n.replace(/,/g, '')} dollars`)
    .replace(/(?<![\d.,])(\d[\d,]*) EUR\b/g, '€$1')
    .replace(/(\d) ?%/g, '$1 percent');
}

/** "Employees may" as "You may". */
export function address(text: string): string {
  return text
    .replace(/^(?:All |Every )?[Ee]mployees (?=must|may|can|should)/, 'You ')
    .replace(/\bcannot\b/g, "can't")
    .replace(/\bdo not\b/g, "don't");
}

/** "In Germany, x is y." becomes "X is y in Germany." */
export function turnRound(text: string): string {
  const [, place = '', rest = '', end = ''] =
    /^((?:In|At|For|During|Within|On) [^,.;]{3,40}), ([^,;:]{10,})([.])$/u.exec(text) ?? [];
  return place === ''
    ? text
    : `${rest.charAt(0).toUpperCase()}${rest.slice(1)} ${place.charAt(0).toLowerCase()}${place.slice(1)}${end}`;
}
