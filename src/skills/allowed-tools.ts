import { type Deviation, unportable } from './deviation.ts';
import type { Field } from './front-matter.ts';

/** Names in a string or list, split at commas and spaces outside parentheses: `Bash(git diff *)` is one. */
export function readAllowedTools(field: Field | undefined): {
  readonly tools: readonly string[];
  readonly deviations: readonly Deviation[];
} {
  if (field === undefined) return { tools: [], deviations: [] };
  const { value, line } = field;
  const asText = 'allowed-tools is one text with spaces between the names';
  if (typeof value === 'string') {
    const tools = splitOutsideParentheses(value);
    return {
      tools,
      deviations: /,/.test(value.replace(/\([^)]*\)/g, '')) ? [unportable(`${asText}, not commas`, line)] : [],
    };
  }
  const items = Array.isArray(value) ? value : [];
  const texts = items.filter((item) => typeof item === 'string');
  const ignored = Array.isArray(value) && texts.length === items.length ? '' : '; what is not text is ignored';
  return {
    tools: [...new Set(texts.flatMap(splitOutsideParentheses))],
    deviations: [unportable(`${asText}${ignored}`, line)],
  };
}

function splitOutsideParentheses(text: string): string[] {
  const parts: string[] = [];
  let part = '';
  let depth = 0;
  for (const character of text) {
    if (depth === 0 && /[\s,]/.test(character)) {
      parts.push(part);
      part = '';
      continue;
    }
    if (character === '(') depth += 1;
    if (character === ')') depth = Math.max(0, depth - 1);
    part += character;
  }
  return [...new Set([...parts, part].map((name) => name.trim()).filter((name) => name !== ''))];
}
