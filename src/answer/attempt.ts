import type { Question, Viewer } from '../domain.ts';
import { BylawError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Message, Model } from '../models/model.ts';
import type { Records } from '../records/records.ts';
import type { Tool } from '../tools/tool.ts';
import type { AgentLoopDeps } from './agent-loop.ts';
import { quoting, type SkillOffer } from './answer-skills.ts';
import type { AnswerLimits } from './budgets.ts';
import type { Conversation, OpenTurn } from './conversation.ts';
import { followAlone } from './follow-alone.ts';
import { instructions, withOutside, withSkills } from './instructions.ts';
import type { LoopContext, LoopProgress } from './loop-context.ts';
import { type Meter, noMeter } from './meter.ts';
import { sourcesOf } from './stored-passages.ts';
import { createTurnSkills, type TurnSkills } from './turn-skills.ts';
import { type Draft, writeAnswer } from './write-answer.ts';

export interface AttemptDeps {
  readonly tools: readonly Tool[];
  /** Tools of other systems that this viewer may use here, as they are now; a turn keeps them. */
  readonly outsideTools?: (viewer: Viewer) => Promise<readonly Tool[]>;
  /** Names this process among those that use the records. */
  readonly process: string;
  /** Without approvals nothing that writes is run. */
  readonly records: Pick<Records, 'documents' | 'ledger'> & Partial<Pick<Records, 'approvals' | 'elicitations'>>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly limits: AnswerLimits;
  /** Does narrow tasks beside the answer; absent means there are none. */
  readonly sideModel?: Model;
  /** Absent where nothing is counted. */
  readonly meter?: Meter;
  readonly log: Log;
}

export interface AttemptOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: LoopProgress | { readonly step: 'checking' }) => void;
}

export interface Attempt {
  readonly model: Model;
  readonly turn: OpenTurn;
  readonly history: Message[];
  readonly save: () => Promise<void>;
  /** How long the model is waited for; then it counts as unavailable. */
  readonly patienceMs: number;
  /** Absent for a model that can't follow any, and where there are none. */
  readonly skills?: { readonly offer: SkillOffer; readonly conversation: Conversation };
}

/** Lets one model write the answer, within its time. Throws what the model throws. */
export async function runAttempt(
  attempt: Attempt,
  question: Question,
  { signal, onProgress = () => {} }: AttemptOptions,
  deps: AttemptDeps,
): Promise<Draft> {
  const { tools, records, now, limits, log, meter = noMeter } = deps;
  const { model, turn, history, save, patienceMs, skills } = attempt;
  // A text that someone else wrote sends nothing anywhere, and quoting calls nothing.
  const canReach = model.name !== quoting && question.isQuoted !== true;
  const outside = canReach ? ((await deps.outsideTools?.(question.viewer)) ?? []) : [];
  const system = skills === undefined ? instructions : withSkills(skills.offer.catalog);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(tooLate), patienceMs);
  const isOffered = ({ isPersonal }: Tool) =>
    isPersonal !== true || (question.viewer.person !== undefined && question.isQuoted !== true);
  const loop: AgentLoopDeps = {
    model,
    system: outside.length > 0 ? withOutside(system) : system,
    tools: [...tools.filter(isOffered), ...(skills?.offer.tools ?? []), ...outside].toSorted((a, b) =>
      a.name < b.name ? -1 : 1,
    ),
    ledger: records.ledger,
    // A text that someone else wrote asks for nothing.
    ...(records.approvals && question.isQuoted !== true && { approvals: records.approvals }),
    ...(records.elicitations && {
      elicitations: { elicitations: records.elicitations, process: deps.process },
      elicitMs: limits.approvalMinutes * 60_000,
    }),
    sourcesOf: (ids) => sourcesOf(records.documents, ids, question.viewer),
    resultChars: limits.resultChars,
    toolMs: limits.toolSeconds * 1000,
    parallel: limits.parallelTools,
    ...{ limits, meter, save, now, log },
  };
  const context: LoopContext = {
    conversation: question.conversation,
    viewer: question.viewer,
    history,
    startedAt: now(),
    signal: AbortSignal.any([signal, late.signal]),
    onProgress,
    ...(skills === undefined ? {} : { skills: turnSkills(attempt, skills, loop, () => context) }),
  };
  try {
    return await writeAnswer(
      turn,
      { ...loop, documents: records.documents, onChecking: () => onProgress({ step: 'checking' }) },
      context,
    );
  } finally {
    clearTimeout(timer);
  }
}

function turnSkills(
  { turn }: Attempt,
  { offer, conversation }: NonNullable<Attempt['skills']>,
  loop: AgentLoopDeps,
  context: () => LoopContext,
): TurnSkills {
  const own: TurnSkills = createTurnSkills({
    ...{ conversation, turn, offer },
    runAlone: (skill, task, signal) => {
      const outer = context();
      const within = { ...outer, signal: AbortSignal.any([outer.signal, signal]) };
      return followAlone(skill, task, turn, { ...loop, offer, skills: own }, within);
    },
  });
  return own;
}

/** The reason that a model which is given up on is stopped with. */
export const tooLate = new BylawError('model_unavailable', 'The language model took too long.');
