import { canonicalHash, sha256 } from '../canonical-hash.ts';
import type { Message, ToolUseBlock } from '../models/model.ts';
import type { Tool } from '../tools/tool.ts';
import type { Ask, PendingCall } from './conversation.ts';

export interface PlanContext {
  readonly tools: readonly Tool[];
  readonly conversation: string;
  /** Id of the answer that the calls are made for. */
  readonly answer: string | undefined;
  /** How long a person has for a yes; absent where nobody can be asked, then nothing that writes is run. */
  readonly approvalMs: number | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Why a tool with side effects may not run while certain skills are followed. */
  readonly refusal?: (tool: string) => string | undefined;
  /** Connectors whose content the model has been sent: it may have been written to make the model call tools. */
  readonly heardFrom?: readonly string[];
}

/** Decides about each call of a reply; the decision is stored with it, before anything runs. */
export function planCalls(blocks: readonly ToolUseBlock[], context: PlanContext): PendingCall[] {
  return blocks.map((given) => {
    const block = forwarded(given, context.tools);
    const tool = context.tools.find(({ name }) => name === block.name);
    const refusal = refusalFor(block, tool, context);
    if (refusal !== undefined) return { ...toPendingCall(block), refusal };
    const call = toPendingCall({ ...block, input: tool?.outside?.prepare(block.input) ?? block.input }, tool);
    if (tool === undefined || !needsYes(tool, context) || context.approvalMs === undefined) return call;
    return { ...call, ask: askFor(call, tool, context.approvalMs, context) };
  });
}

export function toPendingCall(
  { id, name, input }: Pick<ToolUseBlock, 'id' | 'name' | 'input'>,
  tool?: Pick<Tool, 'outside'>,
): PendingCall {
  return { id, name, input, argsHash: argsHashOf(input, tool) };
}

/** What a yes is bound to. */
export function argsHashOf(input: unknown, tool: Pick<Tool, 'outside'> | undefined): string {
  return canonicalHash(tool?.outside === undefined ? input : { input, pin: tool.outside.pin });
}

/** Connectors whose content stands in the messages, by the calls that brought it. */
export function connectorsIn(messages: readonly Message[], tools: readonly Tool[]): string[] {
  const calls = messages.flatMap(({ content }) => content.filter((block) => block.type === 'tool_use'));
  const names = calls.map((call) => forwarded(call, tools).name);
  const found = names.map((name) => {
    const known = tools.find((tool) => tool.name === name)?.outside?.connector;
    // One that is no longer offered counts as somebody else.
    return known ?? (name.startsWith('mcp__') ? name : undefined);
  });
  return [...new Set(found.filter((connector) => connector !== undefined))];
}

/**
 * What writes always does. So does what sends something outside by itself once another system's content is there, which
 * could make the model carry things from one to the other; a closed one may be asked on.
 */
function needsYes({ effect, outside }: Tool, { heardFrom = [] }: Pick<PlanContext, 'heardFrom'>): boolean {
  if (effect === 'write') return true;
  if (outside === undefined) return false;
  return heardFrom.some((connector) => outside.isOpenWorld || connector !== outside.connector);
}

function forwarded(block: ToolUseBlock, tools: readonly Tool[]): ToolUseBlock {
  const target = tools.find(({ name }) => name === block.name)?.forwards?.(block.input);
  return target === undefined ? block : { ...block, ...target };
}

/** Tells one call of one conversation from all others, in the ledger and towards the tool. */
export function ledgerKey(conversation: string, call: string): string {
  return sha256(`${conversation}\0${call}`);
}

/** A call that was asked for more is another action each time that it goes on. */
export function roundKey(conversation: string, { id, elicit }: Pick<PendingCall, 'id' | 'elicit'>): string {
  return ledgerKey(conversation, elicit === undefined ? id : `${id}#${elicit.round}`);
}

/** Begins with the id of the answer that waits, so that the answer can be found by it. */
function askFor(call: PendingCall, tool: Tool, approvalMs: number, context: PlanContext): Ask {
  const { conversation, answer = conversation, now } = context;
  return {
    id: `${answer}:${ledgerKey(conversation, call.id).slice(0, 16)}`,
    title: tool.title ?? tool.name,
    expiresAt: now + approvalMs,
    ...(tool.approvers === undefined ? {} : { approvers: tool.approvers }),
    ...(tool.outside === undefined ? {} : { recipient: tool.outside.recipient }),
  };
}

/** The answer that a request for approval belongs to. */
export function answerOf(approval: string): string {
  return approval.slice(0, Math.max(0, approval.lastIndexOf(':')));
}

function refusalFor(
  { name, input, caller }: ToolUseBlock,
  tool: Tool | undefined,
  context: PlanContext,
): string | undefined {
  const { tools, approvalMs, refusal } = context;
  if (caller !== undefined && caller.type !== 'direct')
    return `Calls by ${caller.type} are not supported: call ${name} directly.`;
  if (tool === undefined) {
    return `There is no tool named ${name}. The tools are: ${tools.flatMap((each) => (each.isDeferred ? [] : [each.name])).join(', ')}.`;
  }
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return `The input of ${name} must be a JSON object. Call it again with one.`;
  }
  if (tool.effect === 'write') {
    const restricted = refusal?.(name);
    if (restricted !== undefined) return restricted;
  }
  if (approvalMs !== undefined || !needsYes(tool, context)) return undefined;
  const does = tool.effect === 'write' ? 'changes something' : 'sends something';
  return `${name} ${does} outside this conversation and nobody has agreed to that. It was not run.`;
}
