import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { parseFile } from '../../../src/ingest/parsers/parse-file.ts';

async function parse(source: string) {
  return parseFile({ path: 'travel.adoc', bytes: Buffer.from(source) });
}

test('headings, tables, lists and admonitions keep their structure', async () => {
  const { text } = await parse(
    '= Travel policy\n\n== Hotels\n\n|===\n|City |Limit\n\n|Berlin |120\n.2+|Paris |150\n|160\n|===\n\nNOTE: Ask first.\n\n. one\n. two\n\nTerm:: What it means.\n\n// SECRET\n',
  );
  assert.equal(
    text,
    '# Travel policy\n\n## Hotels\n\n| City | Limit |\n| --- | --- |\n| Berlin | 120 |\n| Paris | 150 |\n| Paris | 160 |\n\n**Note:** Ask first.\n\n1. one\n2. two\n\n**Term**\nWhat it means.',
  );
});

test('the header is metadata', async () => {
  const { metadata, notes } = await parse(
    '= Travel policy\nAda Lovelace <ada@example.org>; Ben Bitdiddle\nv2.1, 2026-03-04\n:owner: HR\n:audience: managers\n:effective-date: 2026-04-01\n:keywords: travel, hotel\n\nText by {author} on {docdate}{localtime}.\n',
  );
  assert.deepEqual(notes, []);
  assert.deepEqual(metadata, {
    title: 'Travel policy',
    author: 'Ada Lovelace, Ben Bitdiddle',
    owner: 'HR',
    updated: '2026-03-04',
    effectiveFrom: '2026-04-01',
    audience: ['managers'],
    country: [],
    tags: ['travel', 'hotel'],
    status: 'active',
  });
});

test('no other file is read and nothing is fetched', async (t) => {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.end('FETCHED');
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const outside = `http://127.0.0.1:${address.port}/x`;
  const { text, notes } = await parse(
    `:allow-uri-read:\n:data-uri:\n\nBefore.\n\ninclude::/etc/passwd[]\n\ninclude::${outside}[]\n\nimage::${outside}.png[A plan]\n\n[csv,file=/etc/passwd]\n|===\ninclude::/etc/hosts[]\n|===\n\nvideo::${outside}[]\n`,
  );
  assert.equal(requests, 0);
  assert.ok(text.startsWith('Before.') && text.includes('A plan'));
  assert.ok(!/root:|localhost|FETCHED|include::/.test(text), text);
  assert.match(notes.join(), /^includes \/etc\/passwd, .* which is not read: only the file's own text is indexed/);
});

test('a table with a row that has a cell too many is kept as lines, and named', async () => {
  const { text, notes } = await parse('Text.\n\n|===\n|A |B\n\n|1 |2 |3\n|4 |5\n|===\n');
  assert.equal(text, 'Text.\n\nA B\n\n1 2\n\n3 4');
  assert.match(notes.join(), /^line 7: a table has rows with too many or too few cells/);
});
