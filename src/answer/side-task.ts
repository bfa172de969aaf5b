import { z } from 'zod';
import { BylawError, loggable } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Message, Model } from '../models/model.ts';
import type { ToolSpec } from '../tools/tool.ts';
import { noteCost, type Spending } from './conversation.ts';
import type { Meter } from './meter.ts';
import { textOf } from './reply-text.ts';

/** A narrow piece of work beside an answer. */
export interface SideTask<T> {
  /** As logged. */
  readonly name: string;
  readonly system: string;
  readonly text: string;
  /** Texts of documents, which stand in no other place than a tool's result. */
  readonly passages?: readonly string[];
  /** All properties required, none besides. */
  readonly schema: z.ZodType<T>;
}

export interface SideTaskDeps {
  /** A cheaper model; absent means that there are no side tasks. */
  readonly sideModel?: Model;
  readonly meter: Meter;
  /** How long the side model is waited for; 15 s unless told. */
  readonly patienceMs?: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

/**
 * Has a task done in a context of its own, so that the conversation's bytes stay as they are. What it costs counts for
 * the answer. Undefined where there is no side model, no budget, no time or no usable reply: nothing depends on it.
 */
export async function runSideTask<T>(
  task: SideTask<T>,
  spending: Spending,
  { sideModel, meter, patienceMs = defaultPatienceMs, now, log }: SideTaskDeps,
  signal: AbortSignal,
): Promise<T | undefined> {
  if (sideModel === undefined) return undefined;
  const begun = now();
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(tooSlow), patienceMs);
  try {
    await meter.check();
    const { content, usage, stopReason } = await sideModel.generate({
      system: task.system,
      messages: messagesOf(task),
      ...(task.passages === undefined ? { tools: [] } : { tools: [passageTool], toolChoice: { type: 'none' } }),
      maxTokens,
      format: z.toJSONSchema(task.schema),
      signal: AbortSignal.any([signal, late.signal]),
    });
    spending.promptTokens += usage.inputTokens;
    spending.outputTokens += usage.outputTokens;
    noteCost(spending, await meter.note(sideModel.name, usage));
    const text = textOf(content)
      .map((block) => block.text)
      .join('');
    const parsed = task.schema.safeParse(parse(text));
    const outcome = parsed.success ? 'done' : 'unusable';
    const { inputTokens, outputTokens } = usage;
    log.info('side_task.ended', {
      ...{ task: task.name, model: sideModel.name, outcome, stopReason },
      ...{ ms: now() - begun, inputTokens, outputTokens },
    });
    return parsed.data;
  } catch (error) {
    signal.throwIfAborted();
    log.warn('side_task.failed', { task: task.name, model: sideModel.name, reason: loggable(error) });
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** Counts as a failure of the model, so that one which hangs is soon left alone. */
const tooSlow = new BylawError('model_unavailable', 'The side model took too long.');

const defaultPatienceMs = 15_000;
const maxTokens = 2000;

const passageTool: ToolSpec = {
  name: 'read_passages',
  description: 'Returns the passages that the task is about.',
  inputSchema: { type: 'object', properties: {} },
};

function messagesOf({ text, passages }: SideTask<unknown>): Message[] {
  const asked: Message = { role: 'user', content: [{ type: 'text', text }] };
  if (passages === undefined) return [asked];
  const id = 'toolu_passages';
  const content = passages.map((passage) => ({ type: 'text' as const, text: passage }));
  return [
    asked,
    { role: 'assistant', content: [{ type: 'tool_use', id, name: passageTool.name, input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
  ];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
