import type { Answer, IsoDate, Question, Viewer } from '../domain.ts';
import { BylawError } from '../errors.ts';
import { silentLog } from '../log.ts';
import type { AnswerRecord, ConversationRecords } from '../records/records.ts';
import { type AnswerQuestionDeps, createAnswerQuestion } from './answer-question.ts';
import { type AnswerChange, compareAnswers } from './compare-answers.ts';
import type { Conversation, TurnScope } from './conversation.ts';
import { loadConversation } from './conversation-store.ts';
import { forkConversation } from './fork-conversation.ts';

export interface ReplayDeps extends AnswerQuestionDeps {
  /** The viewer that a person has in a place now, for answers whose conversation is gone. */
  readonly viewerFor: (asker: { readonly person?: string; readonly place?: string }) => Promise<Viewer>;
  readonly today: () => IsoDate;
}

export interface Replay {
  readonly question: string;
  readonly before: Answer;
  readonly now: Answer;
  readonly change: AnswerChange;
  /** Day whose rules applied then, where known, and the one for which it was asked again. */
  readonly days: { readonly before?: IsoDate; readonly now: IsoDate };
  /** Audiences it may be answered from: those of then, where they are known. */
  readonly audienceKeys: readonly string[];
  /** How many earlier turns it was asked after; undefined if they are gone, and it was asked by itself. */
  readonly earlierTurns?: number;
}

/**
 * Asks the question of a recorded answer again, of today's library, by whom and after what it was asked then. Nothing is
 * posted, recorded or changed: it runs on a copy of the conversation, and what writes is refused. Throws `usage` if there
 * is no such answer, or nothing to ask again.
 */
export async function replayAnswer(id: string, deps: ReplayDeps, signal: AbortSignal): Promise<Replay> {
  const record = await deps.records.answers.get(id);
  if (record === undefined) {
    throw new BylawError('usage', `there is no answer ${id}: its id stands in the log as answer.given`);
  }
  if (record.question.startsWith('(not kept')) {
    throw new BylawError('usage', `the question of ${id} was not kept, so it can't be asked again`);
  }
  const past = await findPast(record, deps);
  const viewer = past === undefined ? await viewerNow(record, deps) : viewerThen(past.scope, deps.today());
  const fork = past && forkConversation(past.conversation, `replay:${id}`, past.turn);
  const answering = createAnswerQuestion(withoutTraces(deps, fork));
  const question: Question = {
    ...{ text: record.question, viewer, conversation: `replay:${id}` },
    ...(past === undefined ? {} : { filter: past.scope.filter }),
  };
  const now = await answering.ask(question, { signal });
  return {
    ...{ question: record.question, before: record.answer, now, change: compareAnswers(record.answer, now) },
    days: { ...(past && { before: past.scope.on }), now: viewer.on },
    audienceKeys: viewer.audienceKeys,
    ...(past && { earlierTurns: past.turn }),
  };
}

interface Past {
  readonly conversation: Conversation;
  /** Index of the turn that the answer ended. */
  readonly turn: number;
  readonly scope: TurnScope;
}

async function findPast({ conversation: name, answer }: AnswerRecord, deps: ReplayDeps): Promise<Past | undefined> {
  const { conversation } = await loadConversation(name, { ...deps, conversations: deps.records.conversations });
  const turn = conversation.turns.findIndex((each) => each.answer === answer.id);
  const found = conversation.turns[turn];
  return found && { conversation, turn, scope: found.scope };
}

function viewerThen({ filter: _, ...viewer }: TurnScope, today: IsoDate): Viewer {
  // A question about another time is about that time again.
  return viewer.asOf === undefined ? { ...viewer, on: today } : { ...viewer, asOf: { ...viewer.asOf, today } };
}

function viewerNow({ person, place }: AnswerRecord, { viewerFor }: ReplayDeps): Promise<Viewer> {
  return viewerFor({ ...(person === undefined ? {} : { person }), ...(place === undefined ? {} : { place }) });
}

/** The same parts, with records that keep the copy for themselves and nothing else. */
function withoutTraces(deps: ReplayDeps, fork: Conversation | undefined): AnswerQuestionDeps {
  const { documents } = deps.records;
  return {
    ...deps,
    records: {
      documents,
      conversations: inMemory(fork),
      answers: {
        put: async () => {},
        get: async () => undefined,
        list: async () => [],
        count: async () => ({}),
        citations: async () => new Map(),
      },
      ledger: { get: async () => undefined, begin: async () => false, finish: async () => {} },
    },
    log: silentLog,
    // What is personal may be looked at then; whoever replays has no business there.
    tools: deps.tools.filter(({ isPersonal }) => isPersonal !== true),
    outsideTools: async () => [],
  };
}

function inMemory(fork: Conversation | undefined): ConversationRecords {
  const snapshots = new Map(fork === undefined ? [] : [[fork.id, JSON.stringify(fork)]]);
  return {
    get: async (id) => snapshots.get(id),
    put: async (id, snapshot) => void snapshots.set(id, snapshot),
  };
}
