import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Profile } from '../domain.ts';
import { BylawError, messageOf } from '../errors.ts';

/** One question with what should be found for it. */
export interface GoldQuestion {
  readonly id: string;
  readonly text: string;
  /** Document paths, or ids of corpus entries. Empty for a question that nothing answers. */
  readonly relevant: readonly string[];
  /** Where the answer stands in `relevant[0]`, as JavaScript string indices `[start, end)`. */
  readonly span?: readonly [number, number];
  /** Only documents with this tag count. */
  readonly scope?: string;
  /** Who asks, as far as it decides which rules apply: country as ISO 3166 code. Absent means that nothing is known. */
  readonly asker?: Profile;
  readonly answerable: boolean;
}

export interface CorpusEntry {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly section?: string;
  readonly scope?: string;
}

const goldQuestion = z.object({
  id: z.string().min(1),
  text: z.string().min(1),
  relevant: z.array(z.string()),
  span: z
    .tuple([z.number().int().min(0), z.number().int().min(1)], 'must be [start, end), two JavaScript string indices')
    .optional(),
  scope: z.string().optional(),
  asker: z
    .strictObject({ country: z.string().regex(/^[A-Z]{2}$/), entity: z.string(), employment: z.string() })
    .partial()
    .optional(),
  answerable: z.boolean().default(true),
});

const corpusEntry = z.object({
  id: z.string().min(1),
  title: z.string(),
  text: z.string(),
  section: z.string().optional(),
  scope: z.string().optional(),
});

/** Throws `usage`, naming file and line of whatever is not as it should be. */
export function readQuestions(file: string): GoldQuestion[] {
  const questions = readLines(file, goldQuestion);
  if (questions.length === 0) throw new BylawError('usage', `${file} holds no questions`);
  return questions;
}

/** The entries of `corpus.jsonl`, or undefined where the folder has none. */
export function readCorpus(folder: string): CorpusEntry[] | undefined {
  const file = join(folder, 'corpus.jsonl');
  return existsSync(file) ? readLines(file, corpusEntry) : undefined;
}

function readLines<T>(file: string, schema: z.ZodType<T>): T[] {
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (error) {
    throw new BylawError('usage', `cannot read ${file}: ${messageOf(error)}`, { cause: error });
  }
  return content
    .split('\n')
    .flatMap((line, i) => (line.trim() === '' ? [] : [parseLine(line, schema, `${file}:${i + 1}`)]));
}

function parseLine<T>(line: string, schema: z.ZodType<T>, where: string): T {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new BylawError('usage', `${where} is not JSON: ${messageOf(error)}`, { cause: error });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new BylawError('usage', `${where}: ${issue?.path.join('.')} ${issue?.message}`);
}
