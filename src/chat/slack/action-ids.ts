import { z } from 'zod';

/** The longest value that Slack takes for a button. */
export const maxActionValue = 2_000;

const answer = z.string().min(1).max(200);
const answerOnly = z.object({ answer });

const values = {
  answer_feedback: z.object({ answer, verdict: z.enum(['up', 'down']) }),
  ask_person: answerOnly,
  open_ticket: answerOnly,
  why_answer: answerOnly,
  share_answer: answerOnly,
  follow_up: z.object({ answer, text: z.string().min(1) }),
  approval_decide: z.object({
    answer,
    approval: z.string().min(1).max(200),
    argsHash: z.string().min(1).max(200),
    verdict: z.enum(['approve', 'deny']),
  }),
  elicit: z.object({
    answer,
    elicitation: z.string().min(1).max(200),
    action: z.enum(['open', 'accept', 'decline', 'cancel']),
  }),
  choose: z.object({ answer, value: z.string().min(1).max(500) }),
  stop_answer: z.object({ channel: z.string().min(1), thread: z.string().min(1) }),
} as const;

/** What a person can press in an answer. */
export type ActionName = keyof typeof values;
export type ActionValue<Name extends ActionName> = z.infer<(typeof values)[Name]>;

/**
 * The `action_id` of a button. Slack wants it unique within its block, so that several of one name there carry a suffix
 * (`follow_up:2`); listen with `actionPattern`.
 */
export function actionId(name: ActionName, suffix?: string | number): string {
  return suffix === undefined ? name : `${name}:${suffix}`;
}

/** Matches every `action_id` of this name, with or without a suffix. */
export function actionPattern(name: ActionName): RegExp {
  return new RegExp(`^${name}(?::[\\w-]+)?$`);
}

/** The `value` of a button; undefined where it would be longer than Slack takes, and there can be no such button. */
export function encodeAction<Name extends ActionName>(name: Name, value: ActionValue<Name>): string | undefined {
  const text = JSON.stringify(values[name].parse(value));
  return text.length <= maxActionValue ? text : undefined;
}

/** The value that `encodeAction` wrote; undefined for anything else. */
export function decodeAction<Name extends ActionName>(name: Name, value: unknown): ActionValue<Name> | undefined;
export function decodeAction(name: ActionName, value: unknown): unknown {
  if (typeof value !== 'string' || value.length > maxActionValue) return undefined;
  try {
    return values[name].safeParse(JSON.parse(value)).data;
  } catch {
    return undefined;
  }
}

/** The `block_id` of a block in an answer's messages; `slot` keeps it unique within its message. */
export function answerBlockId(answerId: string, slot: string): string {
  return `answer|${answerId}|${slot}`;
}

/** The answer that a block belongs to; undefined for other blocks. */
export function answerOfBlock(blockId: string): string | undefined {
  return /^answer\|([^|]+)\|/.exec(blockId)?.[1];
}
