import { canonicalHash, sha256 } from '../canonical-hash.ts';
import type { ToolUseBlock } from '../models/model.ts';
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
}

/** Decides about each call of a reply; the decision is stored with it, before anything runs. */
export function planCalls(blocks: readonly ToolUseBlock[], context: PlanContext): PendingCall[] {
  return blocks.map((block) => {
    const call = toPendingCall(block);
    const tool = context.tools.find(({ name }) => name === call.name);
    const refusal = refusalFor(block, tool, context);
    if (refusal !== undefined) return { ...call, refusal };
    if (tool?.effect !== 'write' || context.approvalMs === undefined) return call;
    return { ...call, ask: askFor(call, tool, context.approvalMs, context) };
  });
}

export function toPendingCall({ id, name, input }: Pick<ToolUseBlock, 'id' | 'name' | 'input'>): PendingCall {
  return { id, name, input, argsHash: canonicalHash(input) };
}

/** Tells one call of one conversation from all others, in the ledger and towards the tool. */
export function ledgerKey(conversation: string, call: string): string {
  return sha256(`${conversation}\0${call}`);
}

/** Begins with the id of the answer that waits, so that the answer can be found by it. */
function askFor(call: PendingCall, tool: Tool, approvalMs: number, context: PlanContext): Ask {
  const { conversation, answer = conversation, now } = context;
  return {
    id: `${answer}:${ledgerKey(conversation, call.id).slice(0, 16)}`,
    title: tool.title ?? tool.name,
    expiresAt: now + approvalMs,
    ...(tool.approvers === undefined ? {} : { approvers: tool.approvers }),
  };
}

/** The answer that a request for approval belongs to. */
export function answerOf(approval: string): string {
  return approval.slice(0, Math.max(0, approval.lastIndexOf(':')));
}

function refusalFor(
  { name, input, caller }: ToolUseBlock,
  tool: Tool | undefined,
  { tools, approvalMs, refusal }: PlanContext,
): string | undefined {
  if (caller !== undefined && caller.type !== 'direct')
    return `Calls by ${caller.type} are not supported: call ${name} directly.`;
  if (tool === undefined) {
    return `There is no tool named ${name}. The tools are: ${tools.map((each) => each.name).join(', ')}.`;
  }
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return `The input of ${name} must be a JSON object. Call it again with one.`;
  }
  if (tool.effect !== 'write') return undefined;
  const restricted = refusal?.(name);
  if (restricted !== undefined) return restricted;
  return approvalMs === undefined
    ? `${name} changes something outside this conversation and nobody has agreed to that. It was not run.`
    : undefined;
}
