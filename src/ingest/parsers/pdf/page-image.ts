import { PDFiumLibrary } from '@hyzyla/pdfium';

/** Grey levels from black (0) to white (255), row by row from the top left. */
export interface PageImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  readonly pixelsPerPoint: number;
}

export interface PageImages {
  /** The page, from 1, as people see it. */
  render(page: number): Promise<PageImage>;
  /** There is nothing on the page but what the file holds as text. */
  isOnlyText(page: number): boolean;
  close(): void;
}

const dotsPerInch = 200;

/** About an A3 sheet; larger pages are drawn more coarsely, since their pixels alone could fill the memory. */
const maxPixels = 8_000_000;

/** Opens a PDF for drawing; throws where PDFium cannot open it. */
export async function openPageImages(bytes: Uint8Array): Promise<PageImages> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(bytes);
    return {
      async render(page) {
        const source = document.getPage(page - 1);
        const { originalWidth, originalHeight } = source.getOriginalSize();
        const scale = Math.min(dotsPerInch / 72, Math.sqrt(maxPixels / Math.max(1, originalWidth * originalHeight)));
        const { width, height, data } = await source.render({ scale, colorSpace: 'Gray', render: 'bitmap' });
        return { width, height, pixels: data, pixelsPerPoint: scale };
      },
      isOnlyText: (page) => [...document.getPage(page - 1).objects()].every(({ type }) => type === 'text'),
      close() {
        document.destroy();
        library.destroy();
      },
    };
  } catch (error) {
    library.destroy();
    throw error;
  }
}

/** Fewer marks than two letters of small print would make. */
export function isBlankImage({ pixels }: PageImage): boolean {
  const counts = new Uint32Array(256);
  for (const level of pixels) counts[level] = (counts[level] ?? 0) + 1;
  const paper = counts.indexOf(counts.reduce((most, count) => Math.max(most, count), 0));
  const marks = counts.reduce((sum, count, level) => (Math.abs(level - paper) > 48 ? sum + count : sum), 0);
  return marks < pixels.length / 10_000;
}

/** The image turned clockwise by a quarter. */
export function turnImage({ width, height, pixels, pixelsPerPoint }: PageImage): PageImage {
  const turned = new Uint8Array(pixels.length);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) turned[x * height + (height - 1 - y)] = pixels[at] ?? 0;
  }
  return { width: height, height: width, pixels: turned, pixelsPerPoint };
}
