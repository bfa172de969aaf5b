import { type AnswerQuestion, type ApprovalDecision, createAnswerQuestion } from '../../src/answer/answer-question.ts';
import type { ApprovalRequest, Viewer } from '../../src/domain.ts';
import { silentLog } from '../../src/log.ts';
import { type Model, type ModelRequest, noAnswer } from '../../src/models/model.ts';
import type { Records } from '../../src/records/records.ts';
import { createSearchPolicies } from '../../src/tools/search-policies.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { ada, bob } from './approval-world.ts';
import { text } from './loop-world.ts';
import { callTool } from './scripted-model.ts';
import { createHandbook } from './small-handbook.ts';

export interface RaceOutcome {
  readonly kind: (typeof kinds)[number];
  /** Side effects, by what allowed them: nothing did, or one had happened for the same call already. */
  readonly executed: number;
  readonly unapproved: number;
  readonly doubled: number;
  /** Somebody agreed rightly, nothing was killed, and it was not done. */
  readonly missing: number;
}

const kinds = [
  'double_click',
  'two_people',
  'changed_tool',
  'other_question',
  'too_late',
  'forged',
  'restart',
] as const;

type Mortal = Pick<Records, 'conversations' | 'answers' | 'ledger' | 'approvals'>;

const leads = 'desk-leads';
const lead: Viewer = { ...bob, roles: [leads] };

/** One request for a yes, and people, chats and crashes that get in each other's way about it. */
export async function race(seed: number, records: Mortal): Promise<RaceOutcome> {
  const kind = kinds[seed % kinds.length] ?? 'double_click';
  const random = createRandom(seed);
  const conversation = `race-${seed}`;
  const needsLead = random() < 0.5;
  const handbook = createHandbook();
  const ran: { readonly key: string; readonly pin: string }[] = [];
  let pin = 'one';
  let clock = 1000;
  let moment = 0;
  let killAt = 0;
  let ids = 0;

  /** A process; once it is killed nothing that it does lasts. */
  function start(): { readonly answers: AnswerQuestion; readonly stop: AbortController } {
    const stop = new AbortController();
    const step = async <T>(effect: () => Promise<T>): Promise<T> => {
      const dieIf = () => {
        moment += 1;
        if (moment === killAt) stop.abort(new Error('killed'));
        stop.signal.throwIfAborted();
      };
      dieIf();
      const result = await effect();
      dieIf();
      return result;
    };
    const { answers, conversations, ledger, approvals } = records;
    const tool = (): Tool => ({
      ...{
        name: 'mcp__desk__create',
        description: 'Opens a ticket.',
        inputSchema: { type: 'object' },
        effect: 'write',
      },
      ...(needsLead ? { approvers: [leads] } : {}),
      outside: { ...{ connector: 'desk', recipient: 'desk', pin, isOpenWorld: false }, prepare: (input) => input },
      run: (_, { idempotencyKey }) =>
        step(async () => {
          ran.push({ key: idempotencyKey, pin });
          await new Promise(setImmediate);
          return [text('Ticket opened.')];
        }),
    });
    return {
      stop,
      answers: createAnswerQuestion({
        model,
        tools: [createSearchPolicies({ library: handbook.library })],
        outsideTools: async () => [tool()],
        records: {
          documents: handbook.documents,
          conversations: { ...conversations, put: (...given) => step(() => conversations.put(...given)) },
          answers: { ...answers, put: (...given) => step(() => answers.put(...given)) },
          ledger: {
            ...ledger,
            begin: (...given) => step(() => ledger.begin(...given)),
            finish: (...given) => step(() => ledger.finish(...given)),
          },
          approvals: { ...approvals, decide: (...given) => step(() => approvals.decide(...given)) },
        },
        library: handbook.library,
        newId: () => `${conversation}-answer-${++ids}`,
        now: () => clock,
        log: silentLog,
      }),
    };
  }

  let bot = start();
  const waiting = await bot.answers.ask({ text: 'Open a ticket.', viewer: ada, conversation }, bot.stop);
  const [request] = waiting.approvals ?? [];
  if (request === undefined) throw new Error(`race ${seed} asked nobody`);
  const decider = needsLead ? lead : ada;
  const press = async (process: typeof bot, given: Partial<ApprovalDecision> = {}) => {
    try {
      return await process.answers.decide({ ...decisionOf(request, decider), ...given }, process.stop);
    } catch (error) {
      if (!process.stop.signal.aborted) throw error;
      return undefined;
    }
  };
  const wrong = needsLead ? [ada, bob, { ...ada, roles: [leads] }] : [bob, lead];

  switch (kind) {
    case 'double_click': {
      const presses = Array.from({ length: 2 + Math.floor(random() * 4) }, (_, n) =>
        press(bot, { decision: random() < 0.5 ? 'press' : `press-${n}` }),
      );
      await Promise.all(presses);
      break;
    }
    case 'two_people':
      await Promise.all([
        press(bot, { decision: 'no', verdict: 'deny' }),
        ...wrong.map((viewer, n) => press(bot, { decision: `other-${n}`, viewer })),
        // Another process of the same bot hears the same click.
        press(start(), { decision: 'yes' }),
        press(bot, { decision: 'yes' }),
      ]);
      break;
    case 'changed_tool':
      pin = 'two';
      await Promise.all([press(bot), press(bot, { decision: 'again' })]);
      break;
    case 'other_question':
      await Promise.all([
        bot.answers.ask({ text: 'Something else?', viewer: ada, conversation }, bot.stop),
        press(bot, { decision: 'stale' }),
      ]);
      await press(bot, { decision: 'staler' });
      break;
    case 'too_late':
      clock += 61 * 60_000;
      await Promise.all([press(bot), bot.answers.expireApprovals(), press(bot, { decision: 'again' })]);
      break;
    case 'forged':
      await Promise.all([
        ...wrong.map((viewer, n) => press(bot, { decision: `other-${n}`, viewer })),
        press(bot, { decision: 'hash', argsHash: 'f'.repeat(64) }),
        press(bot, { decision: 'id', approval: `${request.id}0` }),
      ]);
      if (ran.length === 0) await press(bot);
      break;
    case 'restart': {
      killAt = moment + 1 + Math.floor(random() * 14);
      await Promise.all([press(bot), press(bot, { decision: 'again' })]);
      bot.stop.abort(new Error('killed'));
      killAt = 0;
      bot = start();
      await Promise.all([press(bot), press(bot, { decision: 'again' })]);
    }
  }
  return judge(kind, request, needsLead, ran, records);
}

