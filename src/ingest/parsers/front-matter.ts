import { LineCounter, parseDocument } from 'yaml';
import type { Field } from './metadata-fields.ts';

export interface FrontMatter {
  /** The text behind the front matter; the whole text if there is none. */
  readonly body: string;
  readonly fields: readonly Field[];
  /** There is front matter, but what it says cannot be known. */
  readonly broken: boolean;
  readonly notes: readonly string[];
}

/**
 * Takes YAML front matter off a text that `cleanText` has been through. Blank lines and comments before it don't count:
 * what it says of readers must not get lost.
 */
export function splitFrontMatter(text: string): FrontMatter {
  const before = /^(?:[ \t]*\n|[ \t]*<!--(?:(?!-->)[\s\S])*-->[ \t]*\n)+/.exec(text)?.[0] ?? '';
  const found = splitAtTop(text.slice(before.length), before.split('\n').length);
  return found.fields.length > 0 || found.broken ? found : before === '' ? found : { ...found, body: text };
}

/** `first` is the number of the first line. */
function splitAtTop(text: string, first: number): FrontMatter {
  const toml = /^\+\+\+[ \t]*\n[\s\S]*?\n\+\+\+[ \t]*(?:\n|$)/.exec(text)?.[0];
  if (toml !== undefined)
    return broken(text.slice(toml.length), 'front matter is TOML, which is not read: use YAML between --- lines');
  if (!/^---[ \t]*\n/.test(text)) return { body: text, fields: [], broken: false, notes: [] };
  const closed = /^---[ \t]*\n([\s\S]*?)(?<=\n)---[ \t]*(?:\n|$)/.exec(text);
  if (closed === null) return splitUnclosed(text, first);
  const [whole, yaml = ''] = closed;
  const read = readYaml(yaml);
  if (read.fields !== undefined)
    return { body: text.slice(whole.length), fields: read.fields, broken: false, notes: [] };
  if (!keyLine.test(yaml)) return { body: text, fields: [], broken: false, notes: [] };
  return broken(
    text.slice(whole.length),
    `front matter is not valid YAML: line ${first - 1 + read.line}: ${read.reason}`,
  );
}

const keyLine = /^[ \t]*["']?[\p{L}_][\p{L}\p{N}_ -]*["']?[ \t]*:(?=\s|$)/mu;

/** Without the closing line only leading lines that look like keys, their lists or continuations are taken off. */
function splitUnclosed(text: string, first: number): FrontMatter {
  const lines = text.split('\n');
  if (!keyLine.test(lines[1] ?? '')) return { body: text, fields: [], broken: false, notes: [] };
  let end = 1;
  while (keyLine.test(lines[end] ?? '') || /^(?:[ \t]+|-[ \t]+)\S/.test(lines[end] ?? '')) end++;
  return broken(
    lines.slice(end).join('\n'),
    `front matter is not closed: line ${first} opens it, a line with --- must end it`,
  );
}

function broken(body: string, note: string): FrontMatter {
  const notes = [`${note}; until it is fixed the document counts as restricted to unknown readers`];
  return { body, fields: [], broken: true, notes };
}

interface YamlReading {
  readonly fields?: readonly Field[];
  readonly line: number;
  readonly reason: string;
}

/** Every scalar stays the text that was written (`NO`, `1.10`, `2026-01-01`): the failsafe schema of YAML 1.2. */
function readYaml(yaml: string): YamlReading {
  const lineCounter = new LineCounter();
  const document = parseDocument(yaml, { schema: 'failsafe', lineCounter, prettyErrors: false, logLevel: 'silent' });
  const [error] = document.errors;
  if (error !== undefined) {
    const reason = error.message.split('\n', 1)[0] ?? 'not understood';
    return { line: lineCounter.linePos(error.pos[0]).line + 1, reason };
  }
  try {
    const value: unknown = document.toJS();
    if (value === '' || value === null) return { fields: [], line: 1, reason: '' };
    if (isMap(value)) return { fields: flatten(value), line: 1, reason: '' };
  } catch {
    return { line: 2, reason: 'it refers to itself or to too many other places' };
  }
  return { line: 2, reason: 'it must be keys and values' };
}

function flatten(map: Readonly<Record<string, unknown>>, prefix = ''): Field[] {
  return Object.entries(map).flatMap(([key, value]): Field[] =>
    isMap(value) ? [[prefix + key, value], ...flatten(value, `${prefix}${key}.`)] : [[prefix + key, value]],
  );
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
