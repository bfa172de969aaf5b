/** A line of text: font size in points, distance from the lower edge, and the text (ASCII). */
export type Line = readonly [size: number, y: number, text: string];

/** A PDF of pages with lines in Helvetica, and an information dictionary. */
export function makePdf(pages: readonly (readonly Line[])[], info: Readonly<Record<string, string>> = {}): Uint8Array {
  const kids = pages.map((_, i) => `${4 + i * 2} 0 R`).join(' ');
  const entries = Object.entries(info).map(([key, value]) => `/${key} (${value})`);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((lines, i) => {
      const content = lines
        .map(([size, y, text]) => `BT /F1 ${size} Tf 72 ${y} Td (${escapeText(text)}) Tj ET`)
        .join('\n');
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + i * 2} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
    `<< ${entries.join(' ')} >>`,
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

function escapeText(text: string): string {
  return text.replace(/[\\()]/g, '\\$&');
}
