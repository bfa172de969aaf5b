import type { Log } from '../../src/log.ts';
import { type AnthropicModelOptions, createAnthropicModel } from '../../src/models/anthropic.ts';
import type { Message, ModelRequest } from '../../src/models/model.ts';
import { createOpenAiModel, type OpenAiModelOptions } from '../../src/models/openai.ts';
import { type FakeChatOptions, startFakeChat } from '../support/fake-chat/server.ts';
import { type FakeClaudeOptions, startFakeClaude } from '../support/fake-claude/server.ts';

export const apiKey = 'sk-ant-secret';
const idleMs = 60_001;
const deadlineMs = 90_001;

interface Teardown {
  after(run: () => Promise<void>): void;
}

interface Setup {
  readonly fake?: FakeClaudeOptions;
  readonly model?: Partial<AnthropicModelOptions>;
}

/** A model on a fake of the API; time passes only when the test says so. */
export async function startModel(t: Teardown, setup: Setup = {}) {
  const fake = await startFakeClaude({ apiKey, ...setup.fake });
  t.after(() => fake.close());
  const { options: patience, ...time } = standStill();
  const options: AnthropicModelOptions = {
    ...patience,
    apiKey,
    baseUrl: fake.url,
    model: 'claude-opus-5-5',
    ...setup.model,
  };
  return {
    ...time,
    fake,
    model: createAnthropicModel(options),
    another: (change: Partial<AnthropicModelOptions>) => createAnthropicModel({ ...options, ...change }),
  };
}

interface ChatSetup {
  readonly fake?: FakeChatOptions;
  readonly model?: Partial<OpenAiModelOptions>;
}

/** The same on a fake of chat completions. */
export async function startChatModel(t: Teardown, setup: ChatSetup = {}) {
  const fake = await startFakeChat({ apiKey, ...setup.fake });
  t.after(() => fake.close());
  const { options: patience, ...time } = standStill();
  const options: OpenAiModelOptions = { ...patience, apiKey, baseUrl: fake.url, model: 'qwen3-30b', ...setup.model };
  return {
    ...time,
    fake,
    model: createOpenAiModel(options),
    another: (change: Partial<OpenAiModelOptions>) => createOpenAiModel({ ...options, ...change }),
  };
}

function standStill() {
  const waits: number[] = [];
  const lines: string[] = [];
  const timers = new Map<number, () => void>();
  const sleep = (ms: number, signal: AbortSignal) => {
    if (ms !== idleMs && ms !== deadlineMs) {
      waits.push(ms);
      return Promise.resolve();
    }
    return new Promise<void>((resolve, reject) => {
      timers.set(ms, resolve);
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  };
  return {
    options: { idleMs, deadlineMs, now: () => new Date('2026-11-30T12:00:00Z'), log: logTo(lines), sleep },
    /** Between attempts, in milliseconds. */
    waits,
    lines,
    expireIdle: () => timers.get(idleMs)?.(),
    expireDeadline: () => timers.get(deadlineMs)?.(),
  };
}

function logTo(lines: string[]): Log {
  const write = (event: string, fields = {}) => void lines.push(JSON.stringify({ event, ...fields }));
  return { debug: write, info: write, warn: write, error: write };
}

export function ask(change: Partial<ModelRequest> = {}): ModelRequest {
  return {
    system: 'You answer questions about policies.',
    tools: [searchTool],
    messages: [user('How many days of leave do I have?')],
    maxTokens: 1000,
    signal: new AbortController().signal,
    ...change,
  };
}

export const searchTool = {
  name: 'search_policies',
  description: 'Finds passages.',
  inputSchema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
};

export function user(...texts: string[]): Message {
  return { role: 'user', content: texts.map(textBlock) };
}

export function textBlock(text: string) {
  return { type: 'text', text } as const;
}

/** A call and its result, as the loop stores them. */
export function searched(id: string, results = 1): Message[] {
  const result = (n: number) => ({
    type: 'search_result' as const,
    source: `policy://leave@1#${n}`,
    title: 'Leave',
    content: [textBlock('You have 20 days. '), textBlock('Ask two weeks ahead.')],
    citations: { enabled: true },
  });
  return [
    { role: 'assistant', content: [{ type: 'tool_use', id, name: 'search_policies', input: { query: 'leave' } }] },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: id, content: Array.from({ length: results }, (_, n) => result(n)) },
      ],
    },
  ];
}
