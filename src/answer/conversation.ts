import { z } from 'zod';
import type { FilterTerm, FollowedSkill, IsoDate, Question } from '../domain.ts';
import type { Block, Message } from '../models/model.ts';
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
  readonly roles?: readonly string[];
}

export interface FinishedTurn {
  readonly scope: TurnScope;
  readonly messages: readonly Message[];
}

/** A question that is being answered. */
export interface OpenTurn {
  readonly question: string;
  readonly scope: TurnScope;
  /** From the question on. */
  messages: Message[];
  iterations: number;
  pauses: number;
  promptTokens: number;
  outputTokens: number;
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
}

export interface PendingCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly argsHash: string;
  /** Set when it must not run: what the model is told instead. */
  readonly refusal?: string;
  result?: { readonly content: readonly ToolContent[]; readonly isError: boolean };
}

export function newConversation(id: string): Conversation {
  return { version: 1, id, turns: [] };
}

export function newTurn(question: Question, messages: Message[]): OpenTurn {
  const { viewer, filter = [] } = question;
  return {
    question: question.text,
    scope: {
      ...{ audienceKeys: viewer.audienceKeys, on: viewer.on, filter },
      ...(viewer.roles === undefined ? {} : { roles: viewer.roles }),
    },
    messages,
    iterations: 0,
    pauses: 0,
    promptTokens: 0,
    outputTokens: 0,
    failures: [],
  };
}

/** Undefined if it isn't a snapshot of this conversation that this version can read. */
export function parseConversation(id: string, snapshot: string): Conversation | undefined {
  try {
    const parsed = conversationSchema.safeParse(JSON.parse(snapshot));
    return parsed.success && parsed.data.id === id ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

const block = z.custom<Block>((value) => typeof value === 'object' && value !== null && 'type' in value);
const messages = z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.array(block) }));
const scope = z.object({
  audienceKeys: z.array(z.string()),
  on: z.string(),
  filter: z.array(z.custom<FilterTerm>((value) => typeof value === 'object' && value !== null && 'field' in value)),
  roles: z.array(z.string()).optional(),
});
const count = z.number().int().min(0);
const toolContent = z.custom<ToolContent>((value) => typeof value === 'object' && value !== null && 'type' in value);
const openTurn = z.object({
  question: z.string(),
  scope,
  messages,
  iterations: count,
  pauses: count,
  promptTokens: count,
  outputTokens: count,
  pending: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        input: z.unknown(),
        argsHash: z.string(),
        refusal: z.string().optional(),
        result: z.object({ content: z.array(toolContent), isError: z.boolean() }).optional(),
      }),
    )
    .optional(),
  grown: z.boolean().optional(),
  nudged: z.boolean().optional(),
  forcedSearch: z.enum(['next', 'done']).optional(),
  shortened: z.boolean().optional(),
  repaired: z.boolean().optional(),
  replied: z.boolean().optional(),
  failures: z.array(z.string()),
  scripts: z
    .array(
      z.object({
        source: z.string(),
        skill: z.string(),
        version: z.string(),
        script: z.string(),
        sources: z.array(z.string()),
        lines: z.array(z.string()),
        steps: z.array(z.object({ text: z.string(), sources: z.array(z.string()) })),
      }),
    )
    .optional(),
  followed: z.array(z.object({ name: z.string(), version: z.string() })).optional(),
});
const conversationSchema = z.object({
  version: z.literal(1),
  id: z.string(),
  turns: z.array(z.object({ scope, messages })),
  open: openTurn.optional(),
  skills: z.array(z.object({ name: z.string(), version: z.string(), call: z.string() })).optional(),
  started: z.array(z.string()).optional(),
});
