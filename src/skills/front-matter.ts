import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from 'yaml';
import { type Deviation, fault, unportable, warning } from './deviation.ts';
import { type FrontMatterSource, splitFrontMatter } from './split-front-matter.ts';

/** A value as written: every scalar is text, so that `1.0` and `yes` stay what they are. */
export type FieldValue = string | readonly FieldValue[] | ReadonlyMap<string, FieldValue>;

export interface Field {
  readonly value: FieldValue;
  /** In the file, from 1. */
  readonly line: number;
}

export interface FrontMatter {
  /** Absent where nothing could be read. */
  readonly fields?: ReadonlyMap<string, Field>;
  readonly body: string;
  readonly bodyLine: number;
  readonly deviations: readonly Deviation[];
}

/** The YAML at the head of SKILL.md and the text below it. Nothing in it is ever executed. */
export function readFrontMatter(text: string): FrontMatter {
  const { source, deviations } = splitFrontMatter(text);
  if (source === undefined) return { body: '', bodyLine: 1, deviations };
  const { body, bodyLine } = source;
  const parsed = parseFields(source);
  if (parsed.fields !== undefined || !parsed.repairable) {
    return { ...parsed, body, bodyLine, deviations: [...deviations, ...parsed.deviations] };
  }
  const repaired = quoteBrokenValues(source);
  const again = repaired.deviations.length === 0 ? parsed : parseFields({ ...source, yaml: repaired.yaml });
  const found = again.fields === undefined ? parsed : again;
  const notes = again.fields === undefined ? [] : repaired.deviations;
  return { ...found, body, bodyLine, deviations: [...deviations, ...notes, ...found.deviations] };
}

interface Parsed {
  readonly fields?: ReadonlyMap<string, Field>;
  readonly deviations: readonly Deviation[];
  readonly repairable: boolean;
}

const yamlOptions = { schema: 'failsafe', uniqueKeys: true, logLevel: 'silent' } as const;

function parseFields({ yaml, line: firstLine }: FrontMatterSource): Parsed {
  const lines = new LineCounter();
  const document = parseDocument(yaml, { ...yamlOptions, lineCounter: lines });
  const lineAt = (offset: number) => firstLine + lines.linePos(offset).line - 1;
  const [error] = document.errors;
  if (error !== undefined) {
    const what = (error.message.split('\n')[0] ?? '').replace(/ at line \d+.*$/, '');
    return {
      deviations: [fault(`the front matter is not valid YAML: ${what}`, lineAt(error.pos[0]))],
      repairable: true,
    };
  }
  const { contents } = document;
  if (!isMap(contents)) {
    return { deviations: [fault('the front matter has no fields; write name: and description:')], repairable: false };
  }
  const refused = findAlias(contents);
  if (refused !== undefined) {
    return {
      deviations: [fault('the front matter uses YAML aliases (*name), which are not read', lineAt(refused))],
      repairable: false,
    };
  }
  const deviations: Deviation[] = document.warnings.map((note) =>
    warning((note.message.split('\n')[0] ?? '').replace(/ at line \d+.*$/, ''), lineAt(note.pos[0])),
  );
  const fields = new Map<string, Field>();
  for (const { key, value } of contents.items) {
    if (!isScalar(key)) {
      deviations.push(unportable('a field whose name is not plain text is ignored'));
      continue;
    }
    const line = lineAt(key.range?.[0] ?? 0);
    const lost = lostText(value as Node | null, yaml);
    if (lost !== undefined) {
      deviations.push(warning(`YAML drops "${clip(lost)}" as a comment; put the value in quotes`, line));
    }
    fields.set(String(key.value), { value: plainValue(value), line });
  }
  return { fields, deviations, repairable: false };
}

function findAlias(contents: Node): number | undefined {
  let at: number | undefined;
  visit(contents, {
    Alias: (_, node) => {
      at = node.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return at;
}

/** An unquoted `description: Issue #42` is "Issue" to every YAML parser. */
function lostText(value: Node | null, yaml: string): string | undefined {
  if (!isScalar(value) || value.type !== 'PLAIN' || !value.range) return undefined;
  const rest = (yaml.slice(value.range[1], value.range[2]).split('\n')[0] ?? '').trim();
  return rest.startsWith('#') ? rest : undefined;
}

function plainValue(node: unknown): FieldValue {
  if (isMap(node)) {
    return new Map(
      node.items.map(({ key, value }) => [isScalar(key) ? String(key.value) : '', plainValue(value)] as const),
    );
  }
  if (isSeq(node)) return node.items.map(plainValue);
  if (!isScalar(node) || isAlias(node)) return '';
  return typeof node.value === 'string' ? node.value : '';
}

const plainLine = /^([^\s:#'"\-?[\]{}][^:]*):[ \t]+([^\s'"|>&*!].*)$/;

/** The most common mistake by far is an unquoted value with a colon; each such line is quoted whole. */
function quoteBrokenValues({ yaml, line: firstLine }: FrontMatterSource) {
  const lines = yaml.split('\n');
  const deviations: Deviation[] = [];
  const repaired = lines.map((line, i) => {
    const match = plainLine.exec(line);
    const continued = /^[ \t]+\S/.test(lines[i + 1] ?? '');
    if (match === null || continued || parseDocument(line, yamlOptions).errors.length === 0) return line;
    const [, key = '', value = ''] = match;
    deviations.push(unportable(`the value of ${clip(key)} is not valid YAML; put it in quotes`, firstLine + i));
    return `${key}: ${JSON.stringify(value.trimEnd())}`;
  });
  return { yaml: repaired.join('\n'), deviations };
}

function clip(text: string): string {
  const flat = text.replace(/\s+/g, ' ');
  return flat.length > 80 ? `${flat.slice(0, 80)}…` : flat;
}
