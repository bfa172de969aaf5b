import process from 'node:process';
import { createContext, Script } from 'node:vm';
import { termsOf } from '../question-terms.ts';
import type { Topic } from './topic.ts';

/** The first topic that a message is about; undefined if none. */
export function findTopic(topics: readonly Topic[], message: string): Topic | undefined {
  const text = message.slice(0, mostChars);
  const terms = termsOf(text);
  return topics.find(
    ({ patterns, examples }) =>
      patterns.some((pattern) => matches(pattern, text)) || examples.some((example) => isLike(example, terms)),
  );
}

/** Nobody states a matter later than this. */
const mostChars = 2000;

/** Nearly all that the example speaks of, and not much besides. */
function isLike(example: ReadonlySet<string>, terms: ReadonlySet<string>): boolean {
  const shared = [...example].filter((term) => terms.has(term)).length;
  if (shared < Math.min(2, example.size) || shared === 0) return false;
  return shared >= 0.75 * example.size && shared >= 0.6 * terms.size;
}

const sandbox = createContext({});
const test = new Script('pattern.test(text)');
const patternMs = 50;
const mostTries = 20;

/**
 * A pattern that takes for ever on some message is taken to match it: what must not be answered is rather not. On a busy
 * machine time passes without the pattern, so that only the processor's time counts.
 */
function matches(pattern: RegExp, text: string): boolean {
  Object.assign(sandbox, { pattern, text });
  try {
    let spentMs = 0;
    for (let tries = 0; tries < mostTries && spentMs < patternMs; tries += 1) {
      const before = process.threadCpuUsage();
      try {
        return test.runInContext(sandbox, { timeout: patternMs }) === true;
      } catch {
        const { user, system } = process.threadCpuUsage(before);
        spentMs += (user + system) / 1000;
      }
    }
    return spentMs >= patternMs;
  } finally {
    Object.assign(sandbox, { pattern: undefined, text: undefined });
  }
}
