import type { Answer, Viewer } from '../domain.ts';
import type { ElicitationResponse } from '../elicitation.ts';
import type { ElicitationRecord, Records } from '../records/records.ts';
import type { DecisionResult } from './approval-desk.ts';
import type { AttemptOptions } from './attempt.ts';
import { isOver } from './elicitations.ts';
import { type ResumeDeps, resumeAnswer } from './resume-answer.ts';

/** What a person answered to one of an answer's `elicitations`. */
export interface ElicitationAnswer {
  /** Unique for each press of a button, the same when it is delivered again. */
  readonly decision: string;
  readonly elicitation: string;
  readonly response: ElicitationResponse;
  /** The person who answers; only the asker may. */
  readonly viewer: Viewer;
}

export interface ExpiredElicitation {
  readonly elicitation: string;
  /** What the chat noted about its card. */
  readonly card?: string;
  /** What is left to say of the answer that waited for it. */
  readonly answer: Answer;
}

export interface ElicitationDesk {
  respond(answer: ElicitationAnswer, options: AttemptOptions): Promise<DecisionResult>;
  expire(): Promise<readonly ExpiredElicitation[]>;
}

export interface ElicitationDeskDeps extends ResumeDeps {
  readonly records: ResumeDeps['records'] & Pick<Records, 'elicitations'>;
}

/** Takes answers down before anything follows from them, so that a crash at any point can be picked up. */
export function createElicitationDesk(deps: ElicitationDeskDeps): ElicitationDesk {
  const { elicitations } = deps.records;
  const { process } = deps;

  return {
    respond: async ({ decision, elicitation, response, viewer }, options) => {
      options.signal.throwIfAborted();
      const record = await elicitations.get(elicitation);
      if (record === undefined) return { outcome: 'unknown' };
      if (record.state === 'open') {
        if (viewer.person !== record.person) return { outcome: 'not_allowed' };
        if (isOver(record, deps.now(), process)) return { outcome: 'expired' };
        await elicitations.answer({ id: record.id, response, decision, now: deps.now() });
      }
      // Someone else was faster, or its time ran out just now.
      const now = (await elicitations.get(elicitation)) ?? record;
      const closed = outcomeOf(now, decision);
      if (closed !== undefined) return { outcome: closed };
      deps.log.info('elicitation.answered', { tool: record.tool, action: response.action });
      return { outcome: 'accepted', answer: await resumeAnswer(record, options, deps) };
    },

    expire: async () => {
      const expired: ExpiredElicitation[] = [];
      for (const record of await elicitations.due(deps.now(), process)) {
        // The answer first: if this breaks off, the question is still due the next time.
        const answer = await resumeAnswer(record, { signal: new AbortController().signal }, deps);
        if (!(await elicitations.close(record.id, 'expired', deps.now()))) continue;
        deps.log.info('elicitation.expired', { tool: record.tool });
        const { card } = (await elicitations.get(record.id)) ?? record;
        expired.push({ elicitation: record.id, ...(card === undefined ? {} : { card }), answer });
      }
      return expired;
    },
  };
}

/** Why nothing follows from an answer; undefined if it is the one that counts. */
function outcomeOf(
  record: ElicitationRecord,
  decision: string,
): Exclude<DecisionResult['outcome'], 'accepted'> | undefined {
  if (record.state === 'expired' || record.state === 'superseded') return record.state;
  if (record.state === 'open') return 'expired';
  return record.decision === decision ? undefined : 'decided';
}
