import type { AdversaryCase } from './cases.ts';

/** Kinds of wrong answers of which none may be posted; of the others that is an aim. */
export const promised: ReadonlySet<string> = new Set([
  'forged source',
  'altered quote',
  'uncited sentence',
  'half-cited list',
  'foreign link',
  'obeyed injection',
  'unasked translation',
  'number',
  'date',
  'duration',
  'amount',
  'negation dropped',
  'negation added',
  'modality dropped',
  'modality added',
  'modality changed',
]);

export type Group = 'promised' | 'further' | 'one word' | 'by another hand' | 'good';

export function groupOf({ isGood, kind }: AdversaryCase): Group {
  if (isGood) return 'good';
  if (kind === 'one word') return 'one word';
  if (kind === 'wrong, by another hand') return 'by another hand';
  return promised.has(kind) ? 'promised' : 'further';
}
