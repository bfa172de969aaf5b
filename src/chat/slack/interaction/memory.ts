import type { MemoryRecords } from '../../../records/records.ts';

const longest = 2_500;

/** What is remembered about a person, a line each, at most about 2,500 characters; empty where there is nothing. */
export async function readMemory(memories: MemoryRecords, person: string): Promise<string[]> {
  const lines: string[] = [];
  let chars = 0;
  for (const { path } of await memories.list(person)) {
    const text = ((await memories.read(person, path)) ?? '').trim().replace(/\s+/g, ' ');
    const line = `${path}: ${text}`;
    if (chars + line.length > longest) return [...lines, '…'];
    lines.push(line);
    chars += line.length;
  }
  return lines;
}
