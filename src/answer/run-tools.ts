import { createHash } from 'node:crypto';
import type { Viewer } from '../domain.ts';
import { BylawError, messageOf } from '../errors.ts';
import type { Log } from '../log.ts';
import type { ToolUseBlock } from '../models/model.ts';
import type { WriteLedger } from '../records/records.ts';
import type { SkillSession, Tool } from '../tools/tool.ts';
import type { PendingCall, TurnScope } from './conversation.ts';

export interface RunToolsDeps {
  readonly tools: readonly Tool[];
  readonly ledger: WriteLedger;
  /** Whether a person has agreed to exactly this call. Without it nothing that writes is run. */
  readonly mayWrite?: (call: PendingCall) => boolean;
  readonly toolMs: number;
  readonly parallel: number;
  readonly now: () => number;
  readonly log: Log;
}

export interface RunContext {
  readonly conversation: string;
  readonly viewer: Viewer;
  readonly filter: TurnScope['filter'];
  readonly signal: AbortSignal;
  /** Collects codes of failures that no other input would have avoided. */
  readonly failures: string[];
  /** Absent where there are no skills. */
  readonly skills?: SkillsOfCalls;
}

/** What the skills of a conversation mean for the calls of one reply. */
export interface SkillsOfCalls {
  session(callId: string, signal: AbortSignal): SkillSession;
  /** Why a tool with side effects may not run. */
  refusal(tool: string): string | undefined;
}

type Result = NonNullable<PendingCall['result']>;

/** Decides about each call of a reply; the decision is stored with it, before anything runs. */
export function planCalls(
  blocks: readonly ToolUseBlock[],
  deps: RunToolsDeps,
  skills?: Pick<SkillsOfCalls, 'refusal'>,
): PendingCall[] {
  return blocks.map((block) => {
    const call = toPendingCall(block);
    const refusal = refusalFor(call, block.caller?.type, deps, skills);
    return refusal === undefined ? call : { ...call, refusal };
  });
}

export function toPendingCall({ id, name, input }: Pick<ToolUseBlock, 'id' | 'name' | 'input'>): PendingCall {
  return { id, name, input, argsHash: hash(canonical(input)) };
}

/** Runs the calls that have no result yet, a few at a time. A failure is a result; only an aborted signal throws. */
export async function runCalls(calls: readonly PendingCall[], deps: RunToolsDeps, context: RunContext): Promise<void> {
  const open = calls.filter((call) => call.result === undefined);
  const worker = async () => {
    for (let call = open.shift(); call !== undefined; call = open.shift()) {
      call.result = await runCall(call, deps, context);
    }
  };
  await Promise.all(Array.from({ length: deps.parallel }, worker));
}

function refusalFor(
  call: PendingCall,
  caller: string | undefined,
  deps: RunToolsDeps,
  skills: Pick<SkillsOfCalls, 'refusal'> | undefined,
): string | undefined {
  const tool = deps.tools.find(({ name }) => name === call.name);
  if (caller !== undefined && caller !== 'direct')
    return `Calls by ${caller} are not supported: call ${call.name} directly.`;
  if (tool === undefined) {
    return `There is no tool named ${call.name}. The tools are: ${deps.tools.map(({ name }) => name).join(', ')}.`;
  }
  const restricted = tool.effect === 'write' ? skills?.refusal(tool.name) : undefined;
  if (restricted !== undefined) return restricted;
  if (tool.effect === 'write' && deps.mayWrite?.(call) !== true) {
    return `${call.name} changes something outside this conversation and nobody has agreed to that. It was not run.`;
  }
  return undefined;
}

