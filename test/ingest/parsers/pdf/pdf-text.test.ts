import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pagesToMarkdown } from '../../../../src/ingest/parsers/pdf/pdf-text.ts';
import type { TextRun } from '../../../../src/ingest/parsers/pdf/text-run.ts';

interface Placed {
  readonly font?: string;
  readonly size?: number;
  readonly width?: number;
  readonly turned?: 'up';
}

function at(x: number, y: number, str: string, { font = 'plain', size = 10, width, turned }: Placed = {}): TextRun {
  const own = width ?? str.length * size * 0.5;
  return { str, hasEOL: true, x, y, width: own, size, font, ...(turned === undefined ? {} : { turned }) };
}

function row(y: number, cells: Readonly<Record<number, string>>, placed: Placed = {}): TextRun[] {
  return Object.entries(cells).map(([x, text]) => at(Number(x), y, text, placed));
}

function read(...pages: (readonly TextRun[])[]) {
  return pagesToMarkdown(pages.map((runs) => ({ height: 800, runs })));
}

const bold: Placed = { font: 'bold' };

test('cells under a header of its own font become a table, empty ones stay empty', () => {
  const { markdown, unsafeTables } = read([
    at(50, 700, 'The limits are these, and they hold for all of our sites:'),
    ...row(670, { 50: 'City', 150: 'Day', 250: 'Night' }, bold),
    ...row(650, { 50: 'Berlin', 250: '20' }),
    ...row(630, { 150: '28' }),
    ...row(610, { 50: 'Paris | Lyon', 150: '30', 250: '25' }),
    at(50, 560, 'They are reviewed each year, in the first week of January.'),
  ]);
  assert.deepEqual(markdown, [
    'The limits are these, and they hold for all of our sites:\n\n| City | Day | Night |\n| --- | --- | --- |\n| Berlin |  | 20 |\n|  | 28 |  |\n| Paris \\| Lyon | 30 | 25 |\n\nThey are reviewed each year, in the first week of January.',
  ]);
  assert.deepEqual(unsafeTables, []);
});

test('lines of a cell that are set closely are one cell', () => {
  const { markdown } = read([
    ...row(700, { 50: 'Name', 150: 'Type', 250: 'Meaning' }, bold),
    ...row(680, { 50: 'A', 150: 'text', 250: 'What a person' }),
    ...row(668, { 250: 'wrote' }),
    ...row(648, { 50: 'B', 150: 'day', 250: 'When' }),
  ]);
  assert.match(markdown[0] ?? '', /\| A \| text \| What a person wrote \|\n\| B \| day \| When \|$/);
});

test('a table whose columns are not certain stays as lines, and its page is named', () => {
  const rows = (cells: readonly Readonly<Record<number, string>>[]) =>
    cells.flatMap((some, i) => row(650 - i * 20, some));
  const body = [
    { 50: 'Berlin', 150: '28', 250: '20' },
    { 50: 'Paris', 150: '30', 250: '25' },
    { 50: 'Rome', 150: '31', 250: '26' },
    { 50: 'Oslo', 150: '32', 250: '27' },
  ];
  const noHeader = rows(body);
  const gapInHeader = [...row(670, { 50: 'City', 250: 'Night' }, bold), ...rows(body)];
  const twoInACell = [
    ...row(670, { 50: 'City', 150: 'Day and night together' }, { ...bold, width: 130 }),
    ...rows(body),
  ];
  const { markdown, unsafeTables } = read(noHeader, gapInHeader, twoInACell);
  assert.deepEqual(unsafeTables, [1, 2, 3]);
  for (const page of markdown) assert.ok(!page.includes('| ') && page.includes('Berlin 28 20\n'), page);
});

test('names written upwards name the columns below them, also one without values', () => {
  const { markdown } = read([
    at(160, 700, 'Read', { turned: 'up' }),
    at(190, 700, 'Write', { turned: 'up' }),
    at(220, 700, 'Own', { turned: 'up' }),
    at(50, 700, 'Role'),
    ...row(680, { 50: 'Guest', 155: 'X' }),
    ...row(660, { 50: 'Editor', 155: 'X', 215: 'X' }),
    ...row(640, { 50: 'Owner', 215: 'X' }),
  ]);
  assert.equal(
    markdown[0],
    '| Role | Read | Write | Own |\n| --- | --- | --- | --- |\n| Guest | X |  |  |\n| Editor | X |  | X |\n| Owner |  |  | X |',
  );
});

