import type { Viewer } from '../domain.ts';
import type { Log } from '../log.ts';
import type { Block, Message, Model, ModelReply, TextBlock, ToolUseBlock } from '../models/model.ts';
import { type AnswerLimits, mustConclude } from './budgets.ts';
import type { OpenTurn } from './conversation.ts';
import { dropOldestExchange } from './history.ts';
import { nudge } from './instructions.ts';
import { textOf, withoutBlankText } from './reply-text.ts';
import { planCalls, type RunToolsDeps, runCalls, type SkillsOfCalls } from './run-tools.ts';
import { retrievedIds } from './stored-passages.ts';
import type { TurnSkills } from './turn-skills.ts';

export interface AgentLoopDeps extends RunToolsDeps {
  readonly model: Model;
  /** The same for every call of a turn, byte for byte. */
  readonly system: string;
  readonly limits: AnswerLimits;
  /** Stores the open turn; called before every side effect. */
  readonly save: () => Promise<void>;
  readonly log: Log;
}

export interface LoopContext {
  readonly conversation: string;
  readonly viewer: Viewer;
  /** Messages of earlier turns; emptied when the model has no room for them. */
  history: Message[];
  readonly startedAt: number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: LoopProgress) => void;
  /** Absent where there are no skills. */
  readonly skills?: TurnSkills;
}

export type LoopProgress =
  | { readonly step: 'searching'; readonly query: string }
  | { readonly step: 'reading'; readonly title: string }
  | { readonly step: 'found'; readonly sources: readonly { readonly title: string; readonly url?: string }[] }
  | { readonly step: 'calculating'; readonly skill: string }
  | { readonly step: 'acting'; readonly tool: string }
  | { readonly step: 'writing' };

export type LoopOutcome =
  | 'replied'
  | 'truncated'
  | 'refused'
  | 'empty'
  | 'paused'
  | 'over_budget'
  | 'context_full'
  | `unknown_stop:${string}`;

export interface LoopEnd {
  readonly outcome: LoopOutcome;
  /** The text of the reply; it is part of the turn only when `replied`. */
  readonly content: readonly TextBlock[];
}

/**
 * Calls the model and the tools that it asks for until there is a reply. The turn is stored before every side effect and
 * can be handed in again after a crash at any point. Throws what the model throws, and the signal's reason.
 */
export async function runTurn(turn: OpenTurn, deps: AgentLoopDeps, context: LoopContext): Promise<LoopEnd> {
  for (;;) {
    context.signal.throwIfAborted();
    if (turn.replied) return { outcome: 'replied', content: replyOf(turn) };
    if (turn.pending) {
      await answerCalls(turn, deps, context);
      continue;
    }
    const last = mustConclude(turn, deps.limits, deps.now() - context.startedAt);
    const end = take(turn, await callModel(turn, last, deps, context), last, deps, context);
    await deps.save();
    if (end !== undefined) return end;
  }
}

/** The text blocks of the turn's last reply, paused parts included. */
function replyOf({ messages }: OpenTurn): TextBlock[] {
  const since = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1);
  return since.flatMap(({ content }) => content).filter((block) => block.type === 'text');
}

async function answerCalls(turn: OpenTurn, deps: AgentLoopDeps, context: LoopContext): Promise<void> {
  const calls = turn.pending ?? [];
  await deps.save();
  for (const call of calls) announce(call.name, call.input, context);
  const { conversation, viewer, signal } = context;
  try {
    const { filter } = turn.scope;
    const skills = skillsOf(turn, context);
    await runCalls(calls, deps, { conversation, viewer, filter, signal, failures: turn.failures, skills });
  } finally {
    // What has run by now must not run again when the turn is taken up after an abort.
    if (context.signal.aborted) await deps.save();
  }
  const content = calls.map(({ id, result = noResult }) => ({
    type: 'tool_result' as const,
    tool_use_id: id,
    content: result.content,
    ...(result.isError ? { is_error: true } : {}),
  }));
  turn.messages.push({ role: 'user', content });
  turn.pending = undefined;
  await deps.save();
}

/** Skills count as loaded by what the model is sent. */
function skillsOf(turn: OpenTurn, { skills, history }: LoopContext): SkillsOfCalls | undefined {
  if (skills === undefined) return undefined;
  const messages = [...history, ...turn.messages];
  return {
    session: (callId, signal) => skills.session(callId, messages, signal),
    refusal: (tool) => skills.refusal(tool, messages),
  };
}

const noResult = { content: [{ type: 'text', text: 'The call was interrupted.' }], isError: true } as const;

