import type { Viewer } from '../domain.ts';
import { InputRequired } from '../elicitation.ts';
import { BylawError, UncertainError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { WriteLedger } from '../records/records.ts';
import type { SkillSession, Tool } from '../tools/tool.ts';
import { endOf, isWaiting, notDone, saidBy } from './approvals.ts';
import type { Action, PendingCall, TurnScope } from './conversation.ts';
import { answeredOf, pendingOf } from './elicitations.ts';
import { noteMemory } from './note-memory.ts';
import { argsHashOf, ledgerKey, roundKey } from './plan-calls.ts';
import { type CallResult, failed, runOnce, type WriteOutcome } from './run-once.ts';
import { toResultContent } from './tool-result.ts';

export interface RunToolsDeps {
  readonly tools: readonly Tool[];
  readonly ledger: WriteLedger;
  readonly toolMs: number;
  readonly parallel: number;
  /** Of one result. */
  readonly resultChars: number;
  /** How long the asker has to answer what a tool asks; absent where nobody can be asked. */
  readonly elicitMs?: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

export interface RunContext {
  readonly conversation: string;
  /** Id of the answer that the calls are made for. */
  readonly answer: string | undefined;
  readonly viewer: Viewer;
  readonly filter: TurnScope['filter'];
  /** The asker's own words. */
  readonly asked: string;
  readonly signal: AbortSignal;
  /** Collects codes of failures that no other input would have avoided. */
  readonly failures: string[];
  /** Takes down what became of a call that a person had to agree to. */
  readonly noteAction: (action: Action) => void;
  /** Absent where there are no skills. */
  readonly skills?: SkillsOfCalls;
}

/** What the skills of a conversation mean for the calls of one reply. */
export interface SkillsOfCalls {
  session(callId: string, signal: AbortSignal): SkillSession;
  /** Why a tool with side effects may not run. */
  refusal(tool: string): string | undefined;
}

/**
 * Runs the calls that have no result yet and wait for nobody, a few at a time. A failure is a result; only an aborted
 * signal throws. A call whose tool asks the asker for more has no result then.
 */
export async function runCalls(calls: readonly PendingCall[], deps: RunToolsDeps, context: RunContext): Promise<void> {
  const open = calls.filter((call) => call.result === undefined && !isWaiting(call));
  const worker = async () => {
    for (let call = open.shift(); call !== undefined; call = open.shift()) {
      const result = await runCall(call, deps, context);
      if (result !== undefined) call.result = result;
    }
  };
  await Promise.all(Array.from({ length: deps.parallel }, worker));
}

async function runCall(call: PendingCall, deps: RunToolsDeps, context: RunContext): Promise<CallResult | undefined> {
  context.signal.throwIfAborted();
  if (call.refusal !== undefined) return failed(call.refusal);
  const { ask } = call;
  const tool = deps.tools.find(({ name }) => name === call.name);
  if (ask === undefined) return settle(call, tool, await runRead(tool, call, deps, context), deps, context);
  const { verdict = 'denied' } = ask;
  const outcome =
    verdict === 'approved'
      ? await runAgreed(tool, call, deps, context)
      : { result: failed(notDone[verdict]), isUnknown: false };
  if (outcome.asks !== undefined) return settle(call, tool, outcome, deps, context);
  context.noteAction({
    ...{ call: call.id, title: ask.title },
    end: endOf(verdict, outcome),
    ...saidBy(verdict, outcome),
  });
  return outcome.result;
}

/** The result of a call, or none where its tool waits for the asker. */
function settle(
  call: PendingCall,
  tool: Tool | undefined,
  { result, asks }: WriteOutcome,
  { elicitMs, now }: RunToolsDeps,
  { conversation, answer }: RunContext,
): CallResult | undefined {
  if (asks === undefined || tool === undefined) return result;
  if (elicitMs === undefined) return failed(cantAsk);
  call.elicit = pendingOf(asks, call, tool, { conversation, answer, expiresAt: now() + elicitMs });
  return undefined;
}

async function runRead(
  tool: Tool | undefined,
  call: PendingCall,
  deps: RunToolsDeps,
  context: RunContext,
): Promise<WriteOutcome> {
  // A snapshot may be older than the tools that run now, and what once read may write.
  if (tool === undefined || tool.effect === 'write') return { result: failed(gone(call)), isUnknown: false };
  const outcome = await run(tool, call, deps, context);
  if (outcome.asks !== undefined) return outcome;
  const noted = tool.isPersonal && !outcome.result.isError ? noteMemory(call) : undefined;
  if (noted !== undefined) context.noteAction(noted);
  // No passage says what another system answered, so people read it as it came.
  if (tool.outside !== undefined) {
    const end = outcome.result.isError ? 'failed' : 'done';
    context.noteAction({ call: call.id, title: tool.title ?? tool.name, end, ...saidBy('approved', outcome) });
  }
  return outcome;
}

async function runAgreed(
  tool: Tool | undefined,
  call: PendingCall,
  deps: RunToolsDeps,
  context: RunContext,
): Promise<WriteOutcome> {
  const refused = tool === undefined ? gone(call) : context.skills?.refusal(call.name);
  if (tool === undefined || refused !== undefined) return { result: failed(refused ?? gone(call)), isUnknown: false };
  if (call.argsHash !== argsHashOf(call.input, tool)) {
    const what = tool.outside === undefined ? 'The input' : 'The input, or what the tool is said to do,';
    return { result: failed(`${what} is not the one that was agreed to. It was not run.`), isUnknown: false };
  }
  const { conversation } = context;
  const key = roundKey(conversation, call);
  return runOnce({ key, conversation }, call, () => run(tool, call, deps, context), deps);
}

function gone({ name }: PendingCall): string {
  return `The tool ${name} is no longer available.`;
}

async function run(
  tool: Tool,
  call: PendingCall,
  deps: RunToolsDeps,
  { conversation, viewer, filter, asked, signal, failures, skills }: RunContext,
): Promise<WriteOutcome> {
  const controller = new AbortController();
  const ms = tool.timeoutMs ?? deps.toolMs;
  const interrupted = Promise.withResolvers<never>();
  const timer = setTimeout(() => interrupted.reject(timedOut), ms);
  const onAbort = () => interrupted.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const begun = deps.now();
  const idempotencyKey = ledgerKey(conversation, call.id);
  try {
    const session = skills?.session(call.id, controller.signal);
    const given = { viewer, filter, asked, conversation, signal: controller.signal, idempotencyKey };
    const agreedBy = call.ask?.by;
    const answered = answeredOf(call);
    const more = {
      ...(session && { skills: session }),
      ...(agreedBy !== undefined && { agreedBy }),
      ...(answered && { answered }),
    };
    const work = tool.run(call.input, { ...given, ...more });
    const content = toResultContent(await Promise.race([work, interrupted.promise]), deps.resultChars);
    deps.log.debug('tool.done', { tool: tool.name, ms: deps.now() - begun, results: content.length });
    return { result: { content, isError: false }, isUnknown: false };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof InputRequired) return { result: failed(askedText), isUnknown: false, asks: error };
    deps.log.warn('tool.failed', { tool: tool.name, ms: deps.now() - begun, code: codeOf(error) });
    if (codeOf(error) !== 'tool_input') failures.push(codeOf(error));
    // A write that broke off may have happened all the same.
    const isUnknown = tool.effect === 'write' && (!(error instanceof BylawError) || error instanceof UncertainError);
    if (error === timedOut) return { result: failed(`${tool.name} did not answer within ${ms} ms.`), isUnknown };
    const told = error instanceof BylawError ? error.message : `${tool.name} failed. Try again, or go on without it.`;
    return { result: failed(told), isUnknown, ...(error instanceof UncertainError && { told }) };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    controller.abort(new BylawError('cancelled', `${tool.name} is no longer waited for`));
  }
}

const timedOut = Symbol('timed out');
/** Stands in the ledger for a run that ended with a question. */
const askedText = 'The other system asked the person for more, and was not answered. It did not go on.';
const cantAsk = 'The other system asks the person for more, and nobody can be asked here. It did not go on.';

function codeOf(error: unknown): string {
  return error === timedOut ? 'timeout' : error instanceof BylawError ? error.code : 'internal';
}
