import { BylawError } from '../errors.ts';
import type { MemoryRecords } from '../records/records.ts';
import { readUntrusted } from '../untrusted-text.ts';
import type { MemoryPath } from './memory-path.ts';
import { numbered } from './memory-view.ts';

export type MemoryEdit =
  | { readonly kind: 'create'; readonly path: MemoryPath; readonly text: string }
  | { readonly kind: 'replace'; readonly path: MemoryPath; readonly from: string; readonly to: string }
  | { readonly kind: 'insert'; readonly path: MemoryPath; readonly line: number; readonly text: string }
  | { readonly kind: 'delete'; readonly path: MemoryPath }
  | { readonly kind: 'rename'; readonly path: MemoryPath; readonly to: MemoryPath };

export interface EditMemoryContext {
  readonly memories: MemoryRecords;
  readonly person: string;
  readonly now: number;
}

/** For a country, a unit, a language this is plenty. */
const limits = { fileChars: 4000, files: 30, allChars: 20_000 };

/** Changes a person's memory; returns what is told of it, in the words that models know. Throws `tool_input`. */
export function editMemory(edit: MemoryEdit, context: EditMemoryContext): Promise<string> {
  if (edit.path.relative === '') throw refused(`Cannot ${edit.kind} the /memories directory itself`);
  switch (edit.kind) {
    case 'create':
      return create(edit, context);
    case 'replace':
      return replace(edit, context);
    case 'insert':
      return insert(edit, context);
    case 'delete':
      return remove(edit, context);
    case 'rename':
      return rename(edit, context);
  }
}

type Of<Kind extends MemoryEdit['kind']> = Extract<MemoryEdit, { kind: Kind }>;

async function create({ path, text }: Of<'create'>, context: EditMemoryContext): Promise<string> {
  const files = await context.memories.list(context.person);
  const taken = files.some((file) => isAtOrBelow(file.path, path.relative) || isAtOrBelow(path.relative, file.path));
  if (taken) throw refused(`File ${path.given} already exists`);
  if (files.length >= limits.files) throw refused(`No more than ${limits.files} files can be kept: change one of them`);
  await write(path, text, context);
  return `File created successfully at: ${path.given}`;
}

async function replace({ path, from, to }: Of<'replace'>, context: EditMemoryContext): Promise<string> {
  const text = await read(path, context);
  const at = text.indexOf(from);
  if (at < 0)
    throw refused(`No replacement was performed, old_str \`${from}\` did not appear verbatim in ${path.given}.`);
  const places = linesWith(text, from);
  if (places.length > 1) {
    throw refused(
      `No replacement was performed. Multiple occurrences of old_str \`${from}\` in lines: ${places.join(', ')}. Please ensure it is unique`,
    );
  }
  const changed = text.slice(0, at) + to + text.slice(at + from.length);
  await write(path, changed, context);
  const line = (places[0] ?? 1) - 1;
  const start = Math.max(0, line - 2);
  const snippet = numbered(changed.split('\n').slice(start, line + to.split('\n').length + 2), start + 1);
  return `The memory file has been edited. Here is the snippet showing the change (with line numbers):\n${snippet}`;
}

async function insert({ path, line, text }: Of<'insert'>, context: EditMemoryContext): Promise<string> {
  const lines = (await read(path, context)).split('\n');
  if (line < 0 || line > lines.length) {
    throw refused(
      `Invalid \`insert_line\` parameter: ${line}. It should be within the range of lines of the file: [0, ${lines.length}]`,
    );
  }
  await write(path, lines.toSpliced(line, 0, text.replace(/\n$/, '')).join('\n'), context);
  return `The file ${path.given} has been edited.`;
}

async function remove({ path }: Of<'delete'>, { memories, person }: EditMemoryContext): Promise<string> {
  if ((await memories.remove(person, path.relative)) === 0) throw refused(`The path ${path.given} does not exist`);
  return `Successfully deleted ${path.given}`;
}

async function rename({ path, to }: Of<'rename'>, { memories, person, now }: EditMemoryContext): Promise<string> {
  if (to.relative === '') throw refused('Cannot rename to the /memories directory itself');
  const files = await memories.list(person);
  if (!files.some((file) => isAtOrBelow(file.path, path.relative)))
    throw refused(`The path ${path.given} does not exist`);
  const isWithin = isAtOrBelow(to.relative, path.relative) || files.some((file) => isBelow(to.relative, file.path));
  if (isWithin || !(await memories.rename(person, path.relative, to.relative, now))) {
    throw refused(`The destination ${to.given} already exists`);
  }
  return `Successfully renamed ${path.given} to ${to.given}`;
}

async function read({ given, relative }: MemoryPath, { memories, person }: EditMemoryContext): Promise<string> {
  const text = await memories.read(person, relative);
  if (text === undefined) throw refused(`The path ${given} does not exist. Please provide a valid path.`);
  return text;
}

/** Kept without invisible characters, since people can see and erase only what shows. */
async function write({ relative }: MemoryPath, raw: string, context: EditMemoryContext): Promise<void> {
  const { memories, person, now } = context;
  const { text } = readUntrusted(raw);
  if (text.length > limits.fileChars) throw refused(`A file holds at most ${limits.fileChars} characters: be brief`);
  const others = (await memories.list(person)).filter(({ path }) => path !== relative);
  const chars = others.reduce((sum, file) => sum + file.chars, text.length);
  if (chars > limits.allChars) throw refused(`All files together hold at most ${limits.allChars} characters`);
  await memories.write(person, relative, text, now);
}

/** Line numbers at which a text begins, which may reach over several lines. */
function linesWith(text: string, part: string): number[] {
  const lines: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) {
    lines.push(text.slice(0, at).split('\n').length);
  }
  return lines;
}

function isAtOrBelow(path: string, folder: string): boolean {
  return path === folder || isBelow(path, folder);
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

function refused(message: string): BylawError {
  return new BylawError('tool_input', `Error: ${message}`);
}
