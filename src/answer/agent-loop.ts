import type { Viewer } from '../domain.ts';
import type { Log } from '../log.ts';
import type { Block, Message, Model, ModelReply, TextBlock, ToolUseBlock } from '../models/model.ts';
import { type ApprovalDeps, askAndTakeDecisions, isWaiting } from './approvals.ts';
import { type AnswerLimits, mustConclude } from './budgets.ts';
import type { Action, OpenTurn, PendingCall } from './conversation.ts';
import { dropOldestExchange } from './history.ts';
import { nudge } from './instructions.ts';
import type { Meter } from './meter.ts';
import { planCalls } from './plan-calls.ts';
import { textOf, withoutBlankText } from './reply-text.ts';
import { type RunToolsDeps, runCalls, type SkillsOfCalls } from './run-tools.ts';
import { retrievedIds } from './stored-passages.ts';
import type { TurnSkills } from './turn-skills.ts';

export interface AgentLoopDeps extends RunToolsDeps {
  readonly model: Model;
  /** The same for every call of a turn, byte for byte. */
  readonly system: string;
  readonly limits: AnswerLimits;
  readonly meter: Meter;
  /** Where people are asked for a yes; absent where nobody can be, then nothing that writes is run. */
  readonly approvals?: ApprovalDeps['approvals'];
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
  | 'awaiting_approval'
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
      if (!(await answerCalls(turn, deps, context))) return { outcome: 'awaiting_approval', content: [] };
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

/** False while a person has still to decide; everything else of the reply has been run by then. */
async function answerCalls(turn: OpenTurn, deps: AgentLoopDeps, context: LoopContext): Promise<boolean> {
  const calls = turn.pending ?? [];
  await deps.save();
  const { conversation, viewer, signal } = context;
  const { approvals, now, log } = deps;
  if (approvals !== undefined) {
    const { person } = viewer;
    await askAndTakeDecisions(calls, { conversation, ...(person && { person }) }, { approvals, now, log });
    if (calls.some(({ ask }) => ask !== undefined)) await deps.save();
  }
  for (const call of calls) if (call.result === undefined && !isWaiting(call)) announce(call, context);
  try {
    const { filter } = turn.scope;
    const skills = skillsOf(turn, context);
    const noteAction = (action: Action) => noteActionOf(turn, action);
    await runCalls(calls, deps, { conversation, viewer, filter, signal, failures: turn.failures, noteAction, skills });
  } finally {
    // What has run by now must not run again when the turn is taken up after an abort.
    if (context.signal.aborted) await deps.save();
  }
  if (calls.some(isWaiting)) {
    await deps.save();
    return false;
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
  return true;
}

function noteActionOf(turn: OpenTurn, action: Action): void {
  turn.actions = [...(turn.actions ?? []).filter(({ call }) => call !== action.call), action];
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

function announce({ name, input, ask }: PendingCall, { onProgress }: LoopContext): void {
  const field = (key: string) => {
    const value =
      typeof input === 'object' && input !== null ? Object.entries(input).find(([k]) => k === key)?.[1] : '';
    return typeof value === 'string' ? value : '';
  };
  if (name === 'search_policies') onProgress({ step: 'searching', query: field('query') });
  if (name === 'read_policy') onProgress({ step: 'reading', title: field('document') });
  if (name === 'run_skill_script') onProgress({ step: 'calculating', skill: field('name') });
  if (ask?.verdict === 'approved') onProgress({ step: 'acting', tool: ask.title });
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
  await deps.meter.check();
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
  noteCost(turn, await deps.meter.note(model.name, reply.usage));
  if (turn.forcedSearch === 'next') turn.forcedSearch = 'done';
  return reply;
}

/** Also of work for a turn that is done elsewhere. */
export function noteCost(turn: OpenTurn, usd: number): void {
  turn.usd = (turn.usd ?? 0) + usd;
  turn.dearestUsd = Math.max(turn.dearestUsd ?? 0, usd);
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
  turn.messages.push({ role: 'assistant', content: content.map(withObjectInput) });
  turn.pending = planCalls(calls, {
    ...{ tools: deps.tools, conversation: context.conversation, answer: turn.answer, now: deps.now() },
    approvalMs: deps.approvals && deps.limits.approvalMinutes * 60_000,
    refusal: skillsOf(turn, context)?.refusal,
  });
  return undefined;
}

/** A call whose input is no object is refused, and may not stand in the history as it is. */
function withObjectInput(block: Block): Block {
  if (block.type !== 'tool_use' || (typeof block.input === 'object' && block.input !== null)) return block;
  return { ...block, input: {} };
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
