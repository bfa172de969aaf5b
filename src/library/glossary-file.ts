import { readFileSync, statSync } from 'node:fs';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { BylawError, messageOf } from '../errors.ts';
import type { Log } from '../log.ts';
import { createGlossary, type Glossary, type GlossaryEntry } from './glossary.ts';

/** The glossary in a file, which is read again once it has changed. */
export interface GlossaryFile extends Glossary {
  /** Throws `config_invalid`, naming every mistake by its line. */
  load(): void;
}

const word = z.string().trim().min(1, 'must not be blank').max(100, 'must have at most 100 characters');
const country = z
  .string()
  .regex(/^[A-Za-z]{2}$/, 'must be a two-letter ISO 3166 code such as DE')
  .transform((code) => code.toUpperCase());
const entrySchema = z.strictObject({
  words: z.array(word).min(2, 'must have at least two words that mean the same').max(20),
  language: z
    .string()
    .regex(/^[a-z]{2}$/, 'must be a two-letter code such as de')
    .optional(),
  country: z.union([country.transform((code) => [code]), z.array(country).min(1)]).optional(),
});
const entriesSchema = z.array(entrySchema).max(5_000);

// People wait for a change to show, and a look at the file costs next to nothing.
const restMs = 1_000;

export function createGlossaryFile(deps: {
  readonly file: string;
  readonly log: Log;
  /** Epoch milliseconds. */
  readonly now: () => number;
}): GlossaryFile {
  const { file, log, now } = deps;
  let glossary = createGlossary([]);
  let readAs: string | undefined;
  let lookedAt = 0;

  function load(): void {
    readAs = stampOf(file);
    lookedAt = now();
    glossary = createGlossary(readEntries(file));
  }

  /** A mistake made while people ask must not cost their answers: what was read before stays. */
  function refresh(): void {
    if (now() - lookedAt < restMs) return;
    lookedAt = now();
    if (stampOf(file) === readAs) return;
    try {
      load();
    } catch (error) {
      log.warn('glossary.unusable', { error: messageOf(error) });
    }
  }

  return {
    load,
    synonyms(text, filter) {
      refresh();
      return glossary.synonyms(text, filter);
    },
  };
}

function readEntries(file: string): GlossaryEntry[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new BylawError('config_invalid', `cannot read the glossary ${file}: ${messageOf(error)}`, { cause: error });
  }
  return parseEntries(file, text);
}

function parseEntries(file: string, text: string): GlossaryEntry[] {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, logLevel: 'silent' });
  const place = (offset: number) => `${file} line ${counter.linePos(offset).line}`;
  const [fault] = document.errors;
  if (fault !== undefined) {
    const detail = fault.message.split('\n')[0];
    throw new BylawError('config_invalid', `${place(fault.pos[0])}: ${detail}`, { cause: fault });
  }
  const value: unknown = document.toJS() ?? [];
  if (!Array.isArray(value))
    throw new BylawError('config_invalid', `${place(0)}: must be a list, such as "- words: [PTO, paid time off]"`);
  const parsed = entriesSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const mistakes = parsed.error.issues.map(({ path, message }) => {
    const node = nearestNode(document, path);
    const name = path.slice(1).join('.');
    return `${place(node)}: ${name === '' ? '' : `${name} `}${message}`;
  });
  throw new BylawError('config_invalid', mistakes.join('\n'));
}

/** Where the value at this path begins, or else what holds it. */
function nearestNode(document: ReturnType<typeof parseDocument>, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}

function stampOf(file: string): string | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats && `${stats.mtimeMs} ${stats.size} ${stats.ino}`;
}
