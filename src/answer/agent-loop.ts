import type { Block, Message, Model, ModelReply, TextBlock, ToolUseBlock } from '../models/model.ts';
import type { Tool } from '../tools/tool.ts';
import { type AnswerCallsDeps, answerCalls, skillsOf } from './answer-calls.ts';
import { type AnswerLimits, contextEditingOf, mustConclude } from './budgets.ts';
import { carrySkills } from './carry-skills.ts';
import { noteCost, type OpenTurn } from './conversation.ts';
import { dropOldestExchange } from './history.ts';
import { nudge } from './instructions.ts';
import type { LoopContext } from './loop-context.ts';
import type { Meter } from './meter.ts';
import { connectorsIn, planCalls } from './plan-calls.ts';
import { textOf, withoutBlankText } from './reply-text.ts';
import { retrievedIds } from './stored-passages.ts';

export interface AgentLoopDeps extends AnswerCallsDeps {
  readonly model: Model;
  /** The same for every call of a turn, byte for byte. */
  readonly system: string;
  readonly limits: AnswerLimits;
  readonly meter: Meter;
}

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
    if (end !== undefined) return end;
    if (!onlyReads(turn)) await deps.save();
  }
}

/** Calls that only read may be made again after a crash; those that write must be found as they were decided. */
function onlyReads({ pending = [] }: OpenTurn): boolean {
  return pending.length > 0 && pending.every(({ ask }) => ask === undefined);
}

/** The text blocks of the turn's last reply, paused parts included. */
function replyOf({ messages }: OpenTurn): TextBlock[] {
  const since = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1);
  return since.flatMap(({ content }) => content).filter((block) => block.type === 'text');
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
  const editing = contextEditingOf(model);
  await deps.meter.check();
  const reply = await model.generate({
    system: deps.system,
    tools: tools.filter(isDeclared).map(({ name, description, inputSchema, builtIn }) => ({
      ...{ name, description, inputSchema },
      ...(builtIn === undefined ? {} : { builtIn }),
    })),
    messages: [...context.history, ...turn.messages],
    ...(last ? { toolChoice: { type: 'none' } } : search ? { toolChoice: { type: 'tool', name: searchTool } } : {}),
    ...(editing === undefined ? {} : { contextEditing: editing }),
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

function isDeclared({ isDeferred }: Tool): boolean {
  return isDeferred !== true;
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
  const past = [...context.history, ...turn.messages];
  const ids = usedIds(past);
  const sendable = content.map((block) => withNewId(withObjectInput(block), ids));
  turn.messages.push({ role: 'assistant', content: sendable });
  turn.pending = planCalls(callsIn(sendable, calls), {
    ...{ tools: deps.tools, conversation: context.conversation, answer: turn.answer, now: deps.now() },
    approvalMs: deps.approvals && deps.limits.approvalMinutes * 60_000,
    refusal: skillsOf(turn, context)?.refusal,
    heardFrom: connectorsIn(past, deps.tools),
  });
  // What another system gave to one person is not for the next who asks in the thread.
  const isForOne = ({ name, isPersonal, outside }: Tool) =>
    (isPersonal || outside !== undefined) && turn.pending?.some((call) => call.name === name);
  if (deps.tools.some(isForOne)) turn.isPersonal = true;
  return undefined;
}

/** What is refused is told with the input that was given, which may not stand in the history. */
function callsIn(sendable: readonly Block[], given: readonly ToolUseBlock[]): ToolUseBlock[] {
  const ids = sendable.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
  return given.map((call, i) => ({ ...call, id: ids[i] ?? call.id }));
}

function usedIds(messages: readonly Message[]): Set<string> {
  return new Set(
    messages.flatMap(({ content }) => content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))),
  );
}

/** Some servers count calls anew for each reply; in one conversation each needs an id of its own. */
function withNewId(block: Block, ids: Set<string>): Block {
  if (block.type !== 'tool_use') return block;
  let id = block.id;
  for (let n = 2; ids.has(id); n += 1) id = `${block.id}_${n}`;
  ids.add(id);
  return id === block.id ? block : { ...block, id };
}

/** A call whose input is no object is refused, and may not stand in the history as it is. */
function withObjectInput(block: Block): Block {
  if (block.type !== 'tool_use' || isObject(block.input)) return block;
  return { ...block, input: {} };
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function conclude(turn: OpenTurn, content: Block[], last: boolean, deps: AgentLoopDeps): LoopEnd | undefined {
  const canSearch = deps.tools.some(({ name }) => name === searchTool);
  // What was done for a person needs no passage: it is told from the records.
  const mustSearch = turn.forcedSearch === undefined && turn.actions === undefined && !hasSearched(turn);
  if (canSearch && !last && mustSearch) {
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
  // Skills that were loaded go on to hold.
  context.history = carrySkills(context.history, () => true);
  return true;
}
