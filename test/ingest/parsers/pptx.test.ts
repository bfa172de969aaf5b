import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFile } from '../../../src/ingest/parsers/parse-file.ts';
import { makeZip } from './make-zip.ts';

const spaces = 'xmlns:a="a" xmlns:p="p" xmlns:r="r"';

interface Slide {
  readonly shapes: string;
  readonly hidden?: boolean;
  readonly notes?: string;
  readonly relations?: string;
}

function makePptx(slides: readonly Slide[]): Uint8Array {
  const files: Record<string, string> = {
    'ppt/presentation.xml': `<p:presentation ${spaces}><p:sldIdLst>${slides.map((_, i) => `<p:sldId id="${256 + i}" r:id="r${i}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    // The order of slides is that of the presentation, not that of their files.
    'ppt/_rels/presentation.xml.rels': `<Relationships>${slides.map((_, i) => `<Relationship Id="r${i}" Type="t/slide" Target="slides/slide${9 - i}.xml"/>`).join('')}</Relationships>`,
    'docProps/core.xml':
      '<cp:coreProperties xmlns:dc="d" xmlns:cp="c"><dc:title>Leave in short</dc:title></cp:coreProperties>',
  };
  for (const [i, { shapes, hidden, notes, relations = '' }] of slides.entries()) {
    files[`ppt/slides/slide${9 - i}.xml`] =
      `<p:sld ${spaces}${hidden ? ' show="0"' : ''}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`;
    const link =
      notes === undefined ? '' : `<Relationship Id="n" Type="t/notesSlide" Target="../notesSlides/n${i}.xml"/>`;
    files[`ppt/slides/_rels/slide${9 - i}.xml.rels`] = `<Relationships>${link}${relations}</Relationships>`;
    if (notes !== undefined)
      files[`ppt/notesSlides/n${i}.xml`] = `<p:notes ${spaces}>${shape('body', text(notes))}</p:notes>`;
  }
  return makeZip(files);
}

function shape(placeholder: string | undefined, paragraphs: string): string {
  const ph = placeholder === undefined ? '' : `<p:ph type="${placeholder}"/>`;
  return `<p:sp><p:nvSpPr><p:nvPr>${ph}</p:nvPr></p:nvSpPr><p:txBody>${paragraphs}</p:txBody></p:sp>`;
}

function text(content: string, properties = ''): string {
  return `<a:p>${properties}<a:r><a:t>${content}</a:t></a:r></a:p>`;
}

const leave: Slide = {
  shapes:
    shape('sldNum', text('1')) +
    shape(
      'body',
      text('30 days') + text('part time', '<a:pPr lvl="1"/>') + text('Ask first', '<a:pPr><a:buAutoNum/></a:pPr>'),
    ) +
    shape('title', text('Leave &amp; rest')) +
    shape(undefined, text('&lt;b&gt; A box')),
  notes: 'SECRET remark',
};

test('a slide is a page under its title, in the order of the presentation; notes stay out and are named', async () => {
  const table = `<p:graphicFrame><a:tbl><a:tr><a:tc gridSpan="2"><a:txBody>${text('Both')}</a:txBody></a:tc><a:tc hMerge="1"><a:txBody/></a:tc></a:tr>
<a:tr><a:tc><a:txBody>${text('1')}</a:txBody></a:tc><a:tc><a:txBody>${text('2')}</a:txBody></a:tc></a:tr></a:tbl></p:graphicFrame>`;
  const {
    text: markdown,
    pageStarts,
    notes,
    metadata,
  } = await parseFile({
    path: 'leave.pptx',
    bytes: makePptx([leave, { shapes: shape('title', text('SECRET')), hidden: true }, { shapes: table }]),
  });
  const first = '## Leave & rest\n\n- 30 days\n    - part time\n1. Ask first\n\n\\<b> A box';
  assert.equal(markdown, `${first}\n\n## Slide 3\n\n| Both | Both |\n| --- | --- |\n| 1 | 2 |`);
  assert.deepEqual(pageStarts, [0, first.length, first.length + 2]);
  assert.deepEqual(notes, [
    'slide 2: hidden, and left out',
    'slide 1: speaker notes are not read, since they may be meant for the speaker only',
  ]);
  assert.equal(metadata.title, 'Leave in short');
});

test('a chart is named as not read, and a presentation without text is refused', async () => {
  const chart = '<Relationship Id="c" Type="t/chart" Target="../charts/c.xml"/>';
  const { notes } = await parseFile({ path: 'a.pptx', bytes: makePptx([{ ...leave, relations: chart }]) });
  assert.ok(notes.includes('slide 1: what a chart shows is not read'));
  await assert.rejects(parseFile({ path: 'a.pptx', bytes: makePptx([{ shapes: '' }, { ...leave, hidden: true }]) }), {
    code: 'document_unreadable',
    message: 'has no text on the slides that are shown',
  });
});
