import { z } from 'zod';
import { sourcesSchema } from './config-sources.ts';
import { precedenceRules } from './conflicts/precedence.ts';
import { rulesSchema, serversSchema } from './connectors/connector-schema.ts';
import { isCron } from './ingest/schedule.ts';
import { serverTools } from './models/model.ts';

const positive = (max: number) => z.number().int().min(1).max(max);

const dollars = z.number().positive().max(1_000_000);

const name = z.string().trim().min(1).max(100);
const names = z.array(z.string().trim().min(1).max(300)).min(1).max(20);
/** Names with where to reach them, or the same by country or region. */
const contacts = z.union([names, z.record(z.string().trim().min(1).max(60), names)]);

// A skill names its roles in one text, with spaces or commas between them.
const role = z.string().regex(/^[^\s,]{1,60}$/, 'the name of a role has up to 60 characters, no space and no comma');

const slackId = (initials: string, what: string) =>
  z.string().regex(new RegExp(`^[${initials}][A-Z0-9]{2,20}$`), `must be the id of ${what}`);

/** `bylaw.yaml`. Every key has a default, so an empty file is a valid one. */
export const settingsSchema = z.strictObject({
  data: z.string().min(1).default('.bylaw'),
  sources: sourcesSchema,
  timezone: z.string().refine(isTimezone, 'must be an IANA time zone such as Europe/Berlin').default(systemTimezone()),
  schedule: z.string().refine(isCron, 'must be a cron expression such as */15 * * * *').default('*/15 * * * *'),
  /** Words that mean the same, a file relative to this one; absent means glossary.yaml beside it, if there is one. */
  glossary: z.string().min(1).optional(),
  chunks: z.strictObject({ maxChars: z.number().int().min(100).max(8000).default(1000) }).prefault({}),
  parsing: z
    .strictObject({
      timeoutSeconds: positive(3600).default(60),
      maxMemoryMb: z.number().int().min(128).max(65_536).default(1024),
      maxFileMb: positive(1024).default(50),
    })
    .prefault({}),
  embeddings: z
    .strictObject({
      provider: z.enum(['auto', 'openai', 'use-lite', 'none']).default('auto'),
      model: z.string().min(1).default('text-embedding-3-small'),
      dimension: z.number().int().min(8).max(4096).optional(),
      weight: z.number().min(0).max(2).optional(),
    })
    .prefault({}),
  model: z
    .strictObject({
      provider: z.enum(['anthropic', 'openai-compatible']).default('anthropic'),
      /** Absent means claude-opus-5-5; other providers have no model of their own. */
      name: z.string().min(1).optional(),
      maxTokens: z.number().int().min(256).max(64_000).default(4096),
      effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).optional(),
      thinking: z.enum(['adaptive', 'between_tools', 'disabled']).optional(),
      /** Tools that the provider runs itself; nothing from the web ever counts as a policy. */
      serverTools: z.array(z.enum(serverTools)).default([]),
      contextChars: z.number().int().min(500).max(60_000).default(6000),
      minPassages: positive(20).default(3),
      /** Without a language model: quotes less sure than this, from 0 to 1, are no answer. Absent means as calibrated. */
      refuseBelow: z.number().min(0).max(1).optional(),
      /** A cheaper model for narrow tasks beside the answer; without it there are none. */
      sideModel: z.string().min(1).optional(),
    })
    .prefault({}),
  limits: z
    .strictObject({
      answerSeconds: positive(600).default(90),
      iterations: positive(50).default(8),
      outputTokens: positive(1_000_000).default(20_000),
      promptTokens: positive(10_000_000).default(400_000),
      toolSeconds: positive(600).default(20),
      /** How much of earlier questions and answers is sent along. */
      historyChars: z.number().int().min(1000).max(2_000_000).default(120_000),
      /** US dollars; absent means no limit. */
      answerUsd: dollars.optional(),
      dayUsd: dollars.optional(),
    })
    .prefault({}),
  /** US dollars for a million tokens, by the full name of a model; known ones have a default. */
  prices: z
    .record(
      z.string().min(1),
      z.strictObject({
        input: z.number().min(0),
        output: z.number().min(0),
        cacheRead: z.number().min(0).optional(),
        cacheWrite: z.number().min(0).optional(),
      }),
    )
    .default({}),
  skills: z.strictObject({ roots: z.array(z.string().min(1)).optional() }).prefault({}),
  /** Ids of people by the name of their group. */
  roles: z.record(role, z.array(z.string().trim().min(1).max(200)).min(1)).default({}),
  contacts: z
    .strictObject({
      danger: contacts.optional(),
      harassment: contacts.optional(),
      health: contacts.optional(),
      whistleblowing: contacts.optional(),
      anything: contacts.optional(),
      /** By a word of the question, or of the documents found for it; the first that fits, then `anything`. */
      topics: z.record(z.string().trim().min(1).max(60), contacts).default({}),
    })
    .prefault({}),
  slack: z
    .strictObject({
      /** Guests of the workspace get answers, outside shared channels. */
      guests: z.boolean().default(false),
      /** Ids of other workspaces whose people get answers too. */
      teams: z.array(slackId('TE', 'a workspace (T…)')).default([]),
      /** Ids of bots whose messages count as questions, each with at most `botTurns` in a thread. */
      bots: z.array(slackId('B', 'a bot (B…)')).default([]),
      botTurns: positive(20).default(2),
      /**
       * By id: when the bot answers in a channel. `mention`, as everywhere else; `followups`: then also the person who
       * asked, in that thread, as in group messages; `all`: then also whoever asks something outside a thread; `off`.
       */
      channels: z.record(slackId('CG', 'a channel (C…)'), z.enum(['mention', 'followups', 'all', 'off'])).default({}),
      /** Questions that one person may ask within an hour. */
      perPersonHourly: positive(1000).default(30),
    })
    .prefault({}),
  /** Ids of people, or of Slack user groups, who may pause the bot. */
  admins: z.array(z.string().trim().min(1).max(200)).default([]),
  /** How many days questions, answers and what people said of them are kept; absent means without end. */
  retentionDays: positive(3650).optional(),
  /** A file with what people answer instead of the bot; absent means `topics.yaml` beside this file, where it is. */
  topics: z.string().min(1).optional(),
  /** How to tell which of two contradicting clauses counts, in this order. */
  precedence: z.array(z.enum(precedenceRules)).default([...precedenceRules]),
  approvals: z.strictObject({ minutes: positive(10_080).default(60) }).prefault({}),
  /** What people ask to be remembered, such as their country. */
  memory: z.strictObject({ enabled: z.boolean().default(false) }).prefault({}),
  /** Where it is known which country's rules apply to a person, and which company's and contract's. */
  profile: z
    .strictObject({
      /** Custom fields of Slack's profiles, each by its label or id. */
      slack: z.strictObject({ country: name, entity: name, employment: name }).partial().optional(),
      /** A list of people: CSV or YAML, with id or email, country, entity and employment. */
      file: z.string().min(1).optional(),
    })
    .prefault({}),
  /** MCP servers as other hosts write them, and as VS Code does. */
  mcpServers: serversSchema.default({}),
  servers: serversSchema.default({}),
  /** By the name of the server: who may use it, for what. */
  connectors: rulesSchema.default({}),
  log: z.strictObject({ level: z.enum(['debug', 'info', 'warn', 'error']).optional() }).prefault({}),
});

