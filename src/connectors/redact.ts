import type { RedactionRule } from './connector.ts';

/** Replaces what a rule finds by the rule's name in brackets, in every text of a value, keys left alone. */
export function redact(value: unknown, rules: readonly RedactionRule[]): unknown {
  if (rules.length === 0) return value;
  if (typeof value === 'string') return redactText(value, rules);
  if (typeof value === 'number') {
    const text = redactText(String(value), rules);
    return text === String(value) ? value : text;
  }
  if (Array.isArray(value)) return value.map((each) => redact(each, rules));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, redact(each, rules)]));
}

const mostRounds = 5;

/** Again until nothing is found, so that what a person was shown is left as it is when it is sent. */
function redactText(text: string, rules: readonly RedactionRule[]): string {
  const marks = rules.map(({ name }) => `[${name}]`);
  let current = text;
  for (let round = 0; round < mostRounds; round += 1) {
    const next = rules.reduce((all, rule) => outsideMarks(all, marks, rule), current);
    if (next === current) break;
    current = next;
  }
  return current;
}

function outsideMarks(text: string, marks: readonly string[], { name, pattern }: RedactionRule): string {
  const expression = new RegExp(pattern, 'gu');
  const parts = text.split(new RegExp(`(${marks.map(literally).join('|')})`, 'u'));
  return parts
    .map((part) =>
      marks.includes(part) ? part : part.replace(expression, (found) => (found === '' ? '' : `[${name}]`)),
    )
    .join('');
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
