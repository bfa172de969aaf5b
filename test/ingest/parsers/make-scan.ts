import { deflateSync } from 'node:zlib';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { type Line, makePdf } from './make-pdf.ts';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Grey levels, row by row. */
  readonly pixels: Uint8Array;
}

/** A page as a copier sees it, at 150 dpi. */
export async function photograph(lines: readonly Line[]): Promise<Picture> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(makePdf([lines]));
  const page = await document.getPage(0).render({ scale: 150 / 72, colorSpace: 'Gray', render: 'bitmap' });
  document.destroy();
  library.destroy();
  return { width: page.width, height: page.height, pixels: page.data };
}

/** The picture on its side. */
export function onItsSide({ width, height, pixels }: Picture): Picture {
  const turned = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) turned[(width - 1 - x) * height + y] = pixels[y * width + x] ?? 0;
  }
  return { width: height, height: width, pixels: turned };
}

/** What a photo of nothing in particular is to text recognition. */
export function noise(width: number, height: number): Picture {
  const pixels = Uint8Array.from({ length: width * height }, (_, i) => ((i * 2_654_435_761) >>> 24) & 255);
  return { width, height, pixels };
}

/** A PDF of pages that hold a picture, or lines as text. */
export function makeScan(pages: readonly (Picture | readonly Line[])[]): Uint8Array {
  const kids = pages.map((_, i) => `${4 + i * 3} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((page, i) => pageObjects(page, 4 + i * 3)),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

function pageObjects(page: Picture | readonly Line[], id: number): string[] {
  if ('pixels' in page) {
    const [width, height] = [(page.width / 150) * 72, (page.height / 150) * 72];
    const data = Buffer.from(deflateSync(page.pixels)).toString('latin1');
    return [
      pageObject(width, height, `/XObject << /I ${id + 2} 0 R >>`, id + 1),
      stream(`${width} 0 0 ${height} 0 0 cm /I Do`),
      `<< /Type /XObject /Subtype /Image /Width ${page.width} /Height ${page.height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode /Length ${data.length} >>\nstream\n${data}\nendstream`,
    ];
  }
  const content = page.map(([size, y, text]) => `BT /F1 ${size} Tf 72 ${y} Td (${text}) Tj ET`).join('\n');
  return [pageObject(595, 842, '/Font << /F1 3 0 R >>', id + 1), stream(content), 'null'];
}

function pageObject(width: number, height: number, resources: string, content: number): string {
  return `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << ${resources} >> /Contents ${content} 0 R >>`;
}

function stream(content: string): string {
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
}