async function judge(
  kind: RaceOutcome['kind'],
  request: ApprovalRequest,
  needsLead: boolean,
  ran: readonly { readonly key: string; readonly pin: string }[],
  records: Mortal,
): Promise<RaceOutcome> {
  const record = await records.approvals.get(request.id);
  const isRightly = record?.state === 'approved' && record.decidedBy === (needsLead ? lead : ada).person;
  const allowed = ran.filter((run) => isRightly && run.pin === 'one');
  // A later question may come between a yes and what it allows; then that is left undone.
  const mayBeUndone = ['restart', 'changed_tool', 'other_question'].includes(kind);
  const isExpected = isRightly && !mayBeUndone;
  return {
    kind,
    executed: ran.length,
    unapproved: ran.length - allowed.length,
    doubled: ran.length - new Set(ran.map(({ key }) => key)).size,
    missing: isExpected && ran.length === 0 ? 1 : 0,
  };
}

function decisionOf({ id, argsHash }: ApprovalRequest, viewer: Viewer): ApprovalDecision {
  return { decision: 'press', approval: id, argsHash, verdict: 'approve', viewer };
}

/** Opens one ticket for the first question, and has nothing to say. */
const model: Model = {
  name: 'scripted',
  generate: async (request) => ({
    ...reply(request),
    usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0 },
  }),
};

function reply({ messages, toolChoice }: ModelRequest) {
  if (toolChoice?.type === 'tool')
    return { stopReason: 'tool_use', content: [callTool('search_policies', { query: 'ticket' })] };
  const asked = JSON.stringify(messages);
  if (asked.includes('mcp__desk__create') || asked.includes('Something else?'))
    return { stopReason: 'end_turn', content: [{ type: 'text' as const, text: noAnswer }] };
  return { stopReason: 'tool_use', content: [callTool('mcp__desk__create', { title: 'Leave' })] };
}

function createRandom(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0;
    return state / 2 ** 32;
  };
}