function announce(name: string, input: unknown, { onProgress }: LoopContext): void {
  const field = (key: string) => {
    const value =
      typeof input === 'object' && input !== null ? Object.entries(input).find(([k]) => k === key)?.[1] : '';
    return typeof value === 'string' ? value : '';
  };
  if (name === 'search_policies') onProgress({ step: 'searching', query: field('query') });
  if (name === 'read_policy') onProgress({ step: 'reading', title: field('document') });
  if (name === 'run_skill_script') onProgress({ step: 'calculating', skill: field('name') });
}

async function callModel(
  turn: OpenTurn,
  last: boolean,
  deps: AgentLoopDeps,
  context: LoopContext,
): Promise<ModelReply> {
  const { limits, tools, model } = deps;
  if (turn.messages.length > 1) context.onProgress({ step: 'writing' });
  const search = turn.forcedSearch === 'next' && !last;
  const reply = await model.generate({
    system: deps.system,
    tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    messages: [...context.history, ...turn.messages],
    ...(last ? { toolChoice: { type: 'none' } } : search ? { toolChoice: { type: 'tool', name: searchTool } } : {}),
    maxTokens: turn.grown ? limits.maxTokens * 2 : limits.maxTokens,
    signal: context.signal,
  });
  turn.iterations += 1;
  turn.promptTokens += reply.usage.inputTokens;
  turn.outputTokens += reply.usage.outputTokens;
  if (turn.forcedSearch === 'next') turn.forcedSearch = 'done';
  return reply;
}

const searchTool = 'search_policies';

/** Makes the reply part of the turn, or throws it away; undefined if the turn goes on. */
function take(
  turn: OpenTurn,
  reply: ModelReply,
  last: boolean,
  deps: AgentLoopDeps,
  context: LoopContext,
): LoopEnd | undefined {
  const content = withoutBlankText(reply.content);
  const calls = content.filter((block) => block.type === 'tool_use');
  switch (reply.stopReason) {
    case 'tool_use':
      return calls.length > 0 ? plan(turn, content, calls, last, deps, context) : conclude(turn, content, last, deps);
    case 'end_turn':
    case 'stop_sequence':
      return conclude(turn, content, last, deps);
    case 'pause_turn':
      turn.pauses += 1;
      if (last || turn.pauses > deps.limits.pauses) return { outcome: 'paused', content: [] };
      if (reply.content.length > 0) turn.messages.push({ role: 'assistant', content: reply.content });
      return undefined;
    case 'max_tokens':
      if (!turn.grown && !last) {
        turn.grown = true;
        return undefined;
      }
      return { outcome: 'truncated', content: calls.length > 0 ? [] : textOf(content) };
    case 'refusal':
      deps.log.warn('model.refused', { category: reply.refusalCategory });
      return { outcome: 'refused', content: [] };
    case 'model_context_window_exceeded':
      return shorten(turn, context) ? undefined : { outcome: 'context_full', content: [] };
    default:
      deps.log.warn('model.unknown_stop', { reason: reply.stopReason });
      return { outcome: `unknown_stop:${reply.stopReason}`, content: textOf(content) };
  }
}

function plan(
  turn: OpenTurn,
  content: Block[],
  calls: readonly ToolUseBlock[],
  last: boolean,
  deps: AgentLoopDeps,
  context: LoopContext,
): LoopEnd | undefined {
  if (last) return { outcome: 'over_budget', content: textOf(content) };
  turn.messages.push({ role: 'assistant', content });
  turn.pending = planCalls(calls, deps, skillsOf(turn, context));
  return undefined;
}

function conclude(turn: OpenTurn, content: Block[], last: boolean, deps: AgentLoopDeps): LoopEnd | undefined {
  const canSearch = deps.tools.some(({ name }) => name === searchTool);
  if (canSearch && !last && turn.forcedSearch === undefined && !hasSearched(turn)) {
    turn.forcedSearch = 'next';
    return undefined;
  }
  // A call in a reply that ended otherwise is never run, and must not stay unanswered in the history.
  const kept = content.filter((block) => block.type !== 'tool_use');
  if (textOf(kept).length === 0) {
    if (turn.nudged || last) return { outcome: 'empty', content: [] };
    turn.nudged = true;
    turn.messages.push({ role: 'user', content: [{ type: 'text', text: nudge }] });
    return undefined;
  }
  turn.messages.push({ role: 'assistant', content: kept });
  turn.replied = true;
  return { outcome: 'replied', content: replyOf(turn) };
}

/** Whether a tool was asked for passages in this turn, whatever came back, or another brought some. */
function hasSearched({ messages }: OpenTurn): boolean {
  const asks = messages.some(({ content }) =>
    content.some((block) => block.type === 'tool_use' && (block.name === searchTool || block.name === 'read_policy')),
  );
  return asks || retrievedIds(messages).length > 0;
}

function shorten(turn: OpenTurn, context: LoopContext): boolean {
  if (turn.shortened) return false;
  turn.shortened = true;
  if (context.history.length === 0) return dropOldestExchange(turn);
  context.history = [];
  return true;
}
