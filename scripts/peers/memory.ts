import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The most memory that a process held so far, in megabytes; 0 where the system doesn't tell. */
export function peakMemoryMb(pid: number): number {
  const status = read(`/proc/${pid}/status`);
  return Math.round(Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024);
}

/** Of a process's children, by whether they are a Chroma server. */
export function childrenMemoryMb(pid: number): { readonly chroma: number; readonly others: number } {
  const children = existsSync('/proc') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  const memory = { chroma: 0, others: 0 };
  for (const child of children) {
    const parent = /^PPid:\s+(\d+)/m.exec(read(`/proc/${child}/status`))?.[1];
    if (Number(parent) !== pid) continue;
    memory[read(`/proc/${child}/cmdline`).includes('chromadb') ? 'chroma' : 'others'] += peakMemoryMb(Number(child));
  }
  return memory;
}

/** A process may end while it is looked at. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
