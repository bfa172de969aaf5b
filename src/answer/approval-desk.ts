import type { Answer, Viewer } from '../domain.ts';
import type { ApprovalRecord, Records } from '../records/records.ts';
import { mayDecide } from './approvals.ts';
import type { AttemptOptions } from './attempt.ts';
import { type ResumeDeps, resumeAnswer } from './resume-answer.ts';

export interface ApprovalDecision {
  /** Unique for each press of a button, the same when it is delivered again. */
  readonly decision: string;
  readonly approval: string;
  readonly argsHash: string;
  readonly verdict: 'approve' | 'deny';
  /** The person who decides, with the roles they hold. */
  readonly viewer: Viewer;
}

/**
 * `accepted`: what the decision led to. Otherwise nothing was done: it was decided before, is for others to decide, was
 * not decided in time, was made void by a later question, or does not exist in this form.
 */
export type DecisionResult =
  | { readonly outcome: 'accepted'; readonly answer: Answer }
  | { readonly outcome: 'decided' | 'not_allowed' | 'expired' | 'superseded' | 'unknown' };

export interface ExpiredApproval {
  readonly approval: string;
  /** What the chat noted about its card. */
  readonly card?: string;
  /** What is left to say of the answer that waited for it. */
  readonly answer: Answer;
}

export interface ApprovalDesk {
  decide(decision: ApprovalDecision, options: AttemptOptions): Promise<DecisionResult>;
  expire(): Promise<readonly ExpiredApproval[]>;
}

export interface ApprovalDeskDeps extends ResumeDeps {
  readonly records: ResumeDeps['records'] & Pick<Records, 'approvals'>;
}

/** Takes decisions down before anything follows from them, so that a crash at any point can be picked up. */
export function createApprovalDesk(deps: ApprovalDeskDeps): ApprovalDesk {
  const { approvals } = deps.records;

  return {
    decide: async (decision, options) => {
      options.signal.throwIfAborted();
      const record = await approvals.get(decision.approval);
      const closed = outcomeOf(record, decision);
      if (closed !== undefined) return { outcome: closed };
      if (record === undefined) return { outcome: 'unknown' };
      if (record.state === 'open') {
        if (!mayDecide(record, decision.viewer)) return { outcome: 'not_allowed' };
        const taken = await approvals.decide({
          ...{ id: record.id, argsHash: decision.argsHash, decision: decision.decision, now: deps.now() },
          state: decision.verdict === 'approve' ? 'approved' : 'denied',
          by: decision.viewer.person ?? '',
        });
        // Someone else was faster, or its time ran out just now.
        if (!taken) {
          const now = await approvals.get(decision.approval);
          const lateOutcome = now?.state === 'open' ? 'expired' : outcomeOf(now, decision);
          if (lateOutcome !== undefined) return { outcome: lateOutcome };
        }
        deps.log.info('approval.decided', { tool: record.tool, verdict: decision.verdict });
      }
      return { outcome: 'accepted', answer: await resumeAnswer(record, options, deps) };
    },

    expire: async () => {
      const expired: ExpiredApproval[] = [];
      for (const record of await approvals.due(deps.now())) {
        // The answer first: if this breaks off, the request is still due the next time.
        const answer = await resumeAnswer(record, { signal: new AbortController().signal }, deps);
        if (!(await approvals.close(record.id, 'expired', deps.now()))) continue;
        deps.log.info('approval.expired', { tool: record.tool });
        const { card } = (await approvals.get(record.id)) ?? record;
        expired.push({ approval: record.id, ...(card === undefined ? {} : { card }), answer });
      }
      return expired;
    },
  };
}

type Refusal = Exclude<DecisionResult['outcome'], 'accepted'>;

/** Why nothing follows from a decision; undefined if it is the first one, or the one that stands. */
function outcomeOf(record: ApprovalRecord | undefined, decision: ApprovalDecision): Refusal | undefined {
  if (record === undefined || record.argsHash !== decision.argsHash) return 'unknown';
  if (record.state === 'open') return undefined;
  if (record.state === 'expired' || record.state === 'superseded') return record.state;
  const verdict = record.state === 'approved' ? 'approve' : 'deny';
  return record.decision === decision.decision && verdict === decision.verdict ? undefined : 'decided';
}
