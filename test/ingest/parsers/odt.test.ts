import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFile } from '../../../src/ingest/parsers/parse-file.ts';
import { makeZip } from './make-zip.ts';

const spaces =
  'xmlns:office="o" xmlns:text="t" xmlns:table="b" xmlns:style="s" xmlns:draw="d" xmlns:meta="m" xmlns:dc="c"';

function makeOdt(body: string, files: Readonly<Record<string, string>> = {}): Uint8Array {
  return makeZip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'META-INF/manifest.xml': '<manifest:manifest/>',
    'content.xml': `<office:document-content ${spaces}><office:automatic-styles>
<style:style style:name="P1" style:parent-style-name="Title"/>
<text:list-style style:name="L1"><text:list-level-style-number text:level="1"/></text:list-style></office:automatic-styles>
<office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    ...files,
  });
}

async function parse(body: string, files: Readonly<Record<string, string>> = {}) {
  return parseFile({ path: 'leave.odt', bytes: makeOdt(body, files) });
}

const p = (text: string) => `<text:p>${text}</text:p>`;

test('title, headings, lists, tables and footnotes keep their structure', async () => {
  const { text } = await parse(
    [
      '<text:p text:style-name="P1">Leave</text:p><text:h text:outline-level="2">Days</text:h>',
      p(
        'You get<text:s text:c="2"/>30 days<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Part time less.</text:p></text:note-body></text:note>.',
      ),
      `<text:list text:style-name="L1"><text:list-item>${p('Ask')}</text:list-item><text:list-item>${p('Wait')}</text:list-item></text:list>`,
      '<table:table><table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>Both</text:p></table:table-cell><table:covered-table-cell/></table:table-row>',
      `<table:table-row><table:table-cell>${p('1')}</table:table-cell><table:table-cell>${p('a &lt; b')}</table:table-cell></table:table-row></table:table>`,
      `<draw:frame><draw:text-box>${p('In a box')}</draw:text-box></draw:frame>`,
    ].join(''),
  );
  assert.equal(
    text,
    '# Leave\n\n## Days\n\nYou get 30 days[1].\n\n1. Ask\n2. Wait\n\n| Both | Both |\n| --- | --- |\n| 1 | a < b |\n\nIn a box\n\n[1] Part time less.',
  );
});

test('deleted, hidden and commented text and indexes are left out', async () => {
  const { text } = await parse(
    [
      `<text:tracked-changes><text:deletion>${p('SECRET')}</text:deletion></text:tracked-changes>`,
      `<text:table-of-content>${p('Days ... 2')}</text:table-of-content>`,
      p(
        'Kept<office:annotation><text:p>SECRET</text:p></office:annotation><text:hidden-text>SECRET</text:hidden-text>.',
      ),
    ].join(''),
  );
  assert.equal(text, 'Kept.');
});

test('document properties are metadata, own ones count like front matter', async () => {
  const meta = `<office:document-meta ${spaces}><dc:title>Leave rules</dc:title><meta:initial-creator>Ada</meta:initial-creator>
<dc:date>2026-05-06T07:08:09</dc:date><meta:keyword>leave</meta:keyword><meta:user-defined meta:name="Audience">Managers</meta:user-defined></office:document-meta>`;
  const { metadata } = await parse(p('Text'), { 'meta.xml': meta });
  assert.deepEqual(metadata, {
    title: 'Leave rules',
    author: 'Ada',
    updated: '2026-05-06',
    audience: ['managers'],
    country: [],
    tags: ['leave'],
    status: 'active',
  });
});

test('an encrypted file and one that is no text are refused with the reason', async () => {
  const manifest = '<manifest:manifest><manifest:encryption-data/></manifest:manifest>';
  await assert.rejects(parse(p('x'), { 'META-INF/manifest.xml': manifest }), {
    code: 'document_unreadable',
    message: 'needs a password: save a copy without one',
  });
  const sheet = makeOdt('', {
    'content.xml': '<office:document-content><office:spreadsheet/></office:document-content>',
  });
  await assert.rejects(parseFile({ path: 'a.odt', bytes: sheet }), {
    message: /^is an OpenDocument file, but not a text/,
  });
});
