import { z } from 'zod';
import type { FilterTerm } from '../domain.ts';
import type { Block } from '../models/model.ts';
import type { ToolContent } from '../tools/tool.ts';
import type { Conversation } from './conversation.ts';

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
  asOf: z.object({ from: z.string(), today: z.string() }).optional(),
  roles: z.array(z.string()).optional(),
  person: z.string().optional(),
  place: z.string().optional(),
});
const count = z.number().int().min(0);
const toolContent = z.custom<ToolContent>((value) => typeof value === 'object' && value !== null && 'type' in value);
const ask = z.object({
  id: z.string(),
  title: z.string(),
  expiresAt: z.number(),
  approvers: z.array(z.string()).optional(),
  recipient: z.string().optional(),
  by: z.string().optional(),
  verdict: z.enum(['approved', 'denied', 'expired', 'superseded']).optional(),
});
const action = z.object({
  call: z.string(),
  title: z.string(),
  end: z.enum(['done', 'failed', 'unknown', 'denied', 'expired', 'superseded', 'noted', 'forgotten']),
  said: z.string().optional(),
});
const elicit = z.object({
  round: count,
  resume: z.string(),
  isHeld: z.boolean(),
  title: z.string(),
  recipient: z.string(),
  expiresAt: z.number(),
  questions: z.array(
    z.object({
      id: z.string(),
      key: z.string(),
      request: z.discriminatedUnion('mode', [
        z.object({ mode: z.literal('form'), message: z.string(), schema: z.record(z.string(), z.unknown()) }),
        z.object({ mode: z.literal('url'), message: z.string(), url: z.string() }),
      ]),
      response: z
        .object({
          action: z.enum(['accept', 'decline', 'cancel']),
          content: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])).optional(),
        })
        .optional(),
    }),
  ),
});
const openTurn = z.object({
  question: z.string(),
  answer: z.string().optional(),
  scope,
  messages,
  iterations: count,
  pauses: count,
  promptTokens: count,
  outputTokens: count,
  usd: z.number().optional(),
  dearestUsd: z.number().optional(),
  pending: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        input: z.unknown(),
        argsHash: z.string(),
        refusal: z.string().optional(),
        ask: ask.optional(),
        elicit: elicit.optional(),
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
  actions: z.array(action).optional(),
  isPersonal: z.boolean().optional(),
});
const finishedTurn = z.object({
  ...{ scope, messages },
  answer: z.string().optional(),
  summed: z.array(z.string()).optional(),
  isPersonal: z.boolean().optional(),
});
const profile = z.object({
  country: z.string().optional(),
  entity: z.string().optional(),
  employment: z.string().optional(),
});
const askedBack = z.object({
  answer: z.string(),
  person: z.string().optional(),
  choice: z.object({
    field: z.enum(['country', 'entity', 'employment']),
    options: z.array(z.object({ value: z.string(), label: z.string() })),
    mayRemember: z.boolean().optional(),
  }),
  question: z.object({
    text: z.string(),
    isQuoted: z.boolean().optional(),
    attachments: z.array(z.object({ name: z.string(), text: z.string(), isCut: z.boolean() })).optional(),
    thread: z.array(z.object({ by: z.enum(['asker', 'other']), text: z.string() })).optional(),
    filter: scope.shape.filter.optional(),
  }),
  isAwaited: z.boolean(),
});
const conversationSchema = z.object({
  version: z.literal(1),
  id: z.string(),
  turns: z.array(finishedTurn),
  open: openTurn.optional(),
  skills: z.array(z.object({ name: z.string(), version: z.string(), call: z.string() })).optional(),
  started: z.array(z.string()).optional(),
  said: z.record(z.string(), profile).optional(),
  asked: z.array(askedBack).optional(),
});
