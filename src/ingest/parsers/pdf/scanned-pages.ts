import { isBlankImage, openPageImages, type PageImage, turnImage } from './page-image.ts';
import {
  leastConfidence,
  type RecognizedPage,
  startTextRecognition,
  type TextRecognition,
} from './text-recognition.ts';

/** What became of a page that holds no text of its own; `confidence` is that of the best attempt, from 0 to 100. */
export type ScannedPage =
  | ({ readonly kind: 'read'; readonly page: number } & RecognizedPage)
  | { readonly kind: 'blank' | 'unread'; readonly page: number }
  | { readonly kind: 'unclear'; readonly page: number; readonly confidence: number };

export interface PageToRead {
  /** From 1. */
  readonly page: number;
  /** It has text, but none that can be used: what it shows counts, not what it holds. */
  readonly isGarbled: boolean;
}

/**
 * Reads pages (in order) by text recognition, turned if they lie on their side, until `deadline` (as
 * `performance.now()` counts); pages for which no time is left are `unread`.
 */
export async function readScannedPages(
  bytes: Uint8Array,
  pages: readonly PageToRead[],
  deadline = Number.POSITIVE_INFINITY,
): Promise<ScannedPage[]> {
  const images = await openPageImages(bytes).catch(() => undefined);
  // PDF.js mends more than PDFium does: what has text must not be lost for what can't be drawn.
  if (images === undefined) return pages.map(({ page }) => ({ kind: 'unclear', page, confidence: 0 }));
  let recognition: TextRecognition | undefined;
  const results: ScannedPage[] = [];
  const expired = expiry(deadline);
  let quarterTurns = 0;
  let longestMs = 0;
  try {
    for (const { page, isGarbled } of pages) {
      const started = performance.now();
      if (started + longestMs > deadline) break;
      const image = isGarbled || !images.isOnlyText(page) ? await images.render(page) : undefined;
      if (image === undefined || isBlankImage(image)) {
        results.push({ kind: 'blank', page });
        continue;
      }
      recognition ??= await startTextRecognition();
      const outcome = await Promise.race([recognizeTurned(recognition, image, quarterTurns), expired.promise]);
      if (outcome === undefined) break;
      longestMs = Math.max(longestMs, performance.now() - started);
      const { best, turns } = outcome;
      if (best.confidence < leastConfidence || best.runs.length === 0) {
        results.push({ kind: 'unclear', page, confidence: best.confidence });
      } else {
        results.push({ kind: 'read', page, ...best });
        quarterTurns = turns;
      }
    }
  } finally {
    expired.cancel();
    await recognition?.stop();
    images.close();
  }
  return [...results, ...pages.slice(results.length).map(({ page }) => ({ kind: 'unread' as const, page }))];
}

/** Surely the right way up: no need to try the others. */
const clearConfidence = 80;

/** Begins with the turn that the page before needed. */
async function recognizeTurned(recognition: TextRecognition, image: PageImage, firstTurns: number) {
  let turned = image;
  for (let n = 0; n < firstTurns; n++) turned = turnImage(turned);
  let best: RecognizedPage = { height: image.height, runs: [], confidence: 0, linesLeftOut: 0 };
  let turns = firstTurns;
  for (let n = 0; n < 4; n++) {
    const attempt = await recognition.recognize(turned);
    if (attempt.confidence > best.confidence) {
      best = attempt;
      turns = (firstTurns + n) % 4;
    }
    if (best.confidence >= clearConfidence) break;
    turned = turnImage(turned);
  }
  return { best, turns };
}

function expiry(deadline: number): { promise: Promise<undefined>; cancel(): void } {
  if (deadline === Number.POSITIVE_INFINITY) return { promise: new Promise(() => {}), cancel() {} };
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), Math.max(0, deadline - performance.now()));
  return { promise, cancel: () => clearTimeout(timer) };
}
