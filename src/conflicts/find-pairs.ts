import { type Disagreement, findDisagreement } from './disagreement.ts';
import { type Rule, type RuleSentence, readRule, statesRule } from './rule.ts';

/** What limits whom a sentence is for; two that nobody is under at the same time can't contradict each other. */
export interface Applicable {
  readonly country: readonly string[];
  readonly entity?: readonly string[];
  readonly employment?: readonly string[];
}

export interface Pair<T> extends Disagreement {
  readonly first: T;
  readonly second: T;
}

// A sentence shares its rarest words with the few that may be about the same thing.
const rarestWords = 4;
const mostWithWord = 400;

/**
 * Pairs of sentences that state the same rule differently for someone to whom both apply, the surest first. Each
 * sentence is compared with those that share one of its rarest words only, so that it takes seconds, not hours, for a
 * library of 10,000 documents.
 */
export function findPairs<T extends RuleSentence & { readonly applies: Applicable }>(
  sentences: readonly T[],
): Pair<T>[] {
  const rules = sentences.flatMap((sentence) => {
    if (!statesRule(sentence)) return [];
    const rule = readRule(sentence);
    return rule.figures.length > 0 || rule.stance !== undefined ? [{ sentence, rule }] : [];
  });
  const places = new Map<string, number[]>();
  for (const [n, { rule }] of rules.entries()) {
    for (const word of new Set([...rule.words, ...rule.near])) {
      const list = places.get(word);
      if (list === undefined) places.set(word, [n]);
      else list.push(n);
    }
  }
  const pairs: Pair<T>[] = [];
  for (const [n, { sentence, rule }] of rules.entries()) {
    for (const other of candidatesFor(rule, places)) {
      const partner = rules[other];
      if (other <= n || partner === undefined || partner.sentence.text === sentence.text) continue;
      if (!mayMeet(sentence.applies, partner.sentence.applies)) continue;
      const disagreement = findDisagreement(rule, partner.rule);
      if (disagreement !== undefined) pairs.push({ ...disagreement, first: sentence, second: partner.sentence });
    }
  }
  return pairs.sort((a, b) => b.likeness - a.likeness);
}

function candidatesFor(rule: Rule, places: ReadonlyMap<string, readonly number[]>): ReadonlySet<number> {
  const words = [...rule.words, ...(rule.words.size < 3 ? rule.near : [])];
  const lists = words.map((word) => places.get(word) ?? []).filter(({ length }) => length <= mostWithWord);
  lists.sort((a, b) => a.length - b.length);
  return new Set(lists.slice(0, rarestWords).flat());
}

/** Whether there can be someone to whom both apply. */
export function mayMeet(a: Applicable, b: Applicable): boolean {
  const overlap = (x: readonly string[] = [], y: readonly string[] = []) =>
    x.length === 0 || y.length === 0 || x.some((value) => y.includes(value));
  return overlap(a.country, b.country) && overlap(a.entity, b.entity) && overlap(a.employment, b.employment);
}
