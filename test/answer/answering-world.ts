import { type AnswerQuestionDeps, createAnswerQuestion } from '../../src/answer/answer-question.ts';
import type { AnswerSkills } from '../../src/answer/answer-skills.ts';
import type { AnswerLimits } from '../../src/answer/budgets.ts';
import type { Meter } from '../../src/answer/meter.ts';
import type { Referrals } from '../../src/answer/referral.ts';
import type { Answer, Question } from '../../src/domain.ts';
import { createLog } from '../../src/log.ts';
import type { Model } from '../../src/models/model.ts';
import type { AnswerRecords, ConversationRecords } from '../../src/records/records.ts';
import { createReadPolicy } from '../../src/tools/read-policy.ts';
import { createSearchPolicies } from '../../src/tools/search-policies.ts';
import type { Tool } from '../../src/tools/tool.ts';
import {
  createAnswers,
  createApprovals,
  createConversations,
  createLedger,
  newStored,
  type Stored,
} from './memory-records.ts';
import { createHandbook, viewer } from './small-handbook.ts';

export interface WorldOptions {
  readonly model: Model;
  readonly fallback?: Model;
  readonly handbook?: ReturnType<typeof createHandbook>;
  readonly tools?: readonly Tool[];
  /** Of other systems. */
  readonly outsideTools?: AnswerQuestionDeps['outsideTools'];
  readonly limits?: Partial<AnswerLimits>;
  readonly now?: () => number;
  readonly conversations?: ConversationRecords;
  readonly answers?: AnswerRecords;
  readonly skills?: AnswerSkills;
  readonly referrals?: Referrals;
  readonly meter?: Meter;
  readonly sideModel?: Model;
  /** What an earlier world has left. */
  readonly stored?: Stored;
}

/** The answering side over a small handbook, with everything that it stores or logs in reach. */
export function createWorld(options: WorldOptions) {
  const handbook = options.handbook ?? createHandbook();
  const { documents, library } = handbook;
  const stored = options.stored ?? newStored();
  const lines: string[] = [];
  let clock = 0;
  const records = {
    documents,
    conversations: options.conversations ?? createConversations(stored.conversations),
    answers: options.answers ?? createAnswers(stored.answers),
    ledger: createLedger(stored.ledger),
    approvals: createApprovals(stored.approvals),
  };
  const answering = createAnswerQuestion({
    model: options.model,
    fallback: options.fallback,
    tools: options.tools ?? [createSearchPolicies({ library }), createReadPolicy({ records })],
    records,
    library,
    ...(options.skills && { skills: options.skills }),
    ...(options.outsideTools && { outsideTools: options.outsideTools }),
    ...(options.referrals && { referrals: options.referrals }),
    ...(options.meter && { meter: options.meter }),
    ...(options.sideModel && { sideModel: options.sideModel }),
    newId: () => `answer-${++stored.ids.last}`,
    now: options.now ?? (() => ++clock),
    limits: options.limits,
    log: createLog({ level: 'debug', write: (line) => void lines.push(line), now: () => new Date(0) }),
  });
  const ask = (text: string, more: Partial<Question> = {}, signal = new AbortController().signal): Promise<Answer> =>
    answering.ask({ text, viewer, conversation: 'C1', ...more }, { signal });
  const { answers, conversations: snapshots } = stored;
  return { answering, ask, answers, snapshots, stored, handbook, log: () => lines.join('') };
}
