import { type AgentLoopDeps, type LoopEnd, runTurn } from '../../src/answer/agent-loop.ts';
import { type AnswerLimits, defaultLimits } from '../../src/answer/budgets.ts';
import { type Conversation, newConversation, newTurn } from '../../src/answer/conversation.ts';
import { instructions } from '../../src/answer/instructions.ts';
import type { LoopContext } from '../../src/answer/loop-context.ts';
import { noMeter } from '../../src/answer/meter.ts';
import { parseConversation } from '../../src/answer/parse-conversation.ts';
import { silentLog } from '../../src/log.ts';
import type { Message, Model } from '../../src/models/model.ts';
import type { ApprovalRecord, LedgerEntry } from '../../src/records/records.ts';
import type { Tool, ToolContent } from '../../src/tools/tool.ts';
import { createApprovals, createLedger } from './memory-records.ts';
import { viewer } from './small-handbook.ts';

export interface LoopWorldOptions {
  readonly model: Model;
  readonly tools?: readonly Tool[];
  readonly limits?: Partial<AnswerLimits>;
  /** Requests for approval; absent where nobody can be asked. */
  readonly approvals?: Map<string, ApprovalRecord>;
  readonly history?: Message[];
  readonly now?: () => number;
  /** Called with each snapshot; throwing is a crash at that point. */
  readonly onSave?: (snapshot: string) => void;
  readonly ledger?: Map<string, LedgerEntry>;
}

export const question = { text: 'How much leave?', viewer, conversation: 'C1' };

/** A turn as the loop gets it, with its snapshots; `run` may be called again with a stored one. */
export function createLoopWorld(options: LoopWorldOptions) {
  const snapshots: string[] = [];
  const limits = { ...defaultLimits, ...options.limits };
  const run = async (
    stored?: string,
    signal = new AbortController().signal,
  ): Promise<LoopEnd & { conversation: Conversation }> => {
    const conversation = (stored && parseConversation('C1', stored)) || newConversation('C1');
    conversation.open ??= newTurn(question, [{ role: 'user', content: [{ type: 'text', text: question.text }] }]);
    const turn = conversation.open;
    const deps: AgentLoopDeps = {
      model: options.model,
      system: instructions,
      tools: options.tools ?? [readTool('search_policies')],
      ledger: createLedger(options.ledger ?? new Map()),
      ...(options.approvals && { approvals: createApprovals(options.approvals) }),
      meter: noMeter,
      resultChars: limits.resultChars,
      toolMs: limits.toolSeconds * 1000,
      parallel: limits.parallelTools,
      limits,
      save: async () => {
        const snapshot = JSON.stringify(conversation);
        options.onSave?.(snapshot);
        snapshots.push(snapshot);
      },
      now: options.now ?? (() => 0),
      log: silentLog,
    };
    const context: LoopContext = {
      ...{ conversation: 'C1', viewer, signal, startedAt: 0, onProgress: () => {} },
      history: options.history ?? [],
    };
    return { ...(await runTurn(turn, deps, context)), conversation };
  };
  return { run, snapshots };
}

export function readTool(name: string, run: Tool['run'] = async () => [text('found')]): Tool {
  return { name, description: name, inputSchema: { type: 'object' }, effect: 'read', run };
}

export function text(value: string): ToolContent {
  return { type: 'text', text: value };
}
