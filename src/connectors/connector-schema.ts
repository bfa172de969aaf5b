import { z } from 'zod';

const text = (max: number) => z.string().trim().min(1).max(max);
const texts = (max: number) => z.array(text(max)).max(200);

/** Bylaw's own rules for one connector: the block of its name under `connectors`. */
const rules = z.strictObject({
  card: z
    .strictObject({
      operator: text(200).optional(),
      location: text(200).optional(),
      data: texts(100).default([]),
    })
    .prefault({}),
  /** Nobody may use a connector for whom nothing is named here. */
  access: z
    .strictObject({
      channels: texts(60).default([]),
      groups: texts(60).default([]),
      people: texts(200).default([]),
    })
    .prefault({}),
  tools: z
    .strictObject({
      allow: texts(200).optional(),
      deny: texts(200).default([]),
      trusted: z.boolean().default(false),
      approvers: texts(60).default([]),
    })
    .prefault({}),
  redact: z
    .array(
      z.strictObject({
        name: text(60),
        pattern: text(1000).refine(isPattern, 'must be a regular expression'),
      }),
    )
    .default([]),
  auth: z.enum(['none', 'shared', 'person']).default('none'),
  oauth: z
    .strictObject({
      clientId: text(500).optional(),
      clientSecret: text(2000).optional(),
      scope: text(1000).optional(),
      issuer: z.url().optional(),
    })
    .optional(),
  resources: texts(500).default([]),
  limits: z
    .strictObject({
      connectSeconds: z.number().min(0.1).max(600).default(30),
      idleSeconds: z.number().min(0.1).max(3600).optional(),
      callSeconds: z.number().min(0.1).max(86_400).default(600),
      resultChars: z.number().int().min(100).max(1_000_000).default(25_000),
    })
    .prefault({}),
  protocol: z.enum(['auto', 'legacy', '2026-07-28']).default('auto'),
});

/**
 * Servers as other hosts write them. What stands in one is read later, since a mistake there refuses that server alone,
 * and since other hosts have fields of their own.
 */
export const serversSchema = z.record(z.string(), z.unknown());
export const rulesSchema = z.record(z.string(), rules);

export type ConnectorRules = z.infer<typeof rules>;

/** Of a connector without a block of rules: connected, and used by nobody. */
export const noRules: ConnectorRules = rules.parse({});

function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}
