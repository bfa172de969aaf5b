import { loggable } from '../errors.ts';
import type { Message } from '../models/model.ts';
import { type ApprovalDeps, askAndTakeDecisions, isUndecided, isWaiting } from './approvals.ts';
import type { Action, OpenTurn, PendingCall } from './conversation.ts';
import { askAndTakeAnswers, type ElicitationDeps, isElicited } from './elicitations.ts';
import { resultsOf } from './end-pending.ts';
import type { FoundSource, LoopContext } from './loop-context.ts';
import { failed } from './run-once.ts';
import { type RunToolsDeps, runCalls, type SkillsOfCalls } from './run-tools.ts';
import { retrievedIds } from './stored-passages.ts';

export interface AnswerCallsDeps extends RunToolsDeps {
  /** Where people are asked for a yes; absent where nobody can be, then nothing that writes is run. */
  readonly approvals?: ApprovalDeps['approvals'];
  /** Where people are asked what other systems want to know; absent where nobody can be. */
  readonly elicitations?: Pick<ElicitationDeps, 'elicitations' | 'process'>;
  /** Stores the open turn; called before every side effect. */
  readonly save: () => Promise<void>;
  /** Where passages stand, for people to read meanwhile. */
  readonly sourcesOf?: (passageIds: readonly string[]) => Promise<readonly FoundSource[]>;
}

/**
 * Runs the calls of the last reply, which are stored by now if any has a side effect. False while a person has still to
 * decide; everything else of the reply has been run by then.
 */
export async function answerCalls(turn: OpenTurn, deps: AnswerCallsDeps, context: LoopContext): Promise<boolean> {
  const calls = turn.pending ?? [];
  const { conversation, viewer, signal } = context;
  const { approvals, now, log } = deps;
  if (approvals !== undefined) {
    await refuseWrongInputs(calls, deps);
    const { person } = viewer;
    await askAndTakeDecisions(calls, { conversation, ...(person && { person }) }, { approvals, now, log });
    if (calls.some(({ ask }) => ask !== undefined)) await deps.save();
  }
  await takeAnswers(turn, deps, context);
  for (const call of calls) if (call.result === undefined && !isWaiting(call)) announce(call, context);
  try {
    const { filter } = turn.scope;
    const skills = skillsOf(turn, context);
    const noteAction = (action: Action) => noteActionOf(turn, action);
    const asked = { conversation, answer: turn.answer, viewer, filter, asked: turn.question, signal };
    await runCalls(calls, deps, { ...asked, failures: turn.failures, noteAction, skills });
  } finally {
    // What has run by now must not run again when the turn is taken up after an abort.
    if (context.signal.aborted) await deps.save();
  }
  if (calls.some(isWaiting)) {
    // Stored before anyone is asked, so that an answer always finds what it belongs to.
    await deps.save();
    await takeAnswers(turn, deps, context);
    if (calls.some(isWaiting)) return false;
    return answerCalls(turn, deps, context);
  }
  const results = resultsOf(calls);
  turn.messages.push(results);
  turn.pending = undefined;
  await deps.save();
  await announceFound([results], deps, context);
  return true;
}

/** Notes what other systems ask, and takes over what was answered. */
async function takeAnswers(
  turn: OpenTurn,
  { elicitations, now, log }: AnswerCallsDeps,
  { conversation, viewer }: LoopContext,
) {
  const calls = turn.pending ?? [];
  if (elicitations === undefined || !calls.some(isElicited)) return;
  const { person, place } = viewer;
  const about = { conversation, ...(person && { person }), ...(place && { place }) };
  await askAndTakeAnswers(calls, about, { ...elicitations, now, log });
}

/** Nobody is asked for a yes to what would be refused. */
async function refuseWrongInputs(calls: readonly PendingCall[], { tools }: AnswerCallsDeps): Promise<void> {
  for (const call of calls.filter(isUndecided)) {
    const wrong = await tools.find(({ name }) => name === call.name)?.check?.(call.input);
    if (wrong !== undefined) call.result = failed(wrong);
  }
}

function noteActionOf(turn: OpenTurn, action: Action): void {
  turn.actions = [...(turn.actions ?? []).filter(({ call }) => call !== action.call), action];
}

/** Skills count as loaded by what the model is sent. */
export function skillsOf(turn: OpenTurn, { skills, history }: LoopContext): SkillsOfCalls | undefined {
  if (skills === undefined) return undefined;
  const messages = [...history, ...turn.messages];
  return {
    session: (callId, signal) => skills.session(callId, messages, signal),
    refusal: (tool) => skills.refusal(tool, messages),
  };
}

/** Only for people who wait, so nothing depends on it. */
async function announceFound(
  results: readonly Message[],
  { sourcesOf, log }: AnswerCallsDeps,
  { onProgress, signal }: LoopContext,
): Promise<void> {
  const ids = retrievedIds(results);
  if (ids.length === 0 || sourcesOf === undefined) return;
  try {
    const sources = await sourcesOf(ids);
    if (sources.length > 0) onProgress({ step: 'found', sources });
  } catch (error) {
    signal.throwIfAborted();
    log.debug('progress.failed', { reason: loggable(error) });
  }
}

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
