import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import Tesseract from 'tesseract.js';
import type { PageImage } from './page-image.ts';
import type { PageText, TextRun } from './text-run.ts';

export interface RecognizedPage extends PageText {
  /** From 0 to 100, over all words. */
  readonly confidence: number;
  /** Lines, or parts of them, that were too unclear to keep. */
  readonly linesLeftOut: number;
}

export interface TextRecognition {
  recognize(image: PageImage): Promise<RecognizedPage>;
  stop(): Promise<void>;
}

/** Below it, what is recognised is mostly not what is printed. */
export const leastConfidence = 60;

/** The language data comes with the package: nothing is fetched, and nothing is written anywhere. */
export function recognitionOptions() {
  const data = dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng'));
  return { langPath: join(data, '4.0.0_best_int'), cacheMethod: 'none', gzip: true } as const;
}

/** Starts a thread that recognises printed English; `stop` ends it. */
export async function startTextRecognition(): Promise<TextRecognition> {
  const worker = await Tesseract.createWorker('eng', Tesseract.OEM.LSTM_ONLY, recognitionOptions());
  return {
    async recognize(image) {
      const { data } = await worker.recognize(toGraymap(image), {}, { blocks: true });
      const lines = (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines));
      const parts = lines.flatMap(partsOf);
      const bodyHeight = median(lines.map(heightOf));
      return {
        height: image.height / image.pixelsPerPoint,
        runs: lines.flatMap((line) => runsOf(line, image, bodyHeight)),
        confidence: data.confidence,
        linesLeftOut: parts.filter((part) => !isClear(part) && /[\p{L}\p{N}]{2}/u.test(textOf(part))).length,
      };
    },
    async stop() {
      await worker.terminate();
    },
  };
}

/** Portable graymap, the plainest format that the recogniser reads. */
function toGraymap({ width, height, pixels }: PageImage): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]);
}

type Part = readonly Tesseract.Word[];

/** A line that runs across two columns, or into a picture, is several: what is clear in one must not vouch for another. */
function partsOf(line: Tesseract.Line): Part[] {
  const parts: Tesseract.Word[][] = [];
  for (const word of line.words.filter(({ text }) => !stain.test(text))) {
    const last = parts.at(-1)?.at(-1);
    if (last !== undefined && word.bbox.x0 - last.bbox.x1 <= heightOf(line) * fontSize * 0.9) parts.at(-1)?.push(word);
    else parts.push([word]);
  }
  return parts;
}

/** Share of a line's height, from its deepest letter to its highest, that the font's size is about. */
const fontSize = 0.8;

/** What dust, rules and the edges of pictures come out as. */
const stain = /^[~|_=.,:;'"`^°\\/‘’“”-]{2,}$|^[~|_^`°\\]$/;

function isClear(words: Part): boolean {
  const letters = words.map(({ text }) => text.length);
  const total = letters.reduce((sum, length) => sum + length, 0);
  const weighted = words.reduce((sum, { confidence, text }) => sum + confidence * text.length, 0);
  return weighted / Math.max(1, total) >= leastConfidence && words.some(({ text }) => /[\p{L}\p{N}]/u.test(text));
}

function textOf(words: Part): string {
  return words.map(({ text }) => text).join(' ');
}

function heightOf({ rowAttributes, bbox }: Tesseract.Line): number {
  return rowAttributes.rowHeight > 0 ? rowAttributes.rowHeight : bbox.y1 - bbox.y0;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** Heights vary with the letters that a line happens to have, so that only much larger print counts as larger. */
function runsOf(line: Tesseract.Line, image: PageImage, bodyHeight: number): TextRun[] {
  const height = heightOf(line) > bodyHeight * 1.4 ? bodyHeight * 1.5 : bodyHeight;
  const points = (pixels: number) => pixels / image.pixelsPerPoint;
  const baseline = (line.baseline.y0 + line.baseline.y1) / 2;
  const words = partsOf(line).filter(isClear).flat();
  return words.map(({ text, bbox }, i) => ({
    // A bullet is no letter of the alphabet, and comes out as the sign that looks most like it.
    str: i === 0 && words.length > 1 && /^[®©*»«¢]$/.test(text) ? '•' : text,
    hasEOL: i === words.length - 1,
    x: points(bbox.x0),
    y: points(image.height - baseline),
    width: points(bbox.x1 - bbox.x0),
    size: points(height * fontSize),
  }));
}
