import type { DocumentMetadata } from './domain.ts';

/**
 * Where people open a document, at the line of the passage that begins at `start` where the address has a place for it and
 * the line is known; undefined where it can't be opened.
 */
export function linkTo({ url, lines }: Pick<DocumentMetadata, 'url' | 'lines'>, start?: number): string | undefined {
  if (url === undefined || !url.includes(place)) return url;
  const line = start === undefined ? undefined : lines?.findLast(([at]) => at <= start)?.[1];
  return line === undefined ? withoutLine(url) : url.replaceAll(place, String(line));
}

const place = '{line}';

function withoutLine(url: string): string {
  return url
    .replace(/#[^#]*\{line\}.*$/, '')
    .replace(/[?&][^?&#]*\{line\}[^&#]*/g, '')
    .replaceAll(place, '');
}
