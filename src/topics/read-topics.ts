import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { BylawError } from '../errors.ts';
import { termsOf } from '../question-terms.ts';
import { findTopic } from './find-topic.ts';
import type { Topic } from './topic.ts';

const line = z.string().trim().min(1).max(500);
const lines = z.union([line.transform((text) => [text]), z.array(line).min(1).max(200)]);

const entrySchema = z
  .strictObject({
    topic: line,
    patterns: lines.optional(),
    examples: lines.optional(),
    /** Questions near the topic that are answered all the same. */
    answered: lines.optional(),
    contact: lines,
    reply: line.optional(),
  })
  .refine(({ patterns, examples }) => patterns !== undefined || examples !== undefined, 'needs patterns or examples');

type Entry = z.output<typeof entrySchema>;

/**
 * Topics from the text of a YAML file. Throws `config_invalid` with every mistake by file and line: also an example that
 * says too little to be recognised, and a question under `answered` that would not be.
 */
export function readTopics(text: string, file: string): Topic[] {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false, logLevel: 'silent' });
  const lineAt = (offset: number) => counter.linePos(offset).line;
  const [broken] = document.errors;
  if (broken !== undefined) fail(file, [`line ${lineAt(broken.pos[0])}: ${broken.message.split('\n', 1)[0]}`]);
  const whole: unknown = document.toJS();
  if (whole === null || whole === undefined) return [];
  if (!Array.isArray(whole)) return fail(file, ['line 1: must be a list of topics, each beginning with "- topic:"']);
  const mistakes: string[] = [];
  const topics = whole.flatMap((value, n): { topic: Topic; entry: Entry; place: string }[] => {
    const node = document.getIn([n], true);
    const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
    const place = `line ${lineAt(Array.isArray(range) ? Number(range[0]) : 0)}`;
    const parsed = entrySchema.safeParse(value);
    if (!parsed.success) {
      mistakes.push(
        ...parsed.error.issues.map(({ path, message }) =>
          [`${place}:`, ...(path.length > 0 ? [path.join('.')] : []), message].join(' '),
        ),
      );
      return [];
    }
    const entry = parsed.data;
    return [{ topic: toTopic(entry, place, mistakes), entry, place }];
  });
  for (const { entry, topic, place } of topics) {
    for (const question of entry.answered ?? []) {
      if (findTopic([topic], question) === topic)
        mistakes.push(
          `${place}: "${question}" is under answered, but counts as the topic: narrow the patterns or examples`,
        );
    }
  }
  return mistakes.length > 0 ? fail(file, mistakes) : topics.map(({ topic }) => topic);
}

function toTopic(
  { topic, patterns = [], examples = [], contact, reply }: Entry,
  place: string,
  mistakes: string[],
): Topic {
  const compiled = patterns.flatMap((source) => {
    try {
      const pattern = new RegExp(source, 'iu');
      if (pattern.test(''))
        mistakes.push(`${place}: the pattern ${source} fits every message: write what must stand there`);
      return [pattern];
    } catch {
      mistakes.push(`${place}: the pattern ${source} is not a regular expression`);
      return [];
    }
  });
  const terms = examples.map((example) => termsOf(example));
  for (const [n, each] of terms.entries()) {
    if (each.size === 0) mistakes.push(`${place}: the example "${examples[n]}" says too little to be recognised`);
  }
  return { name: topic, patterns: compiled, examples: terms, contact, ...(reply !== undefined && { reply }) };
}

function fail(file: string, mistakes: readonly string[]): never {
  throw new BylawError('config_invalid', `${file} has mistakes:\n${mistakes.map((each) => `  ${each}`).join('\n')}`);
}
