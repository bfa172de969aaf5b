import { serverResults } from './server-tools.ts';
import { isBlocks, isObject, type WireBlock } from './wire.ts';

export interface ValidationContext {
  /** The most output tokens of the model. */
  readonly maxTokens: number;
  /** Whether the text that a signature was given for is this one; undefined for a signature never given. */
  signed(signature: string, thinking: string): boolean | undefined;
  /** Of the header. */
  readonly betas: readonly string[];
  /** `count_tokens` takes no token limit. */
  readonly counting?: boolean;
}

/** The fields each type may have, and which role may send it. */
const types: Readonly<Record<string, { readonly roles: readonly string[]; readonly fields: readonly string[] }>> = {
  text: { roles: ['user', 'assistant'], fields: ['text', 'citations'] },
  image: { roles: ['user'], fields: ['source'] },
  document: { roles: ['user'], fields: ['source', 'title', 'context', 'citations'] },
  search_result: { roles: ['user'], fields: ['source', 'title', 'content', 'citations'] },
  tool_result: { roles: ['user'], fields: ['tool_use_id', 'content', 'is_error'] },
  tool_use: { roles: ['assistant'], fields: ['id', 'name', 'input', 'caller'] },
  thinking: { roles: ['assistant'], fields: ['thinking', 'signature'] },
  redacted_thinking: { roles: ['assistant'], fields: ['data'] },
  server_tool_use: { roles: ['assistant'], fields: ['id', 'name', 'input', 'caller'] },
  compaction: { roles: ['assistant'], fields: ['content', 'encrypted_content'] },
  ...Object.fromEntries(
    serverResults.map((type) => [type, { roles: ['assistant'], fields: ['tool_use_id', 'content', 'caller'] }]),
  ),
};

const resultTypes = ['text', 'image', 'search_result', 'document', 'tool_reference'];

export function validateBlock(
  block: WireBlock,
  role: string,
  at: string,
  context: ValidationContext,
): string | undefined {
  const type = types[block.type];
  if (!type) return `${at}: Input tag '${block.type}' found using 'type' does not match any of the expected tags`;
  if (!type.roles.includes(role))
    return `${at.split('.content')[0]}: \`${block.type}\` blocks can only be in \`${type.roles[0]}\` messages`;
  const extra = Object.keys(block).find((key) => !['type', 'cache_control', ...type.fields].includes(key));
  if (extra) return `${at}.${block.type}.${extra}: Extra inputs are not permitted`;
  switch (block.type) {
    case 'text':
      return validateText(block, at);
    case 'tool_use':
      return validateCall(block, at);
    case 'tool_result':
      return validateResult(block, at);
    case 'search_result':
      return validateSearchResult(block, at);
    case 'thinking':
      return validateThinking(block, at, context);
    default:
      return undefined;
  }
}

function validateText(block: WireBlock, at: string): string | undefined {
  if (typeof block.text !== 'string') return `${at}.text.text: Field required`;
  if (block.text === '' && block.cache_control) return `${at}.text: cache_control cannot be set for empty text blocks`;
  if (block.text === '') return 'messages: text content blocks must be non-empty';
  if (block.text.trim() === '') return 'messages: text content blocks must contain non-whitespace text';
  return undefined;
}

function validateCall(block: WireBlock, at: string): string | undefined {
  if (typeof block.id !== 'string' || !/^[a-zA-Z0-9_-]+$/.test(block.id))
    return `${at}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`;
  if (!isObject(block.input)) return `${at}.tool_use.input: Input should be a valid dictionary`;
  return undefined;
}

function validateResult(block: WireBlock, at: string): string | undefined {
  if (typeof block.tool_use_id !== 'string') return `${at}.tool_result.tool_use_id: Field required`;
  if (block.content === undefined || typeof block.content === 'string') return undefined;
  if (!isBlocks(block.content)) return `${at}.tool_result.content: Input should be a valid list`;
  for (const [k, item] of block.content.entries()) {
    const inner = `${at}.tool_result.content.${k}`;
    if (!resultTypes.includes(item.type))
      return `${inner}: Input tag '${item.type}' found using 'type' does not match any of the expected tags: ${resultTypes.join(', ')}`;
    if (block.is_error && item.type !== 'text')
      return `${at}.tool_result: all content must be type "text" if is_error is true`;
    const problem =
      item.type === 'text'
        ? validateText(item, inner)
        : item.type === 'search_result' && validateSearchResult(item, inner);
    if (problem) return problem;
  }
  return undefined;
}

function validateSearchResult(block: WireBlock, at: string): string | undefined {
  for (const field of ['source', 'title'])
    if (typeof block[field] !== 'string' || block[field] === '') return `${at}.search_result.${field}: Field required`;
  const content = block.content;
  if (!isBlocks(content) || content.length === 0)
    return `${at}.search_result.content: at least one text block is required`;
  for (const item of content) {
    if (item.type !== 'text') return `${at}.search_result.content: only text blocks are allowed`;
    if (typeof item.text !== 'string' || item.text.trim() === '')
      return `${at}.search_result.content: text content blocks must be non-empty`;
  }
  return undefined;
}

function validateThinking(block: WireBlock, at: string, context: ValidationContext): string | undefined {
  if (typeof block.thinking !== 'string') return `${at}.thinking.thinking: Field required`;
  if (typeof block.signature !== 'string') return `${at}.thinking.signature: Field required`;
  if (block.cache_control) return `${at}.thinking.cache_control: Extra inputs are not permitted`;
  const signed = context.signed(block.signature, block.thinking);
  if (signed === undefined) return `${at}: Invalid \`signature\` in \`thinking\` block`;
  return signed
    ? undefined
    : `${at}: \`thinking\` blocks cannot be modified. They must remain as they were in the original response.`;
}
