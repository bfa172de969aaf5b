import { type Exclusion, exclusionOf } from './exclusions.ts';
import type { Random } from './random.ts';

/** A way in which a model gets a sentence wrong. */
export interface Mutation {
  readonly kind:
    | 'number'
    | 'date'
    | 'duration'
    | 'amount'
    | 'negation dropped'
    | 'negation added'
    | 'modality dropped'
    | 'modality added'
    | 'modality changed'
    | 'condition dropped'
    | 'adverb dropped'
    | 'adverb added'
    | 'figures swapped'
    | 'unit dropped'
    | 'wrong lead'
    | 'one word';
  readonly name: string;
  /** Written after the rules, and never used to tune them. */
  readonly heldOut: boolean;
  /** Undefined where the sentence has nothing of the kind. `other` is a word of the same handbook. */
  readonly apply: (sentence: string, random: Random, other: string) => string | Exclusion | undefined;
}

/** Replaces one match, picked at random. */
export function replaceOne(
  sentence: string,
  pattern: RegExp,
  random: Random,
  by: (match: string) => string,
): string | Exclusion | undefined {
  const marker = /^\s*(?:[-*+]|\d+[.)])\s+/.exec(sentence)?.[0].length ?? 0;
  // The number of a list item is no figure, and neither is that of the next item, which may hang on.
  const isLayout = (index: number) => /\n\s*$/.test(sentence.slice(0, index)) && /^\d+[.)]/.test(sentence.slice(index));
  const found = [...sentence.matchAll(pattern)].filter(({ index }) => index >= marker && !isLayout(index));
  if (found.length === 0) return undefined;
  const match = random.pick(found);
  const changed = by(match[0]);
  if (changed === match[0]) return undefined;
  const result = `${sentence.slice(0, match.index)}${changed}${sentence.slice(match.index + match[0].length)}`;
  const text = result.replace(/ {2,}/g, ' ').replace(/ ([.,;:])/g, '$1');
  return exclusionOf(result, text, match[0], changed) ?? text;
}

type Change = (match: string, random: Random) => string;

/** What replaces one match of a pattern. */
export function mutation(
  kind: Mutation['kind'],
  name: string,
  pattern: RegExp,
  by: Change,
  isHeldOut = false,
): Mutation {
  return {
    kind,
    name,
    heldOut: isHeldOut,
    apply: (sentence, random) => replaceOne(sentence, pattern, random, (match) => by(match, random)),
  };
}
