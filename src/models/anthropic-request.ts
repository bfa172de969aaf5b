import type { MessageCreateParamsBase as BetaMessageParams } from '@anthropic-ai/sdk/resources/beta/messages/messages';
import type {
  MessageParam,
  MessageStreamParams,
  TextBlockParam,
  ToolChoice,
  ToolUnion,
} from '@anthropic-ai/sdk/resources/messages/messages';
import type { ToolContent } from '../tools/tool.ts';
import { compactionBeta, declareEdits, declareTools } from './anthropic-tools.ts';
import type { Effort } from './effort.ts';
import type { Block, Message, ModelRequest, ModelSupport, ServerTool } from './model.ts';
import { sinceSummary } from './since-summary.ts';

export type Thinking = 'adaptive' | 'between_tools' | 'disabled';

export interface RequestSettings {
  readonly model: string;
  readonly effort?: Effort;
  readonly thinking?: Thinking;
  readonly serverTools?: readonly ServerTool[];
}

export interface AnthropicRequest {
  readonly params: Omit<MessageStreamParams, 'output_config'> &
    Pick<BetaMessageParams, 'context_management' | 'output_config'>;
  /** Features that are not generally available yet; with any, the request goes to the beta endpoint. */
  readonly betas: readonly string[];
}

const breakpoint = { type: 'ephemeral' } as const;

/** How many blocks before a breakpoint the API looks for an earlier cache entry. */
const lookBackBlocks = 20;

/**
 * The body of a Messages request. Key order matters: the SDK sends `JSON.stringify` of it, what is the same for every
 * request comes first, and whatever may differ from call to call (token limit, tool choice) follows `messages`.
 */
export function toRequest(settings: RequestSettings, request: ModelRequest, support: ModelSupport): AnthropicRequest {
  const tools = markLastTool(
    declareTools({ serverTools: serverToolsOf(settings, request), tools: request.tools }, support),
  );
  const choice = tools.length > 0 ? request.toolChoice : undefined;
  const messages = sinceSummary(request.messages, request.contextEditing?.keepTools);
  const { edits, betas } = declareEdits(request, support);
  const isSummed = messages.some(({ content }) => content.some(({ type }) => type === 'compaction'));
  return {
    params: {
      model: settings.model,
      ...(tools.length > 0 ? { tools } : {}),
      ...(isBlank(request.system) ? {} : { system: toSystem(request.system) }),
      ...outputConfig(settings, request),
      ...(edits.length > 0 ? { context_management: { edits } } : {}),
      messages: toMessages(messages),
      max_tokens: request.maxTokens,
      ...(choice ? { tool_choice: toToolChoice(choice) } : {}),
      // A forced tool call cannot be combined with thinking.
      ...(settings.thinking ? { thinking: { type: choice?.type === 'tool' ? 'disabled' : settings.thinking } } : {}),
    },
    betas: isSummed ? [...new Set([...betas, compactionBeta])] : betas,
  };
}

/** A call without any tools is a side call, which has no use for them. */
function serverToolsOf({ serverTools = [] }: RequestSettings, request: ModelRequest): readonly ServerTool[] {
  return request.serverTools ?? (request.tools.length > 0 ? serverTools : []);
}

function outputConfig({ effort }: RequestSettings, { format }: ModelRequest): Pick<BetaMessageParams, 'output_config'> {
  if (effort === undefined && format === undefined) return {};
  return {
    output_config: {
      ...(effort ? { effort } : {}),
      ...(format ? { format: { type: 'json_schema', schema: { ...format } } } : {}),
    },
  };
}

function markLastTool(tools: readonly ToolUnion[]): ToolUnion[] {
  return tools.map((tool, i) =>
    i === tools.length - 1 && 'name' in tool ? { ...tool, cache_control: breakpoint } : tool,
  );
}

function toSystem(text: string): TextBlockParam[] {
  return [{ type: 'text', text, cache_control: breakpoint }];
}

function toToolChoice(choice: NonNullable<ModelRequest['toolChoice']>): ToolChoice {
  return choice.type === 'tool' ? { type: 'tool', name: choice.name } : { type: 'none' };
}

function toMessages(messages: readonly Message[]): MessageParam[] {
  const sendable = messages
    .map((message) => ({ role: message.role, content: message.content.flatMap(toSendable) }))
    .filter((message) => message.content.length > 0);
  const marked = breakpointsOf(sendable);
  return sendable.map((message, i) => ({
    role: message.role,
    content: marked.includes(i) ? markLast(message.content) : message.content,
  })) as MessageParam[]; // stored blocks have the API's own shapes, some of which we never look into
}

/** The API rejects blank text anywhere, also in a history that it wrote itself. */
function toSendable(block: Block): Block[] {
  if (block.type === 'text') return isBlank(block.text) ? [] : [block];
  if (block.type !== 'tool_result') return [block];
  const content = block.content.flatMap(toSendableResult);
  return [{ ...block, content: content.length > 0 ? content : [{ type: 'text', text: '(no content)' }] }];
}

function toSendableResult(item: ToolContent): ToolContent[] {
  if (item.type === 'text') return isBlank(item.text) ? [] : [item];
  const content = item.content.filter((sentence) => !isBlank(sentence.text));
  // Unchanged where nothing is dropped, since citations count these blocks.
  return content.length === item.content.length && content.length > 0 ? [item] : withoutBlanks(item, content);
}

function withoutBlanks(item: ToolContent, content: readonly { type: 'text'; text: string }[]): ToolContent[] {
  return item.type === 'search_result' && content.length > 0 ? [{ ...item, content }] : [];
}

/**
 * One moving breakpoint ends the last user message. When more blocks than the API looks back over stand between it and
 * the previous user message, where the previous request had its own, that one is marked again: an exact hit, however
 * long the turn in between is.
 */
function breakpointsOf(messages: readonly Message[]): number[] {
  const last = messages.findLastIndex((message) => message.role === 'user');
  if (last < 0) return [];
  const previous = messages.slice(0, last).findLastIndex((message) => message.role === 'user');
  if (previous < 0) return [last];
  const between = messages.slice(previous + 1, last + 1).flatMap((message) => message.content);
  const blocks = between.reduce((sum, block) => sum + 1 + (block.type === 'tool_result' ? block.content.length : 0), 0);
  return blocks > lookBackBlocks ? [previous, last] : [last];
}

function markLast(content: readonly Block[]): readonly Block[] {
  return content.map((block, i) => (i === content.length - 1 ? { ...block, cache_control: breakpoint } : block));
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
