import { readFileSync } from 'node:fs';
import type { TextBlock } from '../../../src/models/model.ts';
import type { AdversaryCase } from './cases.ts';
import { citationOf } from './citing.ts';
import type { HandbookSentence } from './handbooks.ts';

/** A line of a file of drafts: `[n]` in the draft cites clause n, counted from 1. */
interface Draft {
  readonly id: string;
  /** `close`, `free` and the like. */
  readonly kind: string;
  /** `handbook/path`. */
  readonly source: string;
  readonly clauses: readonly string[];
  readonly question: string;
  readonly draft: string;
  /** What is wrong with it. */
  readonly fault?: string;
}

/**
 * Replies to real questions, written by someone who knew none of the rules, good ones and wrong ones; only those whose
 * handbook is there and whose clauses stand in it.
 */
export function heldOutDrafts(sentences: readonly HandbookSentence[]): AdversaryCase[] {
  return ['drafts-held-out-good.jsonl', 'drafts-held-out-wrong.jsonl'].flatMap((file) =>
    linesOf(file).flatMap((draft) => read(draft, sentences) ?? []),
  );
}

function linesOf(file: string): Draft[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line): Draft => JSON.parse(line));
}

function read(
  { kind, source, clauses, question, draft, fault }: Draft,
  sentences: readonly HandbookSentence[],
): AdversaryCase | undefined {
  const handbook = source.split('/', 1)[0] ?? '';
  const path = source.slice(handbook.length + 1);
  const own = sentences.filter(
    (each) =>
      each.handbook === handbook && each.passage.version.path.replace(/\.md$/, '') === path.replace(/\.md$/, ''),
  );
  const found = clauses.map((clause) => own.find(({ text }) => comparable(text).includes(comparable(clause))));
  const known = found.filter((each) => each !== undefined);
  if (known.length < clauses.length) return undefined;
  const passages = [...new Set(known.map(({ passage }) => passage))];
  const content = piecesOf(draft).map(({ text, numbers }): TextBlock => {
    const cited = numbers.flatMap((n) => known[n - 1] ?? []);
    return { type: 'text', text, citations: cited.map((each) => citationOf(each, passages.indexOf(each.passage))) };
  });
  const isGood = fault === undefined;
  return {
    ...{ kind: isGood ? 'good, by another hand' : 'wrong, by another hand', name: `${fault ?? kind}, by another hand` },
    ...{ isGood, isHeldOut: true, passages, content, question },
  };
}

/** Text up to its marks, with what ends the sentence behind them. */
function piecesOf(draft: string): { readonly text: string; readonly numbers: readonly number[] }[] {
  const pieces = [...draft.matchAll(/([^[]*(?:\[(?!\d+\])[^[]*)*)((?:\s*\[\d+\])*)([.,;:!?]*)/g)];
  return pieces
    .filter(([whole]) => whole !== '')
    .map(([, text = '', marks = '', end = '']) => ({
      text: `${marks === '' ? text : text.trimEnd()}${end}`,
      numbers: [...marks.matchAll(/\d+/g)].map(Number),
    }));
}

function comparable(text: string): string {
  return text.replace(/[*_`]/g, '').replace(/\s+/g, ' ').trim().toLowerCase();
}
