const deepest = 20;

/** What every `source` field anywhere in a script's input names, each once; a list counts as its items. */
export function inputSources(input: unknown): string[] {
  const found = new Set<string>();
  collect(input, found, 0);
  return [...found];
}

function collect(value: unknown, found: Set<string>, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > deepest) return;
  if (Array.isArray(value)) {
    for (const item of value) collect(item, found, depth + 1);
    return;
  }
  for (const [key, part] of Object.entries(value)) {
    const named = key === 'source' || key === 'sources' ? (Array.isArray(part) ? part : [part]) : [];
    for (const name of named) if (typeof name === 'string' && name.trim() !== '') found.add(name.trim());
    collect(part, found, depth + 1);
  }
}
