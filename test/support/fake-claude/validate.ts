import { citationsEnabled, rawSearchResults } from './citations.ts';
import { validateEdits } from './context-edits.ts';
import type { ValidationContext } from './validate-block.ts';
import { validateHistory } from './validate-history.ts';
import { validateTools } from './validate-tools.ts';
import { isBlocks, isObject, type WireRequest } from './wire.ts';

const sampling = ['temperature', 'top_p', 'top_k'];
const known = [
  'model',
  'max_tokens',
  'messages',
  'system',
  'tools',
  'tool_choice',
  'thinking',
  'output_config',
  'cache_control',
  'diagnostics',
  'metadata',
  'stop_sequences',
  'stream',
  'service_tier',
  'container',
  'context_management',
];

/** The message of the API's 400, or undefined for a request that it accepts. */
export function validate(body: unknown, context: ValidationContext): string | undefined {
  if (!isObject(body)) return 'The request body is not valid JSON.';
  return (
    validateFields(body, context) ??
    validateEdits(body, context.betas) ??
    validateTools(body.tools, body.tool_choice) ??
    validateSystem(body.system) ??
    validateHistory(body.messages, context) ??
    validateBreakpoints(body) ??
    validateCombinations(body as unknown as WireRequest)
  );
}

function validateFields(body: Record<string, unknown>, context: ValidationContext): string | undefined {
  for (const name of sampling) if (name in body) return `${name}: this model does not support sampling parameters`;
  for (const name of Object.keys(body)) if (!known.includes(name)) return `${name}: Extra inputs are not permitted`;
  if (typeof body.model !== 'string') return 'model: Field required';
  if (context.counting) return undefined;
  const limit = body.max_tokens;
  if (limit === undefined) return 'max_tokens: Field required';
  if (typeof limit !== 'number' || !Number.isInteger(limit)) return 'max_tokens: Input should be a valid integer';
  if (limit < 0) return 'max_tokens: Input should be greater than or equal to 0';
  if (limit > context.maxTokens)
    return `max_tokens: ${limit} > ${context.maxTokens}, which is the maximum allowed number of output tokens for ${body.model}`;
  return undefined;
}

function validateSystem(system: unknown): string | undefined {
  if (system === undefined || typeof system === 'string') return undefined;
  if (!isBlocks(system)) return 'system: Input should be a valid array';
  for (const [i, block] of system.entries()) {
    if (block.type !== 'text') return `system.${i}.type: Input should be 'text'`;
    if (block.text === '' && block.cache_control)
      return `system.${i}.text: cache_control cannot be set for empty text blocks`;
    if (typeof block.text !== 'string' || block.text.trim() === '')
      return 'system: text content blocks must be non-empty';
  }
  return undefined;
}

function validateBreakpoints(body: Record<string, unknown>): string | undefined {
  const found = [body.tools, body.system, body.messages].reduce<number>(
    (sum, part) => sum + countBreakpoints(part),
    body.cache_control ? 1 : 0,
  );
  return found > 4 ? `A maximum of 4 blocks with cache_control may be provided. Found ${found}.` : undefined;
}

function countBreakpoints(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countBreakpoints(item), 0);
  if (!isObject(value)) return 0;
  // A tool's input and schema are data, whatever their keys are called.
  const inner = Object.entries(value).filter(([key]) => key !== 'input' && key !== 'input_schema');
  return inner.reduce<number>((sum, [, item]) => sum + countBreakpoints(item), value.cache_control ? 1 : 0);
}

function validateCombinations(request: WireRequest): string | undefined {
  const results = rawSearchResults(request);
  const cited = results.filter(citationsEnabled).length;
  if (cited > 0 && cited < results.length)
    return 'search_result: citations must be enabled for all search results or for none of them';
  if (cited > 0 && request.output_config?.format)
    return 'output_config.format: structured outputs cannot be combined with citations';
  const forced = request.tool_choice?.type === 'tool' || request.tool_choice?.type === 'any';
  if (forced && request.thinking && request.thinking.type !== 'disabled')
    return 'Thinking may not be enabled when tool_choice forces tool use.';
  return undefined;
}
