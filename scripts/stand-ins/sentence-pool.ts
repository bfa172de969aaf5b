import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What real pages are made of, by the page, to be put together anew. */
export interface PageParts {
  readonly headings: readonly string[];
  readonly sentences: readonly string[];
  /** Items of lists, without their marks. */
  readonly items: readonly string[];
  /** Rows of a table, header and delimiter first. */
  readonly tables: readonly (readonly string[])[];
}

export interface SentencePool {
  readonly pages: readonly PageParts[];
  readonly questions: readonly string[];
  /** Where it comes from, to be said beside a figure. */
  readonly from: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const sets = ['tts-handbook', 'sourcegraph-handbook', 'northwind'];

/** Of the public handbooks beside the checkout, or of the sample policies where those are missing. */
export function readSentencePool(): SentencePool {
  const data = join(root, '..', 'shared', 'data');
  const folders = sets.map((set) => join(data, set)).filter((folder) => existsSync(folder));
  if (folders.length === sets.length) {
    return { ...readSets(folders), from: 'pages and questions of three public handbooks' };
  }
  const policies = join(root, 'policies');
  const files = readdirSync(policies).filter((file) => file.endsWith('.md'));
  return {
    pages: files.map((file) => partsOf(readFileSync(join(policies, file), 'utf8'))).filter(isUsable),
    questions: readLines(join(policies, 'queries.jsonl')).flatMap(({ text }) => text ?? []),
    from: 'the sample policies, since the public handbooks are missing',
  };
}

function readSets(folders: readonly string[]): Pick<SentencePool, 'pages' | 'questions'> {
  const texts = folders.flatMap((folder) => readLines(join(folder, 'corpus.jsonl')).flatMap(({ text }) => text ?? []));
  return {
    pages: texts.map(partsOf).filter(isUsable),
    questions: folders.flatMap((folder) =>
      readLines(join(folder, 'queries.jsonl')).flatMap(({ text, answerable }) => (answerable && text ? [text] : [])),
    ),
  };
}

function readLines(file: string): { readonly text?: string; readonly answerable?: boolean }[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

function isUsable({ sentences }: PageParts): boolean {
  return sentences.length >= 8;
}

function partsOf(page: string): PageParts {
  const body = page.replace(/^---\n.*?\n---\n/s, '').replace(/```.*?```/gs, '');
  const headings: string[] = [];
  const sentences: string[] = [];
  const items: string[] = [];
  const tables: string[][] = [];
  for (const block of body.split(/\n\s*\n/)) {
    const lines = block.trim().split('\n');
    const [first = ''] = lines;
    if (first.startsWith('|') && /^\|[\s:|-]+\|$/.test(lines[1]?.trim() ?? '')) tables.push(lines.slice(0, 12));
    else if (/^#{1,6} /.test(first)) headings.push(first.replace(/^#+\s+/, '').slice(0, 80));
    else if (/^\s*([-*]|\d+\.) /.test(first)) items.push(...lines.map(itemOf).filter(isOrdinary));
    else
      sentences.push(
        ...block
          .replaceAll(/\s+/g, ' ')
          .trim()
          .split(/(?<=[.?!]) (?=[A-Z])/)
          .filter(isOrdinary),
      );
  }
  return { headings, sentences, items, tables };
}

function itemOf(line: string): string {
  return line.replace(/^\s*([-*]|\d+\.)\s+/, '').trim();
}

function isOrdinary(text: string): boolean {
  return text.length >= 25 && text.length <= 400 && !/[{}<>]|^[#|]/.test(text);
}
