import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import type { SourceFile } from './sources/source.ts';

export interface ProcessingSettings {
  readonly chunkVersion: string;
  readonly maxChars: number;
  /** Version of the parser for an extension (lower case, with the dot), or undefined if there is none. */
  readonly parserVersion: (extension: string) => string | undefined;
}

export function contentHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** All that decides what becomes of a file's bytes, known without reading them. */
export function processingHash(file: SourceFile, settings: ProcessingSettings): string {
  const parser = file.structured ? 'structured' : settings.parserVersion(extname(file.path).toLowerCase());
  const parts: unknown[] = [
    parser ?? 'none',
    settings.chunkVersion,
    settings.maxChars,
    file.section ?? '',
    file.metadata ?? {},
  ];
  if (file.onlyFor !== undefined) parts.push({ onlyFor: file.onlyFor });
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

/** Equal fingerprints mean that a document would be indexed exactly as it is. */
export function fingerprint(content: string, processing: string): string {
  return `${content}:${processing}`;
}

export function processedAs(print: string, processing: string): boolean {
  return print.endsWith(`:${processing}`);
}
