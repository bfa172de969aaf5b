import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** What a process took so far; 0 where the system doesn't tell. */
export interface ProcessUse {
  /** The most that it held at a time. */
  readonly memoryMb: number;
  readonly cpuSeconds: number;
}

// What Linux counts processor time in, on every platform that Node runs on.
const ticksASecond = 100;

export function useOf(pid: number): ProcessUse {
  const memory = /^VmHWM:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1];
  // The name in brackets may hold spaces; user and system time are the 12th and 13th field after it.
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return {
    memoryMb: Math.round(Number(memory ?? 0) / 1024),
    cpuSeconds: (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksASecond,
  };
}

/** Of a process's children, by whether they are a Chroma server. */
export function useOfChildren(pid: number): { readonly chroma: ProcessUse; readonly others: ProcessUse } {
  const processes = existsSync('/proc') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  const children = processes.filter((id) => Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${id}/status`))?.[1]) === pid);
  const isChroma = (id: string) => read(`/proc/${id}/cmdline`).includes('chromadb');
  return {
    chroma: together(children.filter(isChroma)),
    others: together(children.filter((id) => !isChroma(id))),
  };
}

function together(ids: readonly string[]): ProcessUse {
  const uses = ids.map((id) => useOf(Number(id)));
  return {
    memoryMb: uses.reduce((sum, { memoryMb }) => sum + memoryMb, 0),
    cpuSeconds: uses.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
  };
}

/** A process may end while it is looked at. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
