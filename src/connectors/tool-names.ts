import { sha256 } from '../canonical-hash.ts';

/** A tool of one server, as both sides name it. */
export interface ToolAddress {
  readonly connector: string;
  /** As the server names it. */
  readonly tool: string;
}

const maxChars = 64;

/**
 * What a model calls a tool: `mcp__connector__tool`, at most 64 of `[a-zA-Z0-9_-]`. It depends on nothing but the two
 * names, so it stays the same whatever else is connected; one that had to be changed ends with a hash of them.
 */
export function modelToolName(address: ToolAddress, hashChars = 8): string {
  const { connector, tool } = address;
  const plain = `mcp__${connector}__${tool}`;
  // Otherwise two pairs of names could be joined to the same one.
  const isUnambiguous = !connector.includes('__') && !connector.endsWith('_') && !tool.startsWith('_');
  if (hashChars === 8 && isUnambiguous && plain.length <= maxChars && /^[a-zA-Z0-9_-]+$/.test(plain)) return plain;
  const suffix = `_${sha256(`${connector}\0${tool}`).slice(0, hashChars)}`;
  return plain.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, maxChars - suffix.length) + suffix;
}

/** The way back from names as models know them; whatever would be named like another gets a longer hash. */
export function nameTools<T extends ToolAddress>(tools: readonly T[]): Map<string, T> {
  const sorted = [...tools].sort((a, b) => compare(a.connector, b.connector) || compare(a.tool, b.tool));
  const named = new Map<string, T>();
  for (const tool of sorted) {
    const name = modelToolName(tool);
    named.set(named.has(name) ? modelToolName(tool, 32) : name, tool);
  }
  return new Map([...named].sort(([a], [b]) => compare(a, b)));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