export type Settings = z.infer<typeof settingsSchema>;

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const secret = (prefix: string) => z.string().startsWith(prefix, `must start with ${prefix}`);

/** What the environment or `.env` may hold: secrets and the addresses of the servers they belong to. */
export const environmentSchema = z.object({
  ANTHROPIC_API_KEY: z.string().optional(),
  ANTHROPIC_BASE_URL: httpUrl.optional(),
  MODEL_API_KEY: z.string().optional(),
  MODEL_BASE_URL: httpUrl.optional(),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: httpUrl.optional(),
  SLACK_BOT_TOKEN: secret('xoxb-').optional(),
  SLACK_APP_TOKEN: secret('xapp-').optional(),
  SLACK_SIGNING_SECRET: z.string().min(8, 'must be the signing secret of the app').optional(),
  PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  SLACK_API_URL: httpUrl.optional(),
  CHROMA_URL: httpUrl.optional(),
  CHROMA_HEADERS: z.string().transform(parseHeaders).optional(),
  /** Of Chroma Cloud. */
  CHROMA_API_KEY: z.string().optional(),
  CHROMA_TENANT: z.string().optional(),
  CHROMA_DATABASE: z.string().optional(),
  /** Encrypts sign-ins of connectors. */
  BYLAW_SECRET_KEY: z.string().optional(),
  /** Under which browsers reach the HTTP mode. */
  BYLAW_PUBLIC_URL: httpUrl.optional(),
});

export type Environment = z.infer<typeof environmentSchema>;

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function systemTimezone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** `Name: value; Other: value`, as one line because that is what an environment holds. */
function parseHeaders(line: string, context: z.RefinementCtx): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const part of line.split(';')) {
    const at = part.indexOf(':');
    const name = part.slice(0, at).trim();
    if (at < 1 || name === '') {
      context.addIssue({ code: 'custom', message: 'must look like "Name: value; Other: value"' });
      return z.NEVER;
    }
    headers[name] = part.slice(at + 1).trim();
  }
  return headers;
}