test('no value ever stands under the name of another column', () => {
  const cell = fc.record({ is: fc.boolean(), width: fc.integer({ min: 5, max: 60 }) });
  const side = fc.constantFrom(0, 0.5, 1);
  const column = fc.record({ side, nameSide: side, spill: fc.integer({ min: 0, max: 9 }) });
  const table = fc.integer({ min: 2, max: 5 }).chain((columns) => {
    const line = fc.array(cell, { minLength: columns, maxLength: columns });
    return fc.record({
      columns: fc.array(column, { minLength: columns, maxLength: columns }),
      names: line,
      rows: fc.array(line, { minLength: 2, maxLength: 8 }),
      pitch: fc.integer({ min: 11, max: 30 }),
      hasAllNames: fc.boolean(),
    });
  });
  let tables = 0;
  fc.assert(
    fc.property(table, ({ columns, names, rows, pitch, hasAllNames }) => {
      // Cells as a program sets them, to one side of a column 80 points wide, some of them running over into the next one.
      const place = (c: number, y: number, text: string, width: number, to: number, font: string) =>
        at(50 + c * 90 + (80 - Math.min(width, 80)) * to, y, text, { font, width });
      const runs = [
        ...names.flatMap(({ is, width }, c) =>
          is || hasAllNames ? [place(c, 700, `name${c}`, width, columns[c]?.nameSide ?? 0, 'bold')] : [],
        ),
        ...rows.flatMap((line, r) =>
          line.flatMap(({ is, width }, c) => {
            const spilled = columns[c]?.spill === r ? width + 60 : width;
            return is ? [place(c, 700 - (r + 1) * pitch, `${c}v${r}`, spilled, columns[c]?.side ?? 0, 'plain')] : [];
          }),
        ),
      ];
      const lines = (read(runs).markdown[0] ?? '').split('\n').filter((text) => text.startsWith('| '));
      const cells = lines.map((text) =>
        text
          .slice(2, -1)
          .split('|')
          .map((part) => part.trim()),
      );
      const [header = [], , ...body] = cells;
      if (body.length > 0) tables += 1;
      for (const values of body) {
        for (const [i, text] of values.entries()) {
          for (const [, c] of text.matchAll(/(\d)v\d/g)) {
            assert.ok(header[i] === '' ? i === 0 : header[i] === `name${c}`, lines.join('\n'));
          }
        }
      }
    }),
    { numRuns: 300 },
  );
  assert.ok(tables > 0);
});

test('two columns that a file has line by line are read one after the other', () => {
  const left = Array.from({ length: 8 }, (_, i) => `Left line ${i} of the text here`);
  const right = Array.from({ length: 8 }, (_, i) => `Right line ${i} of the text too`);
  const runs = left.flatMap((text, i) => [
    { ...at(50, 700 - i * 12, text, { width: 200 }), hasEOL: false },
    at(300, 700 - i * 12, right[i] ?? '', { width: 200 }),
  ]);
  assert.equal(read(runs).markdown[0], [...left, ...right].join('\n'));
});

test('what the file has last goes where it stands on the page', () => {
  const { markdown } = read([
    at(50, 600, 'The second paragraph of the page is here.'),
    at(50, 500, 'The third paragraph of the page is here.'),
    at(50, 700, 'The first paragraph of the page is here.'),
  ]);
  assert.match(markdown[0] ?? '', /first[\s\S]*second[\s\S]*third/);
});

test('headers and footers that three pages share are left out, with their page numbers; other lines stay', () => {
  const page = (n: number) => [
    at(50, 780, 'Travel policy 2026'),
    at(50, 600, `Paragraph ${n} is about trains.`),
    at(50, 400, 'Ask your manager.'),
    at(50, 30, `Company Ltd. - ${n}`),
    at(300, 20, `Page ${n} of 3`),
  ];
  const three = read(page(1), page(2), page(3)).markdown;
  assert.deepEqual(
    three,
    [1, 2, 3].map((n) => `Paragraph ${n} is about trains.\nAsk your manager.`),
  );
  const two = read(page(1), page(2)).markdown[0] ?? '';
  assert.ok(two.includes('Travel policy 2026') && two.includes('Company Ltd.') && !two.includes('Page 1 of'));
});

test('a line printed twice to look bold is read once, a number on its own line begins the clause', () => {
  const { markdown } = read([
    at(50, 700, 'Important words'),
    at(50.3, 700, 'Important words'),
    at(50, 680, '2.1'),
    at(50, 660, '.3'),
    at(90, 645, 'Guests sign in.'),
    at(50, 630, '(a)'),
    at(90, 630, 'They wear a badge.'),
  ]);
  assert.equal(markdown[0], 'Important words\n\n2.1\n\n.3 Guests sign in.\n(a) They wear a badge.');
});
