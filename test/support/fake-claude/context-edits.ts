import { createHash } from 'node:crypto';
import { countTokens } from './cache.ts';
import { blocksOf, isBlocks, isObject, type WireBlock, type WireMessage, type WireRequest } from './wire.ts';

/** The beta that each edit needs; a block of a summary needs the second, too. */
const betaOf: Readonly<Record<string, string>> = {
  clear_tool_uses_20250919: 'context-management-2025-06-27',
  compact_20260112: 'compact-2026-01-12',
};
const knownBetas = Object.values(betaOf);
const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  clear_tool_uses_20250919: ['trigger', 'keep', 'clear_at_least', 'exclude_tools', 'clear_tool_inputs'],
  compact_20260112: ['trigger', 'pause_after_compaction', 'instructions'],
};
const leastCompaction = 50_000;

/** The message of the API's 400 for what concerns a context that the API shortens. */
export function validateEdits(body: Record<string, unknown>, betas: readonly string[]): string | undefined {
  const strange = betas.find((beta) => !knownBetas.includes(beta));
  if (strange !== undefined) return `Unexpected value(s) \`${strange}\` for the \`anthropic-beta\` header.`;
  const problem = validateSummaries(body.messages, betas);
  if (problem || body.context_management === undefined) return problem;
  const config = body.context_management;
  if (betas.length === 0) return 'context_management: Extra inputs are not permitted';
  if (!isObject(config) || !Array.isArray(config.edits))
    return 'context_management.edits: Input should be a valid list';
  const seen = new Set<string>();
  for (const [i, edit] of config.edits.entries()) {
    const at = `context_management.edits.${i}`;
    const type = isObject(edit) ? String(edit.type) : '';
    if (!isObject(edit) || !(type in fieldsOf))
      return `${at}: Input tag '${type}' does not match any of the expected tags`;
    if (!betas.includes(betaOf[type] ?? '')) return `${at}: Input tag '${type}' requires the beta '${betaOf[type]}'`;
    if (seen.has(type)) return `${at}: '${type}' may be given once`;
    seen.add(type);
    const extra = Object.keys(edit).find((key) => key !== 'type' && !fieldsOf[type]?.includes(key));
    if (extra !== undefined) return `${at}.${extra}: Extra inputs are not permitted`;
    const trigger = countOf(edit.trigger, 'input_tokens');
    if (trigger === undefined) return `${at}.trigger.value: Input should be a valid integer`;
    if (type === 'compact_20260112' && trigger < leastCompaction)
      return `${at}.trigger.value: Input should be greater than or equal to ${leastCompaction}`;
    if (edit.keep !== undefined && countOf(edit.keep, 'tool_uses') === undefined)
      return `${at}.keep.value: Input should be a valid integer`;
  }
  return undefined;
}

function countOf(value: unknown, type: string): number | undefined {
  const isCount = isObject(value) && value.type === type && Number.isInteger(value.value);
  return isCount && typeof value.value === 'number' && value.value >= 0 ? value.value : undefined;
}

/** A summary comes first in its message, as it was given, and stands for what came before. */
function validateSummaries(messages: unknown, betas: readonly string[]): string | undefined {
  if (!Array.isArray(messages)) return undefined;
  for (const [i, message] of messages.entries()) {
    const content = isObject(message) && isBlocks(message.content) ? message.content : [];
    for (const [j, block] of content.entries()) {
      if (block.type !== 'compaction') continue;
      const at = `messages.${i}.content.${j}`;
      if (!betas.includes('compact-2026-01-12'))
        return `${at}: Input tag 'compaction' does not match any of the expected tags`;
      if (i > 0 || j > 0) return `${at}: a compaction block must come first in messages`;
      if (block.encrypted_content !== seal(String(block.content)))
        return `${at}: \`compaction\` blocks cannot be modified. They must remain as they were in the original response.`;
    }
  }
  return undefined;
}

export interface EditedContext {
  /** The request as the model sees it: with older results cleared, or with nothing but the summary. */
  readonly view: WireRequest;
  readonly applied: readonly object[];
  /** Comes first in the reply. */
  readonly summary?: WireBlock;
  readonly summaryTokens: number;
}

/** What the API does to a long conversation, if the request asks for it. */
export function editContext(request: WireRequest): EditedContext {
  const edits = request.context_management?.edits ?? [];
  let view = request;
  const applied: object[] = [];
  for (const edit of edits) {
    const isDue = countTokens(view) >= (edit.trigger?.value ?? Number.POSITIVE_INFINITY);
    if (!isDue) continue;
    if (edit.type === 'compact_20260112') return summarize(view, applied);
    const cleared = clear(view, edit.keep?.value ?? 3, edit.exclude_tools ?? []);
    if (cleared.count === 0) continue;
    const tokens = countTokens(view) - countTokens(cleared.view);
    applied.push({ type: edit.type, cleared_tool_uses: cleared.count, cleared_input_tokens: tokens });
    view = cleared.view;
  }
  return { view, applied, summaryTokens: 0 };
}

function summarize(view: WireRequest, applied: readonly object[]): EditedContext {
  const content = `Summary of ${view.messages.length} messages, ${countTokens(view)} tokens.`;
  const summary = { type: 'compaction', content, encrypted_content: seal(content) };
  const last = view.messages.at(-1);
  const question = last && !blocksOf(last.content).some(({ type }) => type === 'tool_result') ? [last] : [];
  const messages: WireMessage[] = [{ role: 'assistant', content: [summary] }, ...question];
  return { view: { ...view, messages }, applied, summary, summaryTokens: countTokens(view) };
}

/** Results stay where they are, with a word instead of their content. */
function clear(view: WireRequest, keep: number, exclude: readonly string[]) {
  const calls = view.messages.flatMap(({ content }) => blocksOf(content)).filter(({ type }) => type === 'tool_use');
  const old = calls.filter(({ name }) => !exclude.includes(String(name))).slice(0, -keep || undefined);
  const ids = new Set(old.map(({ id }) => id));
  let count = 0;
  const messages = view.messages.map((message) => ({
    ...message,
    content: blocksOf(message.content).map((block) => {
      if (block.type !== 'tool_result' || !ids.has(block.tool_use_id) || block.content === clearedText) return block;
      count += 1;
      return { ...block, content: clearedText };
    }),
  }));
  return { view: { ...view, messages }, count };
}

const clearedText = '[Old tool result content cleared]';

function seal(content: string): string {
  return `enc_${createHash('sha256').update(content).digest('base64')}`;
}
