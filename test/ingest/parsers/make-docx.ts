import { makeZip } from './make-zip.ts';

const types = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>
</Types>`;

const rels = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>
</Relationships>`;

const documentRels = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/>
<Relationship Id="r2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments" Target="comments.xml"/>
<Relationship Id="r3" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/numbering" Target="numbering.xml"/>
</Relationships>`;

const word = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
].join(' ');

const styleNames = ['Title', 'heading 1', 'heading 2', 'toc 1', 'TOC Heading'];

/** A Word document of the given body XML, with the styles Title, heading1, heading2, toc1 and TOCHeading and one comment (id 0). */
export function makeDocx(
  body: string,
  properties: { core?: string; custom?: string; numbering?: string } = {},
): Uint8Array {
  const styles = styleNames
    .map(
      (name) =>
        `<w:style w:type="paragraph" w:styleId="${name.replaceAll(' ', '')}"><w:name w:val="${name}"/></w:style>`,
    )
    .join('');
  return makeZip({
    '[Content_Types].xml': types,
    '_rels/.rels': rels,
    'word/_rels/document.xml.rels': documentRels,
    'word/styles.xml': `<w:styles ${word}>${styles}</w:styles>`,
    'word/comments.xml': `<w:comments ${word}><w:comment w:id="0" w:author="A">${paragraph('Secret remark')}</w:comment></w:comments>`,
    'word/document.xml': `<w:document ${word}><w:body>${body}</w:body></w:document>`,
    ...(properties.numbering === undefined
      ? {}
      : { 'word/numbering.xml': `<w:numbering ${word}>${properties.numbering}</w:numbering>` }),
    ...(properties.core === undefined ? {} : { 'docProps/core.xml': properties.core }),
    ...(properties.custom === undefined ? {} : { 'docProps/custom.xml': properties.custom }),
  });
}

export function paragraph(text: string, style?: string): string {
  const properties = style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  return `<w:p>${properties}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

export function table(rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]) => row.map((text) => `<w:tc>${paragraph(text)}</w:tc>`).join('');
  return `<w:tbl>${rows.map((row) => `<w:tr>${cells(row)}</w:tr>`).join('')}</w:tbl>`;
}
