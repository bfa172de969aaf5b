import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHtmlParser } from '../../../src/ingest/parsers/html.ts';

const parser = createHtmlParser();

async function parse(html: string | Uint8Array) {
  return parser.parse({ bytes: Buffer.from(html as Uint8Array), path: 'wiki/leave.html' });
}

async function textOf(html: string): Promise<string> {
  return (await parse(html)).text;
}

test('what a reader does not see is left out', async () => {
  const html = `<!doctype html><html><head><title>Leave | Wiki</title><style>p{}</style></head><body>
<header><a href="/">Home</a><h1>Leave</h1></header><nav>Menu</nav><!-- secret --><script>alert(1)</script>
<p hidden>Hidden</p><p style="display: none">Hidden too</p><main><p>You get <b>20 days</b>.</p></main>
<aside>Ads</aside><footer>Imprint</footer></body></html>`;
  assert.equal(await textOf(html), '# Leave\n\nYou get **20 days**.');
});

test('a table becomes a GFM table with a header row; spans are repeated, cells are one line', async () => {
  const html = `<table><caption>Rates</caption><tr><th>Country</th><th colspan="2">Days | year</th></tr>
<tr><td rowspan="2">DE</td><td>30</td><td><ul><li>full</li><li>time</li></ul></td></tr><tr><td>15</td><td>part<br>time</td></tr></table>`;
  assert.equal(
    await textOf(html),
    'Rates\n\n| Country | Days \\| year | Days \\| year |\n| --- | --- | --- |\n| DE | 30 | full time |\n| DE | 15 | part time |',
  );
});

test('a header of two rows becomes one, so that each value keeps its whole name', async () => {
  const rows = (tags: string) => `<tr><${tags} rowspan="2">Country</${tags}><${tags} colspan="2">Rates</${tags}></tr>
<tr><${tags}>Day</${tags}><${tags}>Night</${tags}></tr>`;
  const body = '<tr><td>DE</td><td>28</td><td>14</td></tr>';
  const merged = '| Country | Rates Day | Rates Night |\n| --- | --- | --- |\n| DE | 28 | 14 |';
  assert.equal(await textOf(`<table>${rows('th')}${body}</table>`), merged);
  assert.equal(await textOf(`<table><thead>${rows('td')}</thead><tbody>${body}</tbody></table>`), merged);
  const bold = '<tr><th>DE</th><th>28</th></tr><tr><th>FR</th><th>25</th></tr>';
  assert.equal(await textOf(`<table>${bold}</table>`), '| DE | 28 |\n| --- | --- |\n| FR | 25 |');
});

test('a table inside a cell becomes text of the cell', async () => {
  const html =
    '<table><tr><td><b>a</b></td><td><table><tr><td>x</td><td>y</td></tr></table></td></tr><tr><td>b</td><td>c</td></tr></table>';
  assert.equal(await textOf(html), '| a | x y |\n| --- | --- |\n| b | c |');
});

test('a table for layout becomes paragraphs', async () => {
  assert.equal(await textOf('<table><tr><td>One.</td></tr><tr><td>Two.</td></tr></table>'), 'One.\n\nTwo.');
});

test('lists nest, code is fenced, text that looks like markup is escaped', async () => {
  assert.equal(await textOf('<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>'), '- a\n    1. b\n- c');
  assert.equal(
    await textOf('<pre># not a heading\n```</pre><p>after</p>'),
    '````\n# not a heading\n```\n````\n\nafter',
  );
  assert.equal(
    await textOf('<p># no heading</p><p>&lt;script&gt; in 2026. Then snake_case * x</p>'),
    '\\# no heading\n\n\\<script> in 2026. Then snake_case \\* x',
  );
});

test('invisible characters written as entities are removed and reported', async () => {
  const { text, notes } = await parse('<p>20&#x202e; da&#8203;ys</p>');
  assert.equal(text, '20 days');
  assert.equal(notes.length, 1);
});

test('links keep their address, unless it leads nowhere', async () => {
  assert.equal(
    await textOf('<p><a href="https://a.example/x">A</a> <a href="#top">B</a> <a href="javascript:x()">C</a></p>'),
    '[A](https://a.example/x) B C',
  );
});

test('the declared encoding is used, and a wrong declaration does no harm', async () => {
  const page = '<html><head><meta charset="windows-1252"></head><body><p>Überstunden</p></body></html>';
  assert.equal((await parse(Buffer.from(page, 'latin1'))).text, 'Überstunden');
  assert.equal((await parse(page.replace('windows-1252', 'utf-16'))).text, 'Überstunden');
  assert.equal((await parse(page.replace('windows-1252', 'nonsense'))).text, 'Überstunden');
});

test('meta elements are metadata', async () => {
  const html = `<head><title>Wiki</title><meta name="author" content="Ada"><meta name="keywords" content="leave, days">
<meta name="audience" content="Managers"><meta property="article:modified_time" content="2026-02-03T10:00:00Z">
<link rel="canonical" href="https://wiki.example/leave"></head><body><h1>Annual leave</h1><p>Text</p></body>`;
  const { metadata, notes } = await parse(html);
  assert.deepEqual(notes, []);
  assert.deepEqual(metadata, {
    title: 'Annual leave',
    author: 'Ada',
    updated: '2026-02-03',
    audience: ['managers'],
    country: [],
    tags: ['leave', 'days'],
    status: 'active',
    url: 'https://wiki.example/leave',
  });
});