async function runCall(call: PendingCall, deps: RunToolsDeps, context: RunContext): Promise<Result> {
  context.signal.throwIfAborted();
  if (call.refusal !== undefined) return failed(call.refusal);
  const tool = deps.tools.find(({ name }) => name === call.name);
  // A snapshot may be older than the tools that run now.
  if (tool === undefined) return failed(`The tool ${call.name} is no longer available.`);
  if (call.argsHash !== hash(canonical(call.input)))
    return failed('The input is not the one that was agreed to. It was not run.');
  // A skill may have been loaded by another call of the same reply.
  const restricted = tool.effect === 'write' ? context.skills?.refusal(tool.name) : undefined;
  if (restricted !== undefined) return failed(restricted);
  const key = hash(`${context.conversation}\0${call.id}`);
  return tool.effect === 'write' ? runOnce(tool, call, key, deps, context) : run(tool, call, key, deps, context);
}

/** A write is noted before and after it; what was begun and never noted as done is not repeated. */
async function runOnce(
  tool: Tool,
  call: PendingCall,
  key: string,
  deps: RunToolsDeps,
  context: RunContext,
): Promise<Result> {
  try {
    const begun = await deps.ledger.begin(key, call.argsHash, deps.now());
    if (!begun) {
      const entry = await deps.ledger.get(key);
      return entry?.state === 'done' ? (JSON.parse(entry.result) as Result) : failed(unknownOutcome);
    }
  } catch (error) {
    deps.log.error('ledger.failed', { tool: tool.name, reason: messageOf(error) });
    return failed('The action could not be recorded, so it was not run.');
  }
  const outcome = await run(tool, call, key, deps, context, failed(unknownOutcome));
  if (outcome.unknown !== true) {
    const { content, isError } = outcome;
    await deps.ledger.finish(key, JSON.stringify({ content, isError }), deps.now()).catch((error: unknown) => {
      deps.log.error('ledger.failed', { tool: tool.name, reason: messageOf(error) });
    });
  }
  return { content: outcome.content, isError: outcome.isError };
}

const unknownOutcome =
  'This action was started and its outcome is unknown. It was not repeated: tell the person to check whether it happened.';

async function run(
  tool: Tool,
  call: PendingCall,
  idempotencyKey: string,
  deps: RunToolsDeps,
  { viewer, filter, signal, failures, skills }: RunContext,
  late?: Result,
): Promise<Result & { unknown?: boolean }> {
  const controller = new AbortController();
  const ms = tool.timeoutMs ?? deps.toolMs;
  const interrupted = Promise.withResolvers<never>();
  const timer = setTimeout(() => interrupted.reject(timedOut), ms);
  const onAbort = () => interrupted.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const begun = deps.now();
  try {
    const session = skills?.session(call.id, controller.signal);
    const asked = { viewer, filter, signal: controller.signal, idempotencyKey, ...(session && { skills: session }) };
    const work = tool.run(call.input, asked);
    const content = await Promise.race([work, interrupted.promise]);
    deps.log.debug('tool.done', { tool: tool.name, ms: deps.now() - begun, results: content.length });
    return { content: content.length > 0 ? content : [{ type: 'text', text: '(no content)' }], isError: false };
  } catch (error) {
    signal.throwIfAborted();
    deps.log.warn('tool.failed', { tool: tool.name, ms: deps.now() - begun, code: codeOf(error) });
    if (error === timedOut) {
      failures.push('timeout');
      return late === undefined ? failed(`${tool.name} did not answer within ${ms} ms.`) : { ...late, unknown: true };
    }
    if (codeOf(error) !== 'tool_input') failures.push(codeOf(error));
    return failed(error instanceof BylawError ? error.message : `${tool.name} failed. Try again, or go on without it.`);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    controller.abort(new BylawError('cancelled', `${tool.name} is no longer waited for`));
  }
}

const timedOut = Symbol('timed out');

function failed(text: string): Result {
  return { content: [{ type: 'text', text }], isError: true };
}

function codeOf(error: unknown): string {
  return error === timedOut ? 'timeout' : error instanceof BylawError ? error.code : 'internal';
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** JSON with sorted keys, so that equal inputs have one hash. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, part: unknown) =>
      typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    ) ?? 'null'
  );
}
