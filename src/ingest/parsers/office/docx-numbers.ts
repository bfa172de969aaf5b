import type { CheerioAPI } from 'cheerio';

/**
 * Writes the numbers of list items into their text where a reader of the HTML would count otherwise: lists that go on
 * after a paragraph, numbers such as 2.1 and (a). Headings stay without their numbers.
 */
export function numberLists($: CheerioAPI, numbering: CheerioAPI, styles: CheerioAPI): void {
  const lists = readLists(numbering);
  const styleNumbers = readStyles(styles);
  const counters = new Map<string, number[]>();
  let expected: { list: string; next: number } | undefined;
  $('w\\:p').each((_, paragraph) => {
    // The newer form of a text box; the older one beside it is what is read.
    if ($(paragraph).closest('mc\\:Choice').length > 0) return;
    const properties = $(paragraph).children('w\\:pPr');
    const style = styleNumbers.get(properties.children('w\\:pStyle').attr('w:val') ?? '');
    const own = properties.children('w\\:numPr');
    const list = own.children('w\\:numId').attr('w:val') ?? style?.list;
    const level = Number(own.children('w\\:ilvl').attr('w:val') ?? style?.level ?? 0) || 0;
    const levels = list === undefined ? undefined : lists.get(list);
    const format = levels?.levels[level];
    if (levels === undefined || format === undefined || style?.isHeading) {
      // What stands between two items ends a list of HTML, but not one of Word.
      if ($(paragraph).text().trim() !== '') expected = undefined;
      return;
    }
    const counter = counters.get(levels.counter) ?? [];
    counters.set(levels.counter, counter);
    counter[level] = (counter[level] ?? format.start - 1) + 1;
    counter.length = level + 1;
    if (format.format === 'bullet' || format.format === 'none') return;
    const number = counter[level] ?? 1;
    const inOrder = expected?.list === `${list} ${level}` ? number === expected.next : number === 1;
    if (level > 0 ? format.text === `%${level + 1}.` && format.format === 'decimal' : inOrder && isPlain(format)) {
      if (level === 0) expected = { list: `${list} ${level}`, next: number + 1 };
      return;
    }
    const label = format.text.replace(/%(\d)/g, (_, n: string) => {
      const at = Number(n) - 1;
      return write(counter[at] ?? levels.levels[at]?.start ?? 1, levels.levels[at]?.format ?? 'decimal');
    });
    own.remove();
    properties.append('<w:numPr><w:ilvl w:val="0"/><w:numId w:val="0"/></w:numPr>');
    const run = '<w:r><w:t xml:space="preserve"></w:t></w:r>';
    if (properties.length > 0) properties.after(run);
    else $(paragraph).prepend(run);
    $(paragraph).children('w\\:r').first().children('w\\:t').text(`${label} `);
    expected = undefined;
  });
}

interface Level {
  readonly format: string;
  readonly text: string;
  readonly start: number;
}

interface List {
  /** Lists that are one list to Word count together. */
  readonly counter: string;
  readonly levels: readonly (Level | undefined)[];
}

function isPlain({ format, text }: Level): boolean {
  return format === 'decimal' && text === '%1.';
}

function readLists($: CheerioAPI): ReadonlyMap<string, List> {
  const abstract = new Map<string, (Level | undefined)[]>();
  $('w\\:abstractNum').each((_, element) => {
    const levels: (Level | undefined)[] = [];
    for (const level of $(element).children('w\\:lvl').toArray()) {
      const value = (name: string) => $(level).children(name).attr('w:val');
      levels[Number(level.attribs['w:ilvl'] ?? 0)] = {
        format: value('w\\:numFmt') ?? 'decimal',
        text: value('w\\:lvlText') ?? '',
        start: Number(value('w\\:start') ?? 1),
      };
    }
    abstract.set(element.attribs['w:abstractNumId'] ?? '', levels);
  });
  return new Map(
    $('w\\:num')
      .toArray()
      .map((element): [string, List] => {
        const id = element.attribs['w:numId'] ?? '';
        const base = $(element).children('w\\:abstractNumId').attr('w:val') ?? '';
        const restarts = $(element).find('w\\:startOverride').length > 0;
        return [id, { counter: restarts ? `own ${id}` : `shared ${base}`, levels: abstract.get(base) ?? [] }];
      }),
  );
}

function readStyles($: CheerioAPI): ReadonlyMap<string, { list?: string; level?: string; isHeading: boolean }> {
  return new Map(
    $('w\\:style')
      .toArray()
      .map((element) => {
        const numPr = $(element).find('w\\:numPr');
        const list = numPr.children('w\\:numId').attr('w:val');
        const level = numPr.children('w\\:ilvl').attr('w:val');
        const isHeading = /^(?:heading \d|title)$/i.test($(element).children('w\\:name').attr('w:val') ?? '');
        const facts = { isHeading, ...(list === undefined ? {} : { list }), ...(level === undefined ? {} : { level }) };
        return [element.attribs['w:styleId'] ?? '', facts] as const;
      }),
  );
}

function write(number: number, format: string): string {
  if (format === 'lowerLetter' || format === 'upperLetter') {
    const letter = String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.ceil(number / 26));
    return format === 'lowerLetter' ? letter : letter.toUpperCase();
  }
  if (format === 'lowerRoman' || format === 'upperRoman') {
    const roman = toRoman(number);
    return format === 'upperRoman' ? roman : roman.toLowerCase();
  }
  return String(number);
}

function toRoman(number: number): string {
  let left = Math.min(Math.max(number, 0), 3999);
  let text = '';
  for (const [value, letters] of romans) {
    while (left >= value) {
      text += letters;
      left -= value;
    }
  }
  return text;
}

const romans: readonly (readonly [number, string])[] = [
  ...([
    [1000, 'M'],
    [900, 'CM'],
    [500, 'D'],
    [400, 'CD'],
    [100, 'C'],
    [90, 'XC'],
  ] as const),
  ...([
    [50, 'L'],
    [40, 'XL'],
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ] as const),
];
