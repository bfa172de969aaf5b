import type { ScriptStep } from './tool.ts';

const mostLines = 200;
const mostSteps = 60;
const longestLine = 2000;

/** A script's output, one statement a line: the fields of JSON as `name: value`, anything else as it is. */
export function outputLines(stdout: string): string[] {
  const value = parseJson(stdout);
  const lines = value === undefined ? stdout.split('\n') : fieldLines('', value);
  const visible = lines
    .map((line) => readable(line.trimEnd()).slice(0, longestLine))
    .filter((line) => line.trim() !== '');
  const kept = visible.slice(0, mostLines);
  return visible.length > kept.length ? [...kept, `(${visible.length - kept.length} more lines)`] : kept;
}

/** The citable pieces of an output: joined they are the output. */
export function outputBlocks(lines: readonly string[]): string[] {
  return lines.map((line, i) => (i < lines.length - 1 ? `${line}\n` : line));
}

/** The steps of a calculation, where the output is JSON and has a list `steps` of texts or of `{text, sources}`. */
export function outputSteps(stdout: string): ScriptStep[] {
  const value = parseJson(stdout);
  const steps = isObject(value) && Array.isArray(value.steps) ? value.steps : [];
  return steps.slice(0, mostSteps).flatMap((step): ScriptStep[] => {
    if (typeof step === 'string') return [{ text: readable(step), sources: [] }];
    if (!isObject(step) || typeof step.text !== 'string') return [];
    const sources = Array.isArray(step.sources) ? step.sources.filter((source) => typeof source === 'string') : [];
    return [{ text: readable(step.text), sources }];
  });
}

/** Longer items of a list are statements of their own. */
const longestItem = 30;

/**
 * Moments as people write them, which is also how a statement about one can be compared with it, and without ids of
 * passages, in whose place the reader gets a citation.
 */
function readable(text: string): string {
  return text.replace(passageId, '').replace(moment, (_, day: string, time: string, offset: string) => {
    return `${day} ${time} (UTC${offset === 'Z' ? '' : offset})`;
  });
}

const passageId = /\s*[[(]?[^\s[\]()]+@\d+#\d+[\])]?/g;
const moment = /(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})/g;

function fieldLines(name: string, value: unknown): string[] {
  if (Array.isArray(value)) {
    const short = value.every((item) => isScalar(item) && String(item).length <= longestItem);
    if (value.length > 0 && short) return [named(name, value.map(String).join(', '))];
    return value.flatMap((item, i) => fieldLines(name === '' ? `${i + 1}` : `${name} ${i + 1}`, item));
  }
  if (!isObject(value)) return value === undefined ? [] : [named(name, String(value))];
  const entries = Object.entries(value).filter(([key]) => key !== 'sources' && key !== 'source');
  if (isMoney(value)) return [named(name, flat(value))];
  // What belongs together can then be cited together.
  if (name !== '' && entries.length > 0 && entries.every(([, part]) => isFlat(part))) {
    const [only] = entries;
    if (entries.length === 1 && only?.[0] === 'text') return [named(name, String(only[1]))];
    return [named(name, entries.map(([key, part]) => `${wordsOf(key)} ${flat(part)}`).join(', '))];
  }
  return entries.flatMap(([key, part]) => fieldLines(name === '' ? wordsOf(key) : `${name}, ${wordsOf(key)}`, part));
}

function named(name: string, value: string): string {
  const line = value.replace(/\s+/g, ' ').trim();
  return name === '' ? line : `${name}: ${line}`;
}

/** `accruedToDate` as "accrued to date". */
function wordsOf(key: string): string {
  return key
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase();
}

function parseJson(stdout: string): unknown {
  try {
    const value: unknown = JSON.parse(stdout);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function isFlat(value: unknown): boolean {
  return isScalar(value) || isMoney(value) || (Array.isArray(value) && value.every(isScalar));
}

function flat(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(String).join(' and ');
  return isMoney(value) ? `${value.amount} ${value.currency}` : String(value);
}

/** Amounts come with their currency, and often in minor units as well, which nobody reads. */
function isMoney(value: unknown): value is { readonly amount: string | number; readonly currency: string } {
  return isObject(value) && isScalar(value.amount) && typeof value.currency === 'string';
}

function isScalar(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
