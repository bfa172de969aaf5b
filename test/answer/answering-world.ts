import { createAnswerQuestion } from '../../src/answer/answer-question.ts';
import type { AnswerSkills } from '../../src/answer/answer-skills.ts';
import type { AnswerLimits } from '../../src/answer/budgets.ts';
import type { Referrals } from '../../src/answer/referral.ts';
import type { Answer, Question } from '../../src/domain.ts';
import { createLog } from '../../src/log.ts';
import type { Model } from '../../src/models/model.ts';
import type {
  AnswerRecord,
  AnswerRecords,
  ConversationRecords,
  LedgerEntry,
  WriteLedger,
} from '../../src/records/records.ts';
import { createReadPolicy } from '../../src/tools/read-policy.ts';
import { createSearchPolicies } from '../../src/tools/search-policies.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { createHandbook, viewer } from './small-handbook.ts';

export interface WorldOptions {
  readonly model: Model;
  readonly fallback?: Model;
  readonly handbook?: ReturnType<typeof createHandbook>;
  readonly tools?: readonly Tool[];
  readonly limits?: Partial<AnswerLimits>;
  readonly now?: () => number;
  readonly conversations?: ConversationRecords;
  readonly answers?: AnswerRecords;
  readonly skills?: AnswerSkills;
  readonly referrals?: Referrals;
}

/** The answering side over a small handbook, with everything that it stores or logs in reach. */
export function createWorld(options: WorldOptions) {
  const handbook = options.handbook ?? createHandbook();
  const { documents, library } = handbook;
  const answers = new Map<string, AnswerRecord>();
  const snapshots = new Map<string, string>();
  const lines: string[] = [];
  let ids = 0;
  let clock = 0;
  const records = {
    documents,
    conversations: options.conversations ?? createConversations(snapshots),
    answers: options.answers ?? {
      put: async (record: AnswerRecord) => void answers.set(record.answer.id, record),
      get: async (id: string) => answers.get(id),
      list: async () => [...answers.values()].toReversed(),
      count: async () => ({}),
    },
    ledger: createLedger(new Map()),
  };
  const answering = createAnswerQuestion({
    model: options.model,
    fallback: options.fallback,
    tools: options.tools ?? [createSearchPolicies({ library }), createReadPolicy({ records })],
    records,
    library,
    ...(options.skills && { skills: options.skills }),
    ...(options.referrals && { referrals: options.referrals }),
    newId: () => `answer-${++ids}`,
    now: options.now ?? (() => ++clock),
    limits: options.limits,
    log: createLog({ level: 'debug', write: (line) => void lines.push(line), now: () => new Date(0) }),
  });
  const ask = (text: string, more: Partial<Question> = {}, signal = new AbortController().signal): Promise<Answer> =>
    answering.ask({ text, viewer, conversation: 'C1', ...more }, { signal });
  return { answering, ask, answers, snapshots, handbook, log: () => lines.join('') };
}

export function createConversations(snapshots: Map<string, string>): ConversationRecords {
  return {
    get: async (id) => snapshots.get(id),
    put: async (id, snapshot) => void snapshots.set(id, snapshot),
  };
}

export function createLedger(entries: Map<string, LedgerEntry>): WriteLedger {
  return {
    get: async (key) => entries.get(key),
    begin: async (key) => {
      if (entries.has(key)) return false;
      entries.set(key, { state: 'started' });
      return true;
    },
    finish: async (key, result) => void entries.set(key, { state: 'done', result }),
  };
}
