import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredPassage } from '../../../src/answer/clauses.ts';
import { everyone } from '../../../src/audience.ts';
import type { Version } from '../../../src/domain.ts';
import { chunk } from '../../../src/ingest/chunk.ts';
import { createMarkdownParser } from '../../../src/ingest/parsers/markdown.ts';
import { projectFolder } from '../../support/run-bylaw.ts';

/** A sentence of a handbook that says enough to be answered with, and where it stands. */
export interface HandbookSentence {
  readonly handbook: string;
  readonly passage: StoredPassage;
  /** Number of the block of the search result that holds it. */
  readonly block: number;
  readonly text: string;
  readonly kind: 'sentence' | 'item' | 'row';
}

const shared = join(projectFolder, '..', 'shared', 'data');

/** Rules were tuned on the first ones; the others were only measured. */
export const tunedOn = ['policies', 'sourcegraph-handbook', 'northwind'] as const;
export const heldOut = ['tts-handbook', 'tailscale-policies', 'basecamp-handbook'] as const;

/** Handbooks that are there, each with its citable sentences. `policies` always is. */
export async function readHandbooks(names: readonly string[] = [...tunedOn, ...heldOut]): Promise<HandbookSentence[]> {
  const all: HandbookSentence[] = [];
  for (const handbook of names) {
    for (const [path, text] of textsOf(handbook)) all.push(...(await sentencesOf(handbook, path, text)));
  }
  return all;
}

function textsOf(handbook: string): [path: string, text: string][] {
  const folder = handbook === 'policies' ? join(projectFolder, 'policies') : join(shared, handbook);
  const corpus = join(folder, 'corpus.jsonl');
  if (existsSync(corpus)) {
    const lines = readFileSync(corpus, 'utf8').trim().split('\n');
    return lines.map((line): [string, string] => {
      const { id, text }: { id: string; text: string } = JSON.parse(line);
      return [id, text];
    });
  }
  const files = globSync('**/*.md', { cwd: folder }).filter((file) => !/readme|license/i.test(file));
  return files.sort().map((file) => [file, readFileSync(join(folder, file), 'utf8')]);
}

async function sentencesOf(handbook: string, path: string, raw: string): Promise<HandbookSentence[]> {
  const parser = createMarkdownParser();
  const bytes = new TextEncoder().encode(raw);
  const { text, metadata } = await parser.parse({ bytes, path });
  const id = `${handbook}/${path}`;
  const version: Version = {
    ...{ id: `${id}@1`, document: id, number: 1, source: handbook, path },
    metadata: { ...metadata, audience: [], status: 'active' },
    audienceKey: everyone,
  };
  return chunk({ text, title: metadata.title }, { maxChars: 1000 }).flatMap((draft, n): HandbookSentence[] => {
    const passage = {
      ...{ ...draft, id: `${id}@1#${n}`, document: id, version: 1, n },
      text: text.slice(draft.start, draft.end),
    };
    const stored = { passage, version, usable: true };
    return draft.sentences.flatMap((span, block): HandbookSentence[] => {
      const sentence = passage.text.slice(span.start, span.end);
      const kind = /^\s*\|/.test(sentence) ? 'row' : /^\s*(?:[-*+]|\d+[.)])\s/.test(sentence) ? 'item' : 'sentence';
      return isUsable(sentence, kind) ? [{ handbook, passage: stored, block, text: sentence, kind }] : [];
    });
  });
}

/** Whole sentences of plain words: headings, code and lists of links make no answer. */
function isUsable(sentence: string, kind: HandbookSentence['kind']): boolean {
  if (/^\s*#|https?:|[{}<>`\\~]|\]\(|&\w+;|@/.test(sentence) || /[^\p{Script=Latin}\p{N}\p{P}\p{S}\s]/u.test(sentence))
    return false;
  const words = sentence.match(/\p{L}+/gu)?.length ?? 0;
  if (kind === 'row') return words >= 2 && /\d/.test(sentence) && sentence.length < 160;
  return (
    words >= 6 &&
    words <= 45 &&
    /[.!]["')*_]*$/.test(sentence) &&
    (kind === 'item' || /^["'*_(]*\p{Lu}/u.test(sentence))
  );
}
