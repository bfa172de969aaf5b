import type { AsOf, Choice, FilterTerm, FollowedSkill, IsoDate, Profile, Question, Viewer } from '../domain.ts';
import type { ElicitationRequest, ElicitationResponse } from '../elicitation.ts';
import type { Message } from '../models/model.ts';
import type { ScriptRun, ToolContent } from '../tools/tool.ts';

/** Everything known of a thread, as plain JSON, written before every side effect so that a crash can be picked up anywhere. */
export interface Conversation {
  readonly version: 1;
  readonly id: string;
  /** Answered questions, oldest first. */
  turns: FinishedTurn[];
  open?: OpenTurn;
  /** Skills that were loaded, the last time each; whether a body still stands there is seen from the messages. */
  skills?: Activation[];
  /** Names of skills that a person started. */
  started?: string[];
  /** What people said of themselves here, by person; the empty name where none is known. */
  said?: Record<string, Profile>;
  /** Questions that were asked back, oldest first. */
  asked?: AskedBack[];
}

/** A question that can go on only once its asker has chosen. */
export interface AskedBack {
  /** The answer that asked. */
  readonly answer: string;
  readonly person?: string;
  readonly choice: Choice;
  readonly question: Pick<Question, 'text' | 'isQuoted' | 'attachments' | 'thread' | 'filter'>;
  /** What its asker writes next may be the answer; they can choose it later all the same. */
  isAwaited: boolean;
}

export interface Activation {
  readonly name: string;
  readonly version: string;
  /** The call that it was loaded by. */
  readonly call: string;
}

/** What decides which passages and skills a turn could see. */
export interface TurnScope {
  readonly audienceKeys: readonly string[];
  readonly on: IsoDate;
  readonly filter: readonly FilterTerm[];
  readonly asOf?: AsOf;
  readonly roles?: readonly string[];
  /** Who asked and where; a snapshot of an older version has neither. */
  readonly person?: string;
  readonly place?: string;
}

export interface FinishedTurn {
  readonly scope: TurnScope;
  readonly messages: readonly Message[];
  /** Id of the answer that ended it; absent in what was carried over from turns that are gone. */
  readonly answer?: string;
  /** Ids of versions that a summary in it may repeat. */
  readonly summed?: readonly string[];
  /** What it holds is for the asker alone, such as what was remembered of them. */
  readonly isPersonal?: boolean;
}

/** A question that is being answered. */
export interface OpenTurn {
  readonly question: string;
  /** Id of the answer that will end it, also across requests for approval. */
  readonly answer?: string;
  readonly scope: TurnScope;
  /** From the question on. */
  messages: Message[];
  iterations: number;
  pauses: number;
  promptTokens: number;
  outputTokens: number;
  /** What the calls of models have cost so far, and the dearest of them, in US dollars. */
  usd?: number;
  dearestUsd?: number;
  /** Calls of the last reply that are not all answered yet. */
  pending?: PendingCall[];
  /** A reply was cut off and is asked for again with more room. */
  grown?: boolean;
  nudged?: boolean;
  /** A reply came without a search: `next` asks for one, `done` will not ask again. */
  forcedSearch?: 'next' | 'done';
  /** The history was too long and has been shortened. */
  shortened?: boolean;
  repaired?: boolean;
  /** The last message is the whole reply. */
  replied?: boolean;
  /** Codes of tool failures that no other input would have avoided. */
  failures: string[];
  /** Scripts that ran for this question and succeeded; nothing else that calls itself one may be cited. */
  scripts?: ScriptRun[];
  /** Skills that this question was answered with. */
  followed?: FollowedSkill[];
  /** What became of calls that a person had to agree to. */
  actions?: Action[];
  isPersonal?: boolean;
}

/**
 * The end of a call with a side effect. `unknown`: it was begun, and nobody can tell whether it happened; `noted` and
 * `forgotten` are about what is remembered of the person.
 */
export interface Action {
  readonly call: string;
  /** What people call it. */
  readonly title: string;
  readonly end: 'done' | 'failed' | 'unknown' | 'denied' | 'expired' | 'superseded' | 'noted' | 'forgotten';
  /** What the tool answered, shortened; untrusted. */
  readonly said?: string;
}

/** A person's yes is needed, and stands in the records under this id. */
export interface Ask {
  readonly id: string;
  readonly title: string;
  readonly expiresAt: number;
  readonly approvers?: readonly string[];
  readonly recipient?: string;
  /** Who decided. */
  by?: string;
  /** Absent while nobody has decided. */
  verdict?: 'approved' | 'denied' | 'expired' | 'superseded';
}

export interface PendingCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly argsHash: string;
  /** Set when it must not run: what the model is told instead. */
  readonly refusal?: string;
  /** Set when it has a side effect and may run only once a person has agreed. */
  readonly ask?: Ask;
  /** Set once the tool has asked the asker for more; it is run again when all is answered. */
  elicit?: PendingElicitation;
  result?: { readonly content: readonly ToolContent[]; readonly isError: boolean };
}

/** What a tool asked the asker in one run of a call. */
export interface PendingElicitation {
  /** From 1, counted for each call. */
  readonly round: number;
  /** As the tool gave it, to go on with. */
  readonly resume: string;
  /** Ends with the process that asked. */
  readonly isHeld: boolean;
  readonly title: string;
  readonly recipient: string;
  readonly expiresAt: number;
  readonly questions: ElicitedQuestion[];
}

export interface ElicitedQuestion {
  readonly id: string;
  readonly key: string;
  readonly request: ElicitationRequest;
  /** Absent while it is not answered. */
  response?: ElicitationResponse;
}

export function newConversation(id: string): Conversation {
  return { version: 1, id, turns: [] };
}

export function newTurn(question: Question, messages: Message[], answer?: string): OpenTurn {
  return {
    question: question.text,
    scope: scopeOf(question),
    ...(answer === undefined ? {} : { answer }),
    messages,
    iterations: 0,
    pauses: 0,
    promptTokens: 0,
    outputTokens: 0,
    failures: [],
  };
}

function scopeOf({ viewer, filter = [] }: Question): TurnScope {
  const { audienceKeys, on, asOf, roles, person, place } = viewer;
  return {
    ...{ audienceKeys, on, filter },
    ...(asOf === undefined ? {} : { asOf }),
    ...(roles === undefined ? {} : { roles }),
    ...(person === undefined ? {} : { person }),
    ...(place === undefined ? {} : { place }),
  };
}

/** The question of a turn as it was asked, but for what came with it, which stands in the turn's messages. */
export function questionOf(turn: OpenTurn, conversation: string): Question {
  const { filter, ...viewer } = turn.scope;
  const asker: Viewer = viewer;
  return { text: turn.question, viewer: asker, filter, conversation };
}

/** What an answer has used so far. */
export type Spending = Pick<OpenTurn, 'promptTokens' | 'outputTokens' | 'usd' | 'dearestUsd'>;

/** Adds what a call of a model has cost, also one that was made for the turn elsewhere. */
export function noteCost(spending: Spending, usd: number): void {
  spending.usd = (spending.usd ?? 0) + usd;
  spending.dearestUsd = Math.max(spending.dearestUsd ?? 0, usd);
}
