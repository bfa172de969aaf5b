import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
  ChatCompletionTool,
  ChatCompletionToolMessageParam,
} from 'openai/resources/chat/completions';
import type { SearchResultBlock, ToolContent, ToolSpec } from '../tools/tool.ts';
import { searchResultsOf } from './cited-results.ts';
import type { Effort } from './effort.ts';
import type { Message, ModelRequest, ToolResultBlock } from './model.ts';
import { writeCitedText } from './quoted-citations.ts';
import { quotingRules } from './quoting-rules.ts';

export interface ChatSettings {
  readonly model: string;
  readonly effort?: Effort;
  readonly limitName: LimitName;
}

/** OpenAI's newer models refuse the first name for the token limit, other servers may not know the second. */
export type LimitName = 'max_tokens' | 'max_completion_tokens';

/** The body of a chat completion. What is the same for every request of a conversation comes first, as caches want it. */
export function toChatRequest(settings: ChatSettings, request: ModelRequest): ChatCompletionCreateParamsStreaming {
  const tools = [...request.tools].sort((a, b) => (a.name < b.name ? -1 : 1)).map(toTool);
  const choice = tools.length > 0 ? request.toolChoice : undefined;
  return {
    model: settings.model,
    ...(tools.length > 0 ? { tools } : {}),
    ...(settings.effort ? { reasoning_effort: settings.effort } : {}),
    messages: [...toSystem(request), ...toChatMessages(request.messages)],
    stream: true,
    stream_options: { include_usage: true },
    [settings.limitName]: request.maxTokens,
    ...(choice?.type === 'none' ? { tool_choice: 'none' } : {}),
    ...(choice?.type === 'tool' ? { tool_choice: { type: 'function', function: { name: choice.name } } } : {}),
    ...(request.format === undefined ? {} : { response_format: toFormat(request.format) }),
  };
}

function toTool({ name, description, inputSchema }: ToolSpec): ChatCompletionTool {
  return { type: 'function', function: { name, description, parameters: { ...inputSchema } } };
}

function toFormat(schema: Readonly<Record<string, unknown>>) {
  return { type: 'json_schema' as const, json_schema: { name: 'reply', strict: true, schema: { ...schema } } };
}

function toSystem({ system, format }: ModelRequest): ChatCompletionMessageParam[] {
  const content = [system, ...(format === undefined ? [quotingRules] : [])].filter((text) => !isBlank(text));
  return content.length === 0 ? [] : [{ role: 'system', content: content.join('\n\n') }];
}

function toChatMessages(messages: readonly Message[]): ChatCompletionMessageParam[] {
  const results = searchResultsOf(messages);
  let numbered = 0;
  const sent: ChatCompletionMessageParam[] = [];
  for (const message of messages) {
    if (message.role === 'assistant') addReply(sent, message, results);
    else {
      for (const block of message.content) {
        if (block.type !== 'tool_result') continue;
        sent.push(toToolMessage(block, numbered));
        numbered += block.content.filter(({ type }) => type === 'search_result').length;
      }
      addText(sent, message);
    }
  }
  return sent;
}

/** Thinking and other blocks of another API are left out: this one could not read them. */
function addReply(sent: ChatCompletionMessageParam[], { content }: Message, results: readonly SearchResultBlock[]) {
  const text = content
    .map((block) => (block.type === 'text' ? writeCitedText(block, results) : ''))
    .join('')
    .trim();
  const calls = content.filter((block) => block.type === 'tool_use');
  if (text === '' && calls.length === 0) return;
  sent.push({
    role: 'assistant',
    content: text === '' ? null : text,
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map(({ id, name, input }) => ({
            id,
            type: 'function' as const,
            function: { name, arguments: JSON.stringify(input) },
          })),
        }),
  });
}

/** One after another would be refused by the templates of many local models. */
function addText(sent: ChatCompletionMessageParam[], { content }: Message) {
  const texts = content.flatMap((block) => (block.type === 'text' && !isBlank(block.text) ? [block.text] : []));
  if (texts.length === 0) return;
  const last = sent.at(-1);
  if (last?.role === 'user' && typeof last.content === 'string') {
    sent[sent.length - 1] = { role: 'user', content: [last.content, ...texts].join('\n\n') };
  } else sent.push({ role: 'user', content: texts.join('\n\n') });
}

function toToolMessage(block: ToolResultBlock, numbered: number): ChatCompletionToolMessageParam {
  let number = numbered;
  const parts = block.content.map((item) => (item.type === 'text' ? item.text : toPassage(item, ++number)));
  const text = parts.filter((part) => !isBlank(part)).join('\n\n') || '(no content)';
  return {
    role: 'tool',
    tool_call_id: block.tool_use_id,
    content: block.is_error === true ? `Error: ${text}` : text,
  };
}

/** A document cannot end its own passage, nor begin another. */
function toPassage(item: Extract<ToolContent, { type: 'search_result' }>, number: number): string {
  const harmless = (text: string) => text.replace(/<(?=\/?passage\b)/gi, '< ');
  const text = item.content.map((block) => block.text).join('');
  const attributes = `number="${number}" source=${JSON.stringify(item.source)} title=${JSON.stringify(harmless(item.title))}`;
  return `<passage ${attributes}>\n${harmless(text).trim()}\n</passage>`;
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
