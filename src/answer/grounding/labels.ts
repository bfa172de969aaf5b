import { readSentence } from './qualified-words.ts';
import { topicName } from './word-places.ts';

/** "**Carry-over:**" before a sentence only repeats what it is about; one that limits or denies is part of the sentence. */
export function labelOf(sentence: string): string {
  const label = leadingLabelOf(sentence);
  return readSentence(label).counts.size === 0 ? label : '';
}

export function leadingLabelOf(sentence: string): string {
  return /^\s*(?:[-*+]\s+)?\*\*[^*\n]{1,60}(?:\*\*:|:\*\*)/.exec(sentence)?.[0] ?? '';
}

/** "Germany:" before a sentence of a document that applies there. */
export function placeLabelOf(sentence: string, around: readonly string[]): string {
  const label = /^\s*(?:[-*+]\s+)?\p{L}[^.:;!?\d]{0,60}:\s/u.exec(sentence)?.[0] ?? '';
  if (label === '') return '';
  const known = new Set(around.flatMap((text) => readSentence(text).words.map(topicName)));
  const { words, counts } = readSentence(label);
  return counts.size === 0 && words.every(({ topic }) => known.has(topic)) ? label : '';
}
