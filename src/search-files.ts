import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const chunkBytes = 16 * 1024 * 1024;

/**
 * In how many places the files below a folder hold any of the texts, byte by byte. Names are relative to the folder,
 * with forward slashes; a folder or file that isn't there holds nothing.
 */
export function searchFiles(folder: string, isSearched: (name: string) => boolean, texts: readonly string[]): number {
  const sought = [...new Set(texts)].filter((text) => text !== '').map((text) => Buffer.from(text));
  if (sought.length === 0) return 0;
  const names = filesBelow(folder).filter(isSearched);
  return names.reduce((sum, name) => sum + searchFile(join(folder, name), sought), 0);
}

function searchFile(file: string, sought: readonly Buffer[]): number {
  const longest = Math.max(...sought.map((text) => text.length));
  const found = new Set<Buffer>();
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch {
    return 0;
  }
  try {
    const buffer = Buffer.alloc(chunkBytes);
    let kept = 0;
    for (let position = 0; ; ) {
      const read = readSync(descriptor, buffer, kept, chunkBytes - kept, position);
      if (read === 0) break;
      position += read;
      const part = buffer.subarray(0, kept + read);
      for (const text of sought) if (part.includes(text)) found.add(text);
      // One that lies across two chunks is found with the second.
      kept = Math.min(longest - 1, part.length);
      buffer.copy(buffer, 0, part.length - kept, part.length);
    }
  } finally {
    closeSync(descriptor);
  }
  return found.size;
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  } catch {
    return [];
  }
}
