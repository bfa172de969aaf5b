import { getDocumentProxy } from 'unpdf';
import { unreadable } from '../unreadable.ts';
import type { PageText, TextRun } from './text-run.ts';

export interface PdfPages {
  readonly pages: readonly PageText[];
  /** The document information dictionary. */
  readonly info: Readonly<Record<string, unknown>>;
}

/** The text of each page with its place on it; throws `document_unreadable`. */
export async function readPdfPages(bytes: Uint8Array): Promise<PdfPages> {
  let pdf: Awaited<ReturnType<typeof getDocumentProxy>> | undefined;
  try {
    pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    const pages: PageText[] = [];
    for (let n = 1; n <= pdf.numPages; n++) {
      const page = await pdf.getPage(n);
      const { height, transform } = page.getViewport({ scale: 1 });
      const { items } = await page.getTextContent();
      const runs = items.flatMap((item) => ('str' in item ? [runOf(item, transform, height)] : []));
      pages.push({ height, runs });
      page.cleanup();
    }
    const { info } = await pdf.getMetadata();
    return { pages, info: { ...info } };
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : '';
    if (name === 'PasswordException') throw unreadable('needs a password: save a copy without one', cause);
    throw unreadable('is damaged or not a PDF: open it and save it again', cause);
  } finally {
    await pdf?.loadingTask.destroy();
  }
}

interface PdfItem {
  readonly str: string;
  readonly hasEOL: boolean;
  readonly dir: string;
  readonly width: number;
  readonly fontName: string;
  readonly transform: readonly number[];
}

/** The viewport turns the page upright and counts downwards (ISO 32000-1, 8.3.4, for the matrices). */
function runOf(item: PdfItem, viewport: readonly number[], height: number): TextRun {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = item.transform;
  const [va = 1, vb = 0, vc = 0, vd = 1, ve = 0, vf = 0] = viewport;
  const across = va * a + vc * b;
  const down = vb * a + vd * b;
  const isTurned = Math.abs(down) > Math.abs(across) * 0.02;
  return {
    str: item.str,
    hasEOL: item.hasEOL,
    x: va * e + vc * f + ve,
    y: height - (vb * e + vd * f + vf),
    width: item.width,
    size: Math.hypot(c, d),
    font: item.fontName,
    ...(isTurned ? { turned: down > 0 ? 'down' : 'up' } : {}),
    ...(item.dir === 'rtl' ? { rightToLeft: true } : {}),
  };
}
