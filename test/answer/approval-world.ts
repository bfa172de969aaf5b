import type { ApprovalDecision, DecisionResult } from '../../src/answer/answer-question.ts';
import type { Answer, ApprovalRequest, Viewer } from '../../src/domain.ts';
import type { ModelReply } from '../../src/models/model.ts';
import { createSearchPolicies } from '../../src/tools/search-policies.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { createWorld, type WorldOptions } from './answering-world.ts';
import { text } from './loop-world.ts';
import { newStored, type Stored } from './memory-records.ts';
import { callTool, createScriptedModel, type Step } from './scripted-model.ts';
import { createHandbook, viewer } from './small-handbook.ts';

export const ada: Viewer = { ...viewer, person: 'U-ADA' };
export const bob: Viewer = { ...viewer, person: 'U-BOB' };

/** A tool that files tickets, and what it has filed. */
export function createTicketTool(more: Partial<Tool> = {}): { tool: Tool; filed: unknown[] } {
  const filed: unknown[] = [];
  const tool: Tool = {
    ...{ name: 'create_ticket', title: 'File a ticket', description: 'Files a ticket.', effect: 'write' },
    inputSchema: { type: 'object' },
    run: async (input) => {
      filed.push(input);
      return [text(`Filed as HR-${filed.length}.`)];
    },
    ...more,
  };
  return { tool, filed };
}

export const fileTicket = (input: object = { title: 'Leave' }, id?: string): Partial<ModelReply> => ({
  stopReason: 'tool_use',
  content: [callTool('create_ticket', input, id)],
});

export interface ApprovalWorldOptions extends Omit<Partial<WorldOptions>, 'model' | 'stored'> {
  readonly stored?: Stored;
  readonly ticket?: ReturnType<typeof createTicketTool>;
  readonly asker?: Viewer;
}

/** The answering side with a tool that writes; another one over the same `stored` is the bot after a restart. */
export function createApprovalWorld(steps: readonly Step[], options: ApprovalWorldOptions = {}) {
  const { stored = newStored(), ticket = createTicketTool(), asker = ada, ...more } = options;
  const script = createScriptedModel(steps);
  const handbook = more.handbook ?? createHandbook();
  const world = createWorld({
    ...{ model: script.model, handbook, stored },
    tools: [createSearchPolicies({ library: handbook.library }), ticket.tool],
    ...more,
  });
  const ask = (question: string, conversation = 'C1'): Promise<Answer> =>
    world.ask(question, { viewer: asker, conversation });
  const decide = (
    request: Pick<ApprovalRequest, 'id' | 'argsHash'> | undefined,
    verdict: ApprovalDecision['verdict'] = 'approve',
    more: Partial<ApprovalDecision> = {},
    signal = new AbortController().signal,
  ): Promise<DecisionResult> =>
    world.answering.decide(
      {
        ...{ decision: 'press-1', approval: request?.id ?? '', argsHash: request?.argsHash ?? '' },
        ...{ verdict, viewer: asker },
        ...more,
      },
      { signal },
    );
  return { ...world, ask, decide, script, ...ticket };
}
